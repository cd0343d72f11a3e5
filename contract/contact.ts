// Calls about messages to the support: visitors send them, admins read and answer them, by templates.
import { z } from 'zod';
import { personEmail } from './data-privacy.ts';
import { emailStates } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { order } from './orders.ts';
import { replyLimits, replyPlaceholders } from './reply-placeholders.ts';
import { byId, pageQuery, success } from './shared-schemas.ts';
import { addressInput, nameInput, noteInput, wordsInput } from './text-inputs.ts';

export const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  urgent: z.boolean(),
  received_at: z.string(),
  /** When the latest email of the thread arrived: `received_at` without one. */
  latest_at: z.string(),
  read_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  /** The state of the email of the latest reply; null without one. */
  reply_state: z.enum(emailStates).nullable(),
});

/** The same message within one minute is stored once. `website` is a honeypot field, invisible to users. */
export const sendContactMessage = endpoint('POST /api/contact', {
  access: 'public',
  summary: 'Sends a message to the support.',
  input: {
    body: z.object({
      name: z.string().default(''),
      email: addressInput.default(''),
      subject: z.string().default(''),
      message: z.string().default(''),
      website: z.string().optional(),
    }),
  },
  output: success,
  errors: ['invalid_input', 'rate_limited'],
  limit: 'contact',
  noStore: true,
});

/**
 * The latest thread first, a bare array; the total in X-Total-Count, the next page in Link. When more than `searchWindow` threads
 * have the words, each page searches only the next 2,000 threads of the list. Then X-Total-Count is that of the page, with
 * X-Total-Capped where there are more.
 */
export const listContactMessages = endpoint('GET /api/admin/contact-messages', {
  role: 'viewer',
  total: 'capped',
  summary: 'Lists messages to the support, newest first, by pages.',
  input: {
    query: pageQuery.extend({
      only: z.enum(['unanswered']).optional(),
      /** The messages of this sender, compared case-insensitively. */
      email: personEmail.optional(),
      /**
       * Words of the message or of one email in its thread: subject, sender, text, folded text. A thread needs all of them, in any order
       * and case. A word of three or more letters also matches words that begin with it.
       */
      search: wordsInput.optional(),
    }),
  },
  output: z.array(contactMessage),
  errors: ['invalid_input'],
});

/** Sets or clears the read or answered mark of a message. An answered message is also read. */
export const changeContactMessage = endpoint('PATCH /api/admin/contact-messages/{id}', {
  role: 'support',
  stepUp: { neverBecause: 'it sets a mark of the inbox, which any admin can set back' },
  summary: 'Marks a message to the support as read or answered.',
  input: {
    params: byId,
    body: z.object({ read: z.boolean().optional(), answered: z.boolean().optional() }),
  },
  output: contactMessage,
  errors: ['not_found', 'invalid_input'],
});

export const contactReply = z.object({
  id: z.string(),
  text: z.string(),
  /** The email of the admin. */
  written_by: z.string(),
  written_at: z.string(),
  /** Its email in the outbox; null once it is deleted by data retention. */
  mail: z
    .object({
      id: z.string(),
      state: z.enum(emailStates),
      last_error: z.string().nullable(),
      sent_at: z.string().nullable(),
    })
    .nullable(),
});

const emailParts = {
  /** Where the sender wants answers; null where that is the sender. */
  reply_to: z.string().nullable(),
  /** What follows the text of an email: quotation, signature, the end of a long one. Null without. */
  rest: z.string().nullable(),
  /** Something of the email is in no text: `getEmailSource` returns it. */
  has_source: z.boolean(),
};

/** An email that arrived in the thread. */
const incomingEmail = z.object({
  id: z.string(),
  name: z.string(),
  /** The sender, who may be another person than the writer of the message. */
  email: z.string(),
  text: z.string(),
  ...emailParts,
  received_at: z.string(),
});

/** Oldest reply and email first. */
export const getContactThread = endpoint('GET /api/admin/contact-messages/{id}', {
  role: 'viewer',
  summary: 'Returns a message to the support with its replies, its writer and their orders.',
  input: { params: byId },
  output: z.object({
    message: contactMessage.extend(emailParts),
    replies: z.array(contactReply),
    incoming_emails: z.array(incomingEmail),
    /** Of the message, as its words suggest it. */
    language: z.enum(languages),
    /** The existing orders that the message names, also those of other customers. */
    named_orders: z.array(order),
    /** Of the writer's email; null without an order. */
    customer: z
      .object({
        email: z.string(),
        totalSpent: z.number(),
        totalOrders: z.number(),
        /** The newest ones. */
        orders: z.array(order),
      })
      .nullable(),
    /** The newest other messages of the writer. */
    other_messages: z.array(
      z.object({ id: z.string(), subject: z.string(), received_at: z.string(), answered_at: z.string().nullable() }),
    ),
    /** The values of the placeholders. One without a value is missing. */
    placeholders: z.partialRecord(z.enum(replyPlaceholders), z.string()),
    /** False in a live store without a mail server. */
    can_reply: z.boolean(),
  }),
  errors: ['not_found'],
});

/** `id`: of the message, or of an email in its thread. 404 where the texts hold all of it. */
export const getEmailSource = endpoint('GET /api/admin/contact-messages/{id}/source', {
  role: 'viewer',
  summary: 'Returns an incoming email as it arrived, where its text is not shown in full.',
  input: { params: byId },
  output: z.object({
    /** In base64, at most the first megabyte of the email. */
    source: z.string(),
  }),
  errors: ['not_found'],
});

/**
 * Sends a reply to the writer of the message and marks it as answered. The same Idempotency-Key and text return the same
 * reply; it is sent once. 409 without a mail server. 429 after too many replies to one address.
 */
export const replyToMessage = endpoint('POST /api/admin/contact-messages/{id}/replies', {
  role: 'support',
  stepUp: { neverBecause: 'it goes to the writer of the message only' },
  idempotencyKey: 'required',
  summary: 'Replies to a message by email.',
  input: { params: byId, body: z.object({ text: z.string() }) },
  output: z.object({ success: z.literal(true), reply: contactReply }),
  errors: ['not_found', 'invalid_input', 'conflict', 'idempotency_mismatch', 'rate_limited'],
});

const templates = z
  .array(
    z.object({
      language: z.enum(languages),
      name: nameInput(replyLimits.name),
      text: noteInput(replyLimits.text),
    }),
  )
  .max(replyLimits.templates);

const replyTemplates = z.object({
  /** 0: the first templates of the store, never saved. */
  version: z.number(),
  templates,
});

export const listReplyTemplates = endpoint('GET /api/admin/reply-templates', {
  role: 'viewer',
  summary: 'Lists the templates of replies.',
  output: replyTemplates,
});

/** `version`: the one that was read. 409 when someone saved another since; a repeat of the same list returns it. */
export const saveReplyTemplates = endpoint('PUT /api/admin/reply-templates', {
  role: 'support',
  stepUp: { neverBecause: 'an admin reads a template before it is sent, and earlier versions are kept' },
  summary: 'Saves the templates of replies.',
  input: { body: z.object({ version: z.number().int().min(0).max(1_000_000_000), templates }) },
  output: replyTemplates,
  errors: ['invalid_input', 'conflict'],
});
