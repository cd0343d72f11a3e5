// Calls about emails in the outbox, and the preview of the digest.
import { z } from 'zod';
import { adminLanguages } from './admin-languages.ts';
import { digestPeriods } from './digest-rules.ts';
import { emailStates, mostResent, previewedEmailKinds } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { byId, pageQuery } from './shared-schemas.ts';

const mail = z.object({
  id: z.string(),
  /**
   * order_received, order_paid, delivery_started, part_missing, order_completed, order_refunded, dispute_received,
   * link_replaced, link_declined, order_changed, post_hidden, drop_refilling, drop_refilled, drop_refused, track_code,
   * admin_invitation, contact, contact_received, contact_reply, alert, daily_digest, weekly_digest
   */
  kind: z.string(),
  order_id: z.string().nullable(),
  /** `***` of an email to owners or to an invited admin, for any other role. */
  recipient: z.string(),
  /** kept: no SMTP server is configured, so the email is stored only. */
  state: z.enum(emailStates),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});

/** An email as text. */
export const letter = z.object({
  subject: z.string(),
  text: z.string(),
  /** The same content as HTML; null for a plain-text email. */
  html: z.string().nullable(),
});

/** Newest first, a bare array; the next page in Link. `unsent`: those that failed, that an attempt failed to
 * send, or that are stored without a mail server; without codes and acknowledgements. */
export const listMails = endpoint('GET /api/admin/mails', {
  role: 'viewer',
  summary: 'Lists the emails of the store, newest first, by pages.',
  input: {
    query: pageQuery.extend({
      only: z.enum(['unsent']).optional(),
      order: z.string().max(12).optional(),
    }),
  },
  output: z.array(mail),
  errors: ['invalid_input'],
});

/** The text that a resend would contain; null when the order or message no longer exists. */
export const previewMail = endpoint('GET /api/admin/mails/{id}', {
  role: 'viewer',
  summary: 'Returns one email with its text.',
  input: { params: byId },
  output: mail.extend({ letter: letter.nullable() }),
  errors: ['not_found'],
});

/** A preview of an email to buyers, of an acknowledgement or of a code, with a sample order and the store's name and URLs. */
export const previewEmail = endpoint('GET /api/admin/mails/preview', {
  role: 'viewer',
  summary: 'Returns an email to buyers with sample data.',
  input: { query: z.object({ kind: z.enum(previewedEmailKinds), language: z.enum(languages) }) },
  output: letter,
  errors: ['invalid_input'],
});

/**
 * Sends the email again, whatever its state. Throws `conflict` without an SMTP server, while it is being
 * sent, and where it is not due any more: a paid order is not reminded of its payment.
 */
export const resendMail = endpoint('POST /api/admin/mails/{id}/resend', {
  role: 'support',
  stepUp: { neverBecause: 'it goes to the same recipient as before' },
  summary: 'Resends an email.',
  input: { params: byId },
  output: mail,
  errors: ['not_found', 'conflict'],
});

/**
 * The unsent emails of the newest `days` that are still due, at most 200. `can_send`: a mail server is set up. `not_due`: the
 * number of the others, whose order was deleted for example.
 */
export const listUnsentMails = endpoint('GET /api/admin/mails/unsent', {
  role: 'support',
  summary: 'Lists the unsent emails that can be sent together.',
  output: z.object({ can_send: z.boolean(), days: z.number(), mails: z.array(mail), not_due: z.number() }),
});

/**
 * Queues the emails of `ids` that are still unsent and due, each on its own: a repeat after an interruption sends the rest, and
 * none twice. Throws `conflict` without a mail server.
 */
export const sendUnsentMails = endpoint('POST /api/admin/mails/unsent', {
  role: 'support',
  stepUp: { neverBecause: 'they go to the same recipients as before' },
  summary: 'Sends unsent emails.',
  input: { body: z.object({ ids: z.array(z.uuid()).min(1).max(mostResent) }) },
  output: z.object({ queued: z.number(), skipped: z.number() }),
  errors: ['conflict'],
});

/** daily: of yesterday. weekly: of the last complete week, from Monday on. Sends nothing. */
export const previewDigest = endpoint('GET /api/admin/mails/digest', {
  role: 'viewer',
  summary: 'Returns the digest of the last day or week, as it would be sent now.',
  input: { query: z.object({ period: z.enum(digestPeriods), language: z.enum(adminLanguages) }) },
  output: letter,
  errors: ['invalid_input'],
});
