// Calls about one order's story: what happened to it, and what admins wrote beside it.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { longestNote } from './list-limits.ts';

/** So much of the story is told, the newest of it. */
export const mostTimelineEntries = 300;

const timelineEntry = z.object({
  at: z.string(),
  /** An admin's e-mail, `system`, `visitor`, `gateway`, `provider` or `mail`. */
  who: z.string(),
  /** `order.status`, `payment.captured`, `mail.order_paid`, `note` ... */
  what: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** Newest first: from the audit log, the ledger, the links at the provider, the mails, and the notes. */
export const orderTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/orders/{id}/timeline',
  access: 'admin',
  summary: 'Tells what happened to an order, by whom and when.',
  input: { params: z.object({ id: z.string() }) },
  output: z.array(timelineEntry),
  errors: ['order_not_found'],
});

/** Beside the order, for admins only; never changed or removed but with the order's person. */
export const addOrderNote = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/notes',
  access: 'admin',
  summary: 'Writes a note beside an order.',
  input: { params: z.object({ id: z.string() }), body: z.object({ note: z.string().trim().min(1).max(longestNote) }) },
  output: z.object({ success: z.literal(true) }),
  errors: ['order_not_found', 'invalid_input'],
});
