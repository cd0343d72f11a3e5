// Calls about money that goes back (D-6, D-16): what may still be given back of an order, and giving it.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { refundStates } from './payment-status.ts';

/** Dollars with two decimals; times in ISO 8601 UTC. */
export const refund = z.object({
  id: z.string(),
  /** The number of the payment that is given back; null for one that an admin vouched for. */
  payment: z.number().nullable(),
  amount: z.number(),
  state: z.enum(refundStates),
  reason: z.string(),
  undelivered_quantity: z.number().nullable(),
  /** Why it failed, or what is in its way. */
  problem: z.string().nullable(),
  requested_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

const refundable = z.object({
  /** Null: paid outside of any gateway, as an admin said. */
  payment: z.number().nullable(),
  /** second: money that came although the order was paid already. */
  kind: z.enum(['paid', 'by_hand', 'second']),
  amount: z.number(),
  /** What is left of it to give back. */
  left: z.number(),
});

const orderParams = z.object({ id: z.string() });

/** What was given back of an order, oldest first, what may be, and what the undelivered part is worth now. */
export const listRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/orders/{id}/refunds',
  access: 'admin',
  scope: 'orders:read',
  summary: 'Lists the refunds of an order, and what may still be given back.',
  input: { params: orderParams },
  output: z.object({
    refunds: z.array(refund),
    payments: z.array(refundable),
    undelivered: z.object({
      /** Of the order's quantity, without what was given back as undelivered before. */
      quantity: z.number(),
      amount: z.number(),
      /** Links on their way, and links of which nobody knows: they count as delivered. */
      running: z.number(),
      unknown: z.number(),
    }),
    /** Every link was sent and has ended, and something of it is missing: giving that back is the thing to do (rule 9). */
    proposed: z.boolean(),
  }),
  errors: ['order_not_found'],
});

/**
 * Gives money back to the payer (D-6, D-13, D-16, rule 11). Needs an Idempotency-Key: under the same one and the same body
 * it is the same refund, told as it is by now. With `undelivered` the store computes the amount; an `amount` beside it must
 * be the same. 200 also for a refund that is not settled yet: the store looks after it.
 */
export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/refunds',
  access: 'admin',
  scope: 'refunds:write',
  stepUp: true,
  idempotencyKey: 'required',
  summary: 'Gives money back to the payer of an order.',
  input: {
    params: orderParams,
    body: z.object({
      /** Dollars with at most two decimals. */
      amount: z.number().optional(),
      reason: z.string().trim().min(1).max(500),
      undelivered: z.boolean().default(false),
      /** Which payment, by its number; the one that paid the order where it is left out. */
      payment: z.number().int().positive().optional(),
    }),
  },
  output: z.object({ success: z.literal(true), refund }),
  errors: [
    'order_not_found',
    'not_paid',
    'conflict',
    'being_sent',
    'idempotency_mismatch',
    'refund_refused',
    'step_up',
  ],
});
