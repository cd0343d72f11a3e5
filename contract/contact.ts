// Calls about contact messages: visitors send them, admins read them.
import { z } from 'zod';
import { personEmail } from './data-privacy.ts';
import { emailStates } from './email-kinds.ts';
import { endpoint } from './endpoint.ts';
import { byId, pageQuery, success } from './shared-schemas.ts';
import { addressInput } from './text-inputs.ts';

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

/** The latest thread first, a bare array; the total in X-Total-Count, the next page in Link. */
export const listContactMessages = endpoint('GET /api/admin/contact-messages', {
  role: 'viewer',
  total: 'exact',
  summary: 'Lists messages to the support, newest first, by pages.',
  input: {
    query: pageQuery.extend({
      only: z.enum(['unanswered']).optional(),
      /** The messages of this sender, compared case-insensitively. */
      email: personEmail.optional(),
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
