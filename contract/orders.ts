// Calls about orders: the shop creates and reads one, a customer finds theirs, an admin lists and changes them.
import { z } from 'zod';
import { categories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { providerOrder } from './fulfilment.ts';
import { defaultLanguage, languages } from './languages.ts';
import { longestSearch } from './list-limits.ts';
import { deliveryStates, paymentStates } from './order-progress.ts';
import { orderStatuses } from './order-status.ts';
import { paymentStatuses } from './payment-status.ts';

export const category = z.enum(categories);
export const orderStatus = z.enum(orderStatuses);
export const paymentStatus = z.enum(paymentStatuses);
const isoTime = z.string();

/** Counts of links and of units, never more delivered than ordered; `delivered` is left out while no provider told a count. */
const delivery = z.object({
  state: z.enum(deliveryStates),
  links: z.number(),
  sent: z.number(),
  ended: z.number(),
  ordered: z.number(),
  delivered: z.number().optional(),
});
const orderParams = z.object({ id: z.string() });

/** Dollars with two decimals; times in ISO 8601 UTC. What an anonymous reader of one order sees (S-3). */
export const publicOrder = z.object({
  id: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  quantity: z.number(),
  category,
  amount: z.number(),
  created_at: isoTime,
  /** What its payment and its delivery are, from all that is known of it (D-34). */
  payment: z.enum(paymentStates),
  delivery,
});

/** The admin's view (section 6, D-16). */
export const order = publicOrder.extend({
  customer_email: z.string(),
  customer_username: z.string(),
  refunded_amount: z.number(),
  post_links: z.array(z.string()),
  updated_at: isoTime,
  paid_at: isoTime.nullable(),
  /** Of each link: units that were delivered of the links that it replaces. They are not sent again. */
  delivered_before: z.array(z.number()),
  /** The status that the last change by hand replaced, while it can be undone. */
  undo_status: z.object({ status: orderStatus, until: isoTime }).nullable(),
});

/** What a customer sees who gives the e-mail of the order: no e-mail, no user name, no payment data. */
export const trackedOrder = publicOrder.extend({
  refunded_amount: z.number(),
  post_links: z.array(z.string()),
  /** Where its receipt is, once it was paid. */
  receipt_path: z.string().nullable(),
  api_orders: z.array(providerOrder),
});

/** Creates an unpaid order at the server's own price (PAY-1..5, S-1). Repeats under one Idempotency-Key answer alike (D-31). */
export const createOrder = endpoint({
  method: 'POST',
  path: '/api/create-order',
  access: 'public',
  idempotencyKey: 'optional',
  summary: 'Creates an unpaid order at the price of the server.',
  input: {
    body: z.object({
      email: z.string().default(''),
      post_links: z.array(z.string()).default([]),
      quantity: z.number(),
      /** Dollars, as shown to the buyer. */
      price: z.number(),
      category: category.default('Likes'),
      /** Of the page: what the receipt is written in. */
      language: z.enum(languages).default(defaultLanguage),
    }),
  },
  output: z.object({ status: z.literal('success'), orderId: z.string() }),
  errors: ['invalid_input', 'price_changed', 'rate_limited', 'in_flight', 'idempotency_mismatch', 'not_open'],
  errorBody: 'status',
});

const dollars = z.coerce.number().min(0).max(1_000_000);
const dayOrTime = z.iso.datetime({ offset: true }).or(z.iso.date());

/** Which orders, and in which order. `to` as a day means all of it; days are those of the store's time zone. Amounts in dollars, both ends included. */
export const orderFilter = z.object({
  /**
   * A part of the id, email, @username or status, in any case; one or two characters: their beginning. Also an order number as
   * the store prints it ("#ID", "Pedido #ID"), a post link in any form, a shortcode, or the id of a provider order.
   */
  search: z.string().max(longestSearch).optional(),
  status: z.string().max(20).optional(),
  category: category.optional(),
  payment: z.enum(paymentStates).optional(),
  delivery: z.enum(deliveryStates).optional(),
  from: dayOrTime.optional(),
  to: dayOrTime.optional(),
  amountMin: dollars.optional(),
  amountMax: dollars.optional(),
  sort: z.enum(['newest', 'oldest', 'highest', 'lowest']).default('newest'),
});

/**
 * Newest first unless `sort` says otherwise; a bare array; the total in X-Total-Count, the next page in Link (D-7, S-2).
 * Where X-Total-Capped is there, more match than X-Total-Count says. What is narrowed by amounts or hours is counted up to
 * `countedAtMost`, what a text finds up to `lookedAtMost`; a common text among more orders than that as far as a page goes, so
 * that the count may differ from page to page.
 */
export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'admin',
  scope: 'orders:read',
  summary: 'Lists orders by pages, the newest first or as asked.',
  input: {
    query: orderFilter.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.string().max(100).optional(),
    }),
  },
  output: z.array(order),
  errors: ['invalid_input'],
});

/** The reduced order for anyone who knows its id, the full one for an admin (S-3). */
export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  access: 'either',
  scope: 'orders:read',
  summary: 'Reads one order.',
  input: { params: orderParams },
  /** The address of the receipt is no stranger's: it leads to the links. */
  output: z.union([order.extend({ receipt_path: z.string() }), publicOrder]),
  errors: ['order_not_found'],
  limit: 'read_order',
});

/** Changes an order by hand (S-4, D-19). The amount follows the quantity, and only before payment. */
export const changeOrder = endpoint({
  method: 'PUT',
  path: '/api/orders/{id}',
  access: 'admin',
  summary: 'Changes the e-mail, links, quantity or status of an order.',
  input: {
    params: orderParams,
    body: z.object({
      customer_email: z.string().optional(),
      post_links: z.array(z.string()).optional(),
      quantity: z.number().optional(),
      status: z.string().optional(),
    }),
  },
  output: order,
  errors: ['order_not_found', 'conflict', 'invalid_input'],
});

/**
 * Hides an order from every list; money figures keep it (A-35, D-18). A repeat is 404. Of an order that was ever paid the
 * password must have been given lately, else 403 `step_up` (D-30, D-40).
 */
export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/api/orders/{id}',
  access: 'admin',
  summary: 'Hides an order.',
  input: { params: orderParams },
  output: z.object({ success: z.literal(true), id: z.string() }),
  errors: ['order_not_found', 'step_up'],
});

/**
 * Any of the four admin statuses from any other (STATE-1, A-33); never touches the payment. `expected`: the status that
 * the admin looked at; 409 `conflict` where it is another one by now. Completed on an order that the ledger shows paid, of
 * which not all was delivered, is 409 `undelivered` unless `confirm` is true (D-43).
 */
export const changeOrderStatus = endpoint({
  method: 'PATCH',
  path: '/api/admin/orders/{id}/status',
  access: 'admin',
  summary: 'Sets the status of an order by hand.',
  input: {
    params: orderParams,
    body: z.object({ status: z.string(), expected: z.string().max(20).optional(), confirm: z.boolean().optional() }),
  },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'invalid_input', 'conflict', 'undelivered'],
});

/**
 * Takes back the last change of the status by hand: the status and its mark are as before, and what happened since counts.
 * For ten minutes; then, and where there is nothing to undo, 409 `undo_expired`.
 */
export const undoOrderStatus = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/undo-status',
  access: 'admin',
  summary: 'Undoes the last change of the status by hand.',
  input: { params: orderParams },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'undo_expired'],
});

/**
 * Puts another link in the place of one that is not sent, was refused, failed or was canceled; the undelivered rest can then
 * be sent to the new one. 409 while the link is on its way.
 */
export const replaceLink = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/replace-link',
  access: 'admin',
  summary: 'Replaces a post link of a paid order.',
  input: {
    params: orderParams,
    body: z.object({
      postLink: z.string().max(2_000),
      newLink: z.string().max(2_000),
      reason: z.string().trim().min(1).max(500).optional(),
    }),
  },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'invalid_input', 'not_paid', 'being_sent', 'outcome_unsettled', 'conflict'],
});

/** The orders of one e-mail, compared without case; an unknown one answers [] alike (TRK-4, A-45, S-7). */
export const ordersByEmail = endpoint({
  method: 'GET',
  path: '/api/orders/by-email/{email}',
  access: 'public',
  summary: 'Finds the orders of an e-mail address.',
  input: { params: z.object({ email: z.string().min(1).max(254) }) },
  output: z.array(trackedOrder),
  errors: [],
  limit: 'track_by_email',
  noStore: true,
});
