// The page of one order: what it shows, and the call that it polls.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { orderFacts } from './order-facts.ts';
import { publicOrder } from './orders.ts';
import { byId } from './shared-schemas.ts';
import { wallets } from './wallets.ts';

const isoTime = z.string();

export const orderEventKinds = [
  'ordered',
  'paid',
  'paused',
  'resumed',
  'sent',
  'started',
  'link_replaced',
  'completed',
  'expired',
  'refunded',
  'disputed',
  'dispute_won',
  'drop_reported',
  'link_requested',
  'refill_started',
  'refilled',
  'refill_refused',
] as const;

const orderPageData = publicOrder.extend(orderFacts.shape).extend({
  /** Masked; null after the order lost its personal data. */
  email: z.string().nullable(),
  /** Null while it is not paid, and after the order lost its personal data. */
  paid_with: z
    .object({
      wallet: z.enum(wallets).nullable(),
      card_brand: z.string().nullable(),
      card_last4: z.string().nullable(),
    })
    .nullable(),
  /** Null for an order that was never paid. */
  receipt_path: z.string().nullable(),
  /** Oldest first. `amount`: of a refund. */
  events: z.array(z.object({ kind: z.enum(orderEventKinds), at: isoTime, amount: z.number().optional() })),
  /** Only while the database does not answer: the time of this earlier copy, at most a minute ago. Nothing can be paid by it. */
  as_of: isoTime.optional(),
});
export type OrderPage = z.output<typeof orderPageData>;

/** Only with the key of this order. Without it, and for an unknown order, 404 `order_not_found`. */
export const getOrderPage = endpoint('GET /api/orders/{id}/page', {
  access: 'public',
  summary: 'Returns what the page of an order shows.',
  input: { params: byId },
  output: orderPageData,
  errors: ['order_not_found'],
  proof: ['Order-Key'],
  limit: 'read_order',
  noStore: true,
});

/**
 * Reports that a delivered post lost units, which requests a refill. Only with the key of this order, as its page: else
 * 404 `order_not_found`. 409 `not_delivered`, `guarantee_over`, `drop_reported` (within a day), `refill_under_way` or
 * `order_refunded`. Returns the page of the order.
 */
export const reportDrop = endpoint('POST /api/orders/{id}/report-drop', {
  access: 'public',
  summary: 'Reports that a delivered post lost units.',
  input: { params: byId, body: z.object({ postLink: z.string().max(2_000) }) },
  output: orderPageData,
  errors: [
    'order_not_found',
    'invalid_input',
    'not_delivered',
    'guarantee_over',
    'drop_reported',
    'refill_under_way',
    'order_refunded',
  ],
  proof: ['Order-Key'],
  limit: 'read_order',
  noStore: true,
});

/**
 * Requests to replace an unsent link with another one; an admin accepts or declines the request. It needs the key of this order,
 * like its page; otherwise 404 `order_not_found`. Idempotent for the same two links. 409 `already_sent`, `being_sent`,
 * `outcome_unsettled`, `link_requested` (one request a link), `not_paid`, or `conflict` for an order that ended, was refunded
 * or whose links were erased. Returns the order page.
 */
export const requestLink = endpoint('POST /api/orders/{id}/request-link', {
  access: 'public',
  summary: 'Asks for another link in place of one that is not sent.',
  input: { params: byId, body: z.object({ postLink: z.string().max(2_000), newLink: z.string().max(2_000) }) },
  output: orderPageData,
  errors: [
    'order_not_found',
    'invalid_input',
    'not_paid',
    'already_sent',
    'being_sent',
    'outcome_unsettled',
    'link_requested',
    'conflict',
  ],
  proof: ['Order-Key'],
  limit: 'read_order',
  noStore: true,
});
