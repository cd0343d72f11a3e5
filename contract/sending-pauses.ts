// Calls that pause the sending of one order, and lift the pause.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { order } from './orders.ts';
import { pauseStates } from './sending-pause-rules.ts';
import { byId } from './shared-schemas.ts';

/**
 * Pauses the sending of one order for 72 hours, by the token of the link in an email about a change. A repeat with the same
 * token returns the same pause, and sets no other. 404 `wrong_pause_link`: the token is not valid or has expired.
 */
export const pauseSending = endpoint('POST /api/orders/pause-sending', {
  access: 'public',
  summary: 'Pauses the sending of one order for 72 hours.',
  input: { body: z.object({ token: z.string().max(200) }) },
  /** `paused_until`: null where the pause of this token has ended. */
  output: z.object({ order_id: z.string(), state: z.enum(pauseStates), paused_until: z.string().nullable() }),
  errors: ['wrong_pause_link'],
  limit: 'pause_sending',
  noStore: true,
});

/** Lifts the pause that the buyer set. 409 `conflict`: the order is not paused. */
export const resumeSending = endpoint('POST /api/admin/orders/{id}/resume-sending', {
  role: 'manager',
  stepUp: true,
  summary: 'Lifts the pause of the sending of an order.',
  input: { params: byId },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'conflict'],
});
