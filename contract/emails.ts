// Calls about the mails that the store sent or keeps (D-10).
import { z } from 'zod';
import { buyerEmailKinds, emailStates } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';

const mail = z.object({
  id: z.string(),
  /** order_received, order_paid, order_completed, order_refunded, link_replaced, contact */
  kind: z.string(),
  order_id: z.string().nullable(),
  recipient: z.string(),
  /** kept: there is no mail server, it stays here. */
  state: z.enum(emailStates),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
const mailParams = z.object({ id: z.string() });

const letter = z.object({
  subject: z.string(),
  text: z.string(),
  /** The same as HTML; null for an email of plain text alone. */
  html: z.string().nullable(),
});

/** Newest first, a bare array; the next page in Link. `unsent`: those that did not go out, whatever the reason. */
export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'admin',
  summary: 'Lists the mails of the store, newest first, by pages.',
  input: {
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(100).optional(),
      only: z.enum(['unsent']).optional(),
      order: z.string().max(12).optional(),
    }),
  },
  output: z.array(mail),
  errors: ['invalid_input'],
});

/** The words as they would be sent now; null where what the mail tells of is gone. */
export const previewMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/{id}',
  access: 'admin',
  summary: 'Shows one mail with its words.',
  input: { params: mailParams },
  output: mail.extend({ letter: letter.nullable() }),
  errors: ['not_found'],
});

/** An email as a buyer gets it, with an invented order and the store's own name and addresses. */
export const previewEmail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/preview',
  access: 'admin',
  summary: 'Shows an email to buyers with sample data.',
  input: { query: z.object({ kind: z.enum(buyerEmailKinds), language: z.enum(languages) }) },
  output: letter,
  errors: ['invalid_input'],
});

/** Sends it again, whatever became of it before; a conflict without a mail server, or while it is being sent. */
export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/{id}/resend',
  access: 'admin',
  summary: 'Sends a mail once more.',
  input: { params: mailParams },
  output: mail,
  errors: ['not_found', 'conflict'],
});
