// Calls about orders: create, read, list, track and change.
import { z } from 'zod';
import { categories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { earlierSend, providerOrder } from './fulfilment.ts';
import { defaultLanguage, languages } from './languages.ts';
import { linkDescription } from './link-description.ts';
import { longestSearch } from './list-limits.ts';
import { type OrderFilterName, orderSorts } from './order-filter.ts';
import { deliveryStates, orderQueues, paymentStates, sendBarriers } from './order-progress.ts';
import { orderStatuses } from './order-status.ts';
import { paymentStatuses } from './payment-status.ts';
import { byId, pageQuery } from './shared-schemas.ts';
import { addressInput, linkInput, noteInput, searchInput } from './text-inputs.ts';

export const category = z.enum(categories);
export const orderStatus = z.enum(orderStatuses);
export const paymentStatus = z.enum(paymentStatuses);
const isoTime = z.string();

/**
 * Counts of links and units, with `delivered` at most `ordered`. `delivered` is omitted until a provider returns a
 * count.
 */
export const orderDelivery = z.object({
  state: z.enum(deliveryStates),
  links: z.number(),
  sent: z.number(),
  ended: z.number(),
  ordered: z.number(),
  delivered: z.number().optional(),
});

/** The public view of one order. Dollars with two decimals; times in ISO 8601 UTC. */
export const publicOrder = z.object({
  id: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  quantity: z.number(),
  category,
  amount: z.number(),
  created_at: isoTime,
  /** The derived payment and delivery states. */
  payment: z.enum(paymentStates),
  delivery: orderDelivery,
});

/** The admin's view. */
export const order = publicOrder.extend({
  customer_email: z.string(),
  customer_username: z.string(),
  refunded_amount: z.number(),
  post_links: z.array(z.string()),
  updated_at: isoTime,
  paid_at: isoTime.nullable(),
  /** For each link: units delivered by the links that it replaces. They are not sent again. */
  delivered_before: z.array(z.number()),
  /** Why no link of a paid order can be sent now; null where nothing prevents it. */
  send_barrier: z.enum(sendBarriers).nullable(),
  /** Until when the buyer paused the sending; null when it is not paused. */
  sending_paused_until: isoTime.nullable(),
  /** The status before the last manual change, while it can be undone. */
  undo_status: z.object({ status: orderStatus, until: isoTime }).nullable(),
});

/** The customer's view after a search by email: no email, no user name, no payment data. */
export const trackedOrder = publicOrder.extend({
  refunded_amount: z.number(),
  /** Without proof shortened: `instagram.com/p/C8x…`. */
  post_links: z.array(z.string()),
  /** What each link opens, null for a post; absent where all are posts. Without proof no names. */
  opens: z.array(linkDescription.nullable()).optional(),
  /** The path of the receipt of a paid order; null without proof. */
  receipt_path: z.string().nullable(),
  /** The path of the page of the order; null without proof. */
  order_path: z.string().nullable(),
  api_orders: z.array(providerOrder),
});

/** Creates an unpaid order at the server's price. Repeats with the same Idempotency-Key return the same response. */
export const createOrder = endpoint('POST /api/create-order', {
  access: 'public',
  idempotencyKey: 'optional',
  summary: "Creates an unpaid order at the server's price.",
  input: {
    body: z.object({
      email: addressInput.default(''),
      post_links: z.array(linkInput).default([]),
      quantity: z.number(),
      /** Dollars, as shown to the buyer. */
      price: z.number(),
      category: category.default('Likes'),
      /** The language of the page, used for the receipt. */
      language: z.enum(languages).default(defaultLanguage),
    }),
  },
  /** `orderKey` proves that a caller placed this order: the header `Order-Key: <orderId>.<orderKey>` of a search. */
  output: z.object({ status: z.literal('success'), orderId: z.string(), orderKey: z.string() }),
  errors: [
    'invalid_input',
    'price_changed',
    'rate_limited',
    'in_flight',
    'idempotency_mismatch',
    'not_open',
    'checkout_paused',
    'category_paused',
  ],
  errorBody: 'status',
});

const dollars = z.coerce.number().min(0).max(1_000_000);
const dayOrTime = z.iso.datetime({ offset: true }).or(z.iso.date());

/**
 * Filter and sort order. A day in `to` is included; days are in the store's time zone. Amounts in dollars, both limits
 * included.
 */
export const orderFilter = z.object({
  /**
   * A part of the ID, email, @username or status, case-insensitive; one or two characters match prefixes. Also an order
   * number ("#ID", "Pedido #ID"), a post link in any form, a shortcode, or a provider order ID.
   */
  search: searchInput.max(longestSearch).optional(),
  status: z.string().max(20).optional(),
  category: category.optional(),
  payment: z.enum(paymentStates).optional(),
  delivery: z.enum(deliveryStates).optional(),
  queue: z.enum(orderQueues).optional(),
  from: dayOrTime.optional(),
  to: dayOrTime.optional(),
  amountMin: dollars.optional(),
  amountMax: dollars.optional(),
  sort: z.enum(orderSorts).default('newest'),
} satisfies Record<OrderFilterName, z.ZodType>);

/**
 * Newest first unless `sort` is set; a bare array; the total in X-Total-Count, the next page in Link. With
 * X-Total-Capped, more orders match than X-Total-Count states: counts stop at `countedAtMost` for amounts, hours, states
 * and queues, and at about one page for a common text, where it may differ between pages.
 */
export const listOrders = endpoint('GET /api/orders', {
  role: 'viewer',
  total: 'capped',
  scope: 'orders:read',
  summary: 'Lists orders by pages, newest first unless sorted otherwise.',
  input: { query: orderFilter.extend(pageQuery.shape) },
  output: z.array(order),
  errors: ['invalid_input'],
});

/**
 * The public view for anyone with the ID, the full view for an admin. Without proof, a disputed order is shown as before
 * the dispute, except for `payment_status`.
 */
export const getOrder = endpoint('GET /api/orders/{id}', {
  access: 'either',
  role: 'viewer',
  scope: 'orders:read',
  summary: 'Returns one order.',
  input: { params: byId },
  /** Only admins receive the receipt path, because the receipt shows the links. `earlier_sends` is oldest first. */
  output: z.union([order.extend({ receipt_path: z.string(), earlier_sends: z.array(earlierSend) }), publicOrder]),
  errors: ['order_not_found'],
  proof: ['Order-Key', 'Order-Proof'],
  limit: 'read_order',
});

/**
 * Changes an order manually. A field equal to the stored value is no change. The amount follows the quantity; quantity and
 * links are fixed once paid, sent, or shown to a payer. Another amount or category is 400 `invalid_input`. The address of
 * before of a paid order gets an email, by which its reader can pause the sending.
 */
export const changeOrder = endpoint('PUT /api/orders/{id}', {
  role: 'manager',
  stepUp: { when: 'it changes the email of a paid order, or sets an unpaid one to Processing or Completed' },
  summary: 'Changes the email, user name, links, quantity or status of an order.',
  input: {
    params: byId,
    body: z.object({
      customer_email: addressInput.optional(),
      customer_username: z.string().optional(),
      /** A list, a list as JSON, or one link. */
      post_links: z.union([z.array(z.string()), z.string()]).optional(),
      quantity: z.number().optional(),
      status: z.string().optional(),
      /** Compared only: it must be the stored one, in dollars. */
      amount: z.union([z.number(), z.string()]).optional(),
      /** Compared only. */
      category: z.string().optional(),
    }),
  },
  output: order,
  errors: ['order_not_found', 'conflict', 'invalid_input', 'step_up'],
});

/**
 * Hides an order from all lists; revenue figures keep it. A repeat returns 404. An order that was ever paid requires
 * step-up, else 403 `step_up`.
 */
export const deleteOrder = endpoint('DELETE /api/orders/{id}', {
  role: 'manager',
  stepUp: { when: 'the order was ever paid' },
  summary: 'Hides an order.',
  input: { params: byId },
  output: z.object({ success: z.literal(true), id: z.string() }),
  errors: ['order_not_found', 'step_up'],
});

/**
 * Sets one of four statuses from any other; never changes the payment. `expected`: the status that the admin saw; 409
 * `conflict` when it has changed. Completing a paid order with undelivered units returns 409 `undelivered` unless
 * `confirm` is true.
 */
export const changeOrderStatus = endpoint('PATCH /api/admin/orders/{id}/status', {
  role: 'manager',
  stepUp: { when: 'it sets an unpaid order to Processing or Completed' },
  summary: 'Sets the status of an order.',
  input: {
    params: byId,
    body: z.object({ status: z.string(), expected: z.string().max(20).optional(), confirm: z.boolean().optional() }),
  },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'invalid_input', 'conflict', 'undelivered'],
});

/**
 * Reverts the last manual status change within ten minutes; later events still apply. 409 `undo_expired` after that, or
 * when there is nothing to undo.
 */
export const undoOrderStatus = endpoint('POST /api/admin/orders/{id}/undo-status', {
  role: 'manager',
  stepUp: { neverBecause: 'it only restores what was there ten minutes ago' },
  summary: 'Undoes the last manual change of a status.',
  input: { params: byId },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'undo_expired'],
});

/**
 * Replaces a link that is unsent, refused, failed or canceled. The undelivered units can then be sent to the new link.
 * 409 while the link is in delivery. The buyer gets an email, by which the sending can be paused.
 */
export const replaceLink = endpoint('POST /api/admin/orders/{id}/replace-link', {
  role: 'manager',
  stepUp: true,
  summary: 'Replaces a post link of a paid order.',
  input: {
    params: byId,
    body: z.object({
      postLink: z.string().max(2_000),
      newLink: linkInput.max(2_000),
      reason: noteInput(500).optional(),
    }),
  },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'invalid_input', 'not_paid', 'being_sent', 'outcome_unsettled', 'conflict'],
});
