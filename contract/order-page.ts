// The page of one order: what it shows, and the call that it polls.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { dropStates } from './guarantee.ts';
import { linkRequestStates } from './link-requests.ts';
import { linkDescription, publicOrder } from './orders.ts';
import { postStates } from './post-progress.ts';
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

/**
 * How the unsent links of a paid order go on. now: the store sends them at once. queued: an admin sends them, or the
 * store later. paused: by the buyer. refund_open: after the refund.
 */
export const sendingStates = ['now', 'queued', 'paused', 'refund_open'] as const;

const refund = z.object({
  amount: z.number(),
  /** pending: the gateway has not confirmed it. */
  state: z.enum(['pending', 'refunded']),
  /** Refunded the way that the buyer paid, without a gateway. */
  by_hand: z.boolean(),
  /** When it was requested; null: refunded outside the store at an unknown time. */
  at: isoTime.nullable(),
});

const post = z.object({
  /** Null: a link without a shortcode. */
  kind: z.enum(['p', 'reel', 'tv']).nullable(),
  shortcode: z.string().nullable(),
  /**
   * As the order has it. Before the payment only the address of the post, or null without a shortcode: anybody can place an
   * order with any text as a link.
   */
  post_link: z.string().nullable(),
  /** What a link opens that is not the link of a post: it was chosen anyway, unless it is shared. */
  opens: linkDescription.optional(),
  state: z.enum(postStates),
  ordered: z.number(),
  delivered: z.number().optional(),
  /** While it runs. `can_report`: a drop can be reported now. */
  guarantee: z.object({ until: isoTime, days_left: z.number(), can_report: z.boolean() }).optional(),
  /** The last report of a drop. `reason`: why an admin dismissed it. */
  drop: z.object({ state: z.enum(dropStates), reason: z.string().nullable(), reported_at: isoTime }).optional(),
  /** The provider finds the post private, hidden or deleted. With `to_send` the store tries it again by itself. */
  hidden: z.literal(true).optional(),
  /** With `to_send`: starts when the delivery of another order for the same post is complete. */
  after_other_order: z.literal(true).optional(),
  /** The buyer can ask for another link. */
  can_replace: z.literal(true).optional(),
  /** The last request for another link in this place. `reason`: why an admin declined it. */
  link_request: z
    .object({
      new_link: z.string(),
      state: z.enum(linkRequestStates),
      reason: z.string().nullable(),
      requested_at: isoTime,
    })
    .optional(),
});

const orderPageData = publicOrder.extend({
  /** Masked; null after the order lost its personal data. */
  email: z.string().nullable(),
  /** The payment has been confirming for more than two minutes. */
  confirming_long: z.boolean(),
  /** Null while it is not paid, and after the order lost its personal data. */
  paid_with: z
    .object({
      wallet: z.enum(wallets).nullable(),
      card_brand: z.string().nullable(),
      card_last4: z.string().nullable(),
    })
    .nullable(),
  refunded_amount: z.number(),
  /** Null for an order that was never paid. */
  receipt_path: z.string().nullable(),
  refunds: z.array(refund),
  /** Null where nothing is to be sent. */
  sending: z.enum(sendingStates).nullable(),
  /** In the order of the links. */
  posts: z.array(post),
  /** Oldest first. `amount`: of a refund. */
  events: z.array(z.object({ kind: z.enum(orderEventKinds), at: isoTime, amount: z.number().optional() })),
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
 * Asks for another link in place of one that is not sent; an admin accepts or declines it. Only with the key of this order,
 * as its page: else 404 `order_not_found`. The same two links again return the same. 409 `already_sent`, `being_sent`,
 * `outcome_unsettled`, `link_requested` (one request a link), `not_paid`, or `conflict` for an order that ended, was refunded
 * or lost its links. Returns the page of the order.
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
