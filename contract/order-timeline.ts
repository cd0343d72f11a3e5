// Calls about the timeline of an order and its notes.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { longestNote } from './list-limits.ts';
import { byId, success } from './shared-schemas.ts';
import { noteInput } from './text-inputs.ts';

/** Maximum number of timeline entries; the newest ones are returned. */
export const mostTimelineEntries = 300;

const timelineEntry = z.object({
  at: z.string(),
  /** An admin's email, `system`, `visitor`, `gateway`, `provider` or `mail`. */
  who: z.string(),
  /** `order.status`, `payment.captured`, `mail.order_paid`, `note` ... */
  what: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** Newest first: audit log, ledger, dispatches, emails and notes. */
export const orderTimeline = endpoint('GET /api/admin/orders/{id}/timeline', {
  role: 'viewer',
  summary: 'Returns the timeline of an order.',
  input: { params: byId },
  output: z.array(timelineEntry),
  errors: ['order_not_found'],
});

/** A note that only admins see. It cannot be changed; only an erasure of the buyer removes it. */
export const addOrderNote = endpoint('POST /api/admin/orders/{id}/notes', {
  role: 'support',
  stepUp: { neverBecause: 'a note is only added, under the name of the admin' },
  summary: 'Adds a note to an order.',
  input: { params: byId, body: z.object({ note: noteInput(longestNote) }) },
  output: success,
  errors: ['order_not_found', 'invalid_input'],
});
