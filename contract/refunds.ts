// Calls about refunds: the refundable amounts of an order, and a refund.
import { z } from 'zod';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { refundStates } from './payment-status.ts';
import { byId } from './shared-schemas.ts';
import { noteInput } from './text-inputs.ts';

/** Dollars with two decimals; times in ISO 8601 UTC. */
export const refund = z.object({
  id: z.string(),
  /** The number of the refunded payment; null for a manually confirmed payment. */
  payment: z.number().nullable(),
  amount: z.number(),
  state: z.enum(refundStates),
  reason: z.string(),
  undelivered_quantity: z.number().nullable(),
  /** Why it failed, or what delays it. */
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  requested_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

const refundable = z.object({
  /** Null: paid outside a gateway, confirmed manually by an admin. */
  payment: z.number().nullable(),
  /** second: a payment for an order that was already paid. */
  kind: z.enum(['paid', 'by_hand', 'second']),
  amount: z.number(),
  /** The refundable remainder. */
  left: z.number(),
});

/** The refunds of an order, oldest first, its refundable payments, and the current value of the undelivered units. */
export const listRefunds = endpoint('GET /api/admin/orders/{id}/refunds', {
  role: 'viewer',
  scope: 'orders:read',
  summary: 'Lists the refunds of an order, and the amount left to refund.',
  input: { params: byId },
  output: z.object({
    refunds: z.array(refund),
    payments: z.array(refundable),
    undelivered: z.object({
      /** Undelivered units of the order, less those already refunded. */
      quantity: z.number(),
      amount: z.number(),
      /** Links in delivery or with an unknown result. They count as delivered. */
      running: z.number(),
      unknown: z.number(),
    }),
    /** True when all links have ended with missing units, so that a refund is recommended. */
    proposed: z.boolean(),
  }),
  errors: ['order_not_found'],
});

/**
 * Refunds a payment. Requires an Idempotency-Key: the same key and body return the same refund in its current state.
 * With `undelivered` the server computes the amount; a given `amount` must match. 200 also for an unsettled refund; a
 * job completes it. Support refunds up to the limits of the settings: 403 `refund_limit`.
 */
export const refundOrder = endpoint('POST /api/admin/orders/{id}/refunds', {
  role: 'support',
  scope: 'refunds:write',
  stepUp: true,
  idempotencyKey: 'required',
  summary: 'Refunds an order in full or in part.',
  input: {
    params: byId,
    body: z.object({
      /** Dollars with at most two decimals. */
      amount: z.number().optional(),
      reason: noteInput(500),
      undelivered: z.boolean().default(false),
      /** The number of the payment; default: the one that paid the order. */
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
    'refund_limit',
  ],
});
