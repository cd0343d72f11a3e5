// The page of one order: what it shows, and the call that it polls.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { publicOrder } from './orders.ts';
import { postStates } from './post-progress.ts';
import { wallets } from './wallets.ts';

const isoTime = z.string();

export const orderEventKinds = [
  'ordered',
  'paid',
  'started',
  'link_replaced',
  'completed',
  'expired',
  'refunded',
  'disputed',
  'dispute_won',
] as const;

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
  /** As the order has it. */
  post_link: z.string(),
  state: z.enum(postStates),
  ordered: z.number(),
  delivered: z.number().optional(),
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
  /** In the order of the links. */
  posts: z.array(post),
  /** Oldest first. `amount`: of a refund. */
  events: z.array(z.object({ kind: z.enum(orderEventKinds), at: isoTime, amount: z.number().optional() })),
});
export type OrderPage = z.output<typeof orderPageData>;

/** Only with the key of this order. Without it, and for an unknown order, 404 `order_not_found`. */
export const getOrderPage = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/page',
  access: 'public',
  summary: 'Returns what the page of an order shows.',
  input: { params: z.object({ id: z.string() }) },
  output: orderPageData,
  errors: ['order_not_found'],
  proof: ['Order-Key'],
  limit: 'read_order',
  noStore: true,
});
