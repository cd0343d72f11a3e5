// Calls about one message to the support: the thread, a reply, and the templates of replies.
import { z } from 'zod';
import { contactMessage } from './contact.ts';
import { emailStates } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { order } from './orders.ts';
import { replyLimits, replyPlaceholders } from './reply-placeholders.ts';
import { byId } from './shared-schemas.ts';
import { nameInput, noteInput } from './text-inputs.ts';

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

/** An email that arrived in the thread. */
const incomingEmail = z.object({
  id: z.string(),
  name: z.string(),
  /** The sender, who may be another person than the writer of the message. */
  email: z.string(),
  text: z.string(),
  received_at: z.string(),
});

/** Oldest reply and email first. */
export const getContactThread = endpoint('GET /api/admin/contact-messages/{id}', {
  role: 'viewer',
  summary: 'Returns a message to the support with its replies, its writer and their orders.',
  input: { params: byId },
  output: z.object({
    message: contactMessage,
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
