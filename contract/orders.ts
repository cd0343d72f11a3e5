// Calls about orders: create, read, list, export and change them; saved views of the list; timeline, notes and the pause.
import { z } from 'zod';
import { orderCategories } from './category.ts';
import { endpoint } from './endpoint.ts';
import { earlierSend, providerOrder } from './fulfilment.ts';
import { defaultLanguage, languages } from './languages.ts';
import { otherLinkRules } from './link-rule-names.ts';
import { longestNote, longestSearch } from './list-limits.ts';
import { linkDescription, orderFacts } from './order-facts.ts';
import { deliveryStates, paymentStates, sendBarriers } from './order-progress.ts';
import { orderQueues } from './order-queues.ts';
import { type OrderFilterName, orderFilterNames, orderSorts } from './order-search.ts';
import { orderStatuses } from './order-status.ts';
import { paymentStatuses } from './payment-status.ts';
import { pauseStates } from './sending-pause-rules.ts';
import { byId, pageQuery, success } from './shared-schemas.ts';
import { addressInput, nameInput, noteInput, searchInput } from './text-inputs.ts';

export const category = z.enum(orderCategories);
export const orderStatus = z.enum(orderStatuses);
export const paymentStatus = z.enum(paymentStatuses);
const isoTime = z.string();

/** Of the visit that led to the order: `direct`, a tag, or the host of a page. See docs/figures.md. */
export const visitSource = z.object({
  source: z.string(),
  medium: z.string().optional(),
  campaign: z.string().optional(),
  content: z.string().optional(),
  term: z.string().optional(),
  referrer_host: z.string().optional(),
  landing: z.string().optional(),
});

/** Written by anyone: what is no text counts as missing, and nothing is refused. */
const anyText = z.string().optional().catch(undefined);
const sourceInput = z
  .object({
    source: anyText,
    medium: anyText,
    campaign: anyText,
    content: anyText,
    term: anyText,
    ref: anyText,
    referrer_host: anyText,
    landing: anyText,
    /** The query of an address, such as `utm_source=newsletter&utm_medium=email`. A field above goes before a tag. */
    tags: anyText,
  })
  .optional()
  .catch(undefined);

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
  /** All was delivered, and a part that was lost is delivered again. */
  refilling: z.literal(true).optional(),
});

/** The public view of one order. Dollars with two decimals; times in ISO 8601 UTC. */
export const publicOrder = z.object({
  id: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  quantity: z.number(),
  category,
  /** The ID of what was sold, if that does not stand for its category. */
  offer: z.string().optional(),
  /** Its name, in the language of the order. */
  offer_name: z.string().optional(),
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
  /** Which links the order takes; absent: posts of Instagram. */
  link_rule: z.enum(otherLinkRules).optional(),
  updated_at: isoTime,
  paid_at: isoTime.nullable(),
  /** For each link: units delivered by the links that it replaces. They are not sent again. */
  delivered_before: z.array(z.number()),
  /** Why no link of a paid order can be sent now; null where nothing prevents it. */
  send_barrier: z.enum(sendBarriers).nullable(),
  /** Until when the buyer paused the sending; null when it is not paused. */
  sending_paused_until: isoTime.nullable(),
  /** Open requests of the buyer for another link, if any. `subject`: of the action item `link_requested`. */
  link_requests: z.array(z.object({ position: z.number(), new_link: z.string(), subject: z.string() })).optional(),
  source: visitSource,
  /** The status before the last manual change, while it can be undone. */
  undo_status: z.object({ status: orderStatus, until: isoTime }).nullable(),
});

/**
 * The customer's view after a search by email: no email, no user name, no payment data. The facts of the order page
 * need proof.
 */
export const trackedOrder = publicOrder.extend(orderFacts.partial().shape).extend({
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
      post_links: z.array(z.string()).default([]),
      quantity: z.number(),
      /** Dollars, as shown to the buyer. */
      price: z.number(),
      /** Without it that of the offer, or Likes. */
      category: category.optional(),
      /** The ID of an offer of the catalog. Without it, the category stands for one. */
      offer: z.string().max(60).optional(),
      /** The language of the page, used for the receipt. */
      language: z.enum(languages).default(defaultLanguage),
      /** Where the buyer came from. Cleaned, and never a reason for a refusal. */
      source: sourceInput,
    }),
  },
  /** `orderKey` proves that a caller placed this order: the header `Order-Key: <orderId>.<orderKey>` of a search. */
  output: z.object({ status: z.literal('success'), orderId: z.string(), orderKey: z.string() }),
  errors: [
    'invalid_input',
    'offer_unknown',
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
   * number ("#ID", "Pedido #ID"), a post link in any form, a shortcode, a provider order ID, an ID of
   * the gateway, or any of an amount, a day and the last four digits of a card (`search-facts.ts`).
   */
  search: searchInput.max(longestSearch).optional(),
  /** One status, or several separated by commas. */
  status: z.string().max(60).optional(),
  category: category.optional(),
  /** The ID of an offer beside the two specified ones. */
  offer: z.string().max(60).optional(),
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
      newLink: z.string().max(2_000),
      reason: noteInput(500).optional(),
    }),
  },
  output: z.object({ success: z.literal(true), order }),
  errors: ['order_not_found', 'invalid_input', 'not_paid', 'being_sent', 'outcome_unsettled', 'conflict'],
});

/** The URL parameters of the list: filter names and values. */
const savedFilter = z.partialRecord(z.enum(orderFilterNames), z.string().max(254));

const orderView = z.object({ id: z.string(), name: z.string(), filter: savedFilter, saved_by: z.string() });

/** Maximum number of saved views. */
export const mostOrderViews = 50;

/** Views are shared by all admins; sorted by name. */
export const listOrderViews = endpoint('GET /api/admin/order-views', {
  role: 'viewer',
  summary: 'Lists the saved views of the order list.',
  output: z.array(orderView),
});

/** An existing name gets the new filter. Throws `conflict` at `mostOrderViews`. */
export const saveOrderView = endpoint('POST /api/admin/order-views', {
  role: 'support',
  stepUp: { neverBecause: 'a filter moves no money and reaches nobody' },
  summary: 'Saves a view of the order list under a name.',
  input: { body: z.object({ name: nameInput(60), filter: savedFilter }) },
  output: orderView,
  errors: ['invalid_input', 'conflict'],
});

export const deleteOrderView = endpoint('DELETE /api/admin/order-views/{id}', {
  role: 'support',
  stepUp: { neverBecause: 'a filter moves no money and reaches nobody' },
  summary: 'Deletes a saved view.',
  input: { params: byId },
  output: success,
  errors: ['not_found'],
});

/** The number of orders in each queue, up to `countedAtMost` of `list-limits.ts`; `all` is exact. */
export const countOrders = endpoint('GET /api/admin/order-counts', {
  role: 'viewer',
  summary: 'Counts the orders of each queue.',
  output: z.object({
    all: z.number(),
    to_send: z.number(),
    in_delivery: z.number(),
    problems: z.number(),
    done: z.number(),
    unpaid: z.number(),
  }),
});

/**
 * Returns a URL of this store, valid for one minute and this session. A GET streams the list as CSV: all orders of the
 * filter in its order, or only those in `ids`. With `&decimal=comma` numbers have a decimal comma and semicolons separate
 * the cells.
 */
export const exportOrders = endpoint('POST /api/admin/orders/export', {
  role: 'manager',
  stepUp: true,
  summary: 'Creates a download link for a list of orders as CSV.',
  input: { body: orderFilter.extend({ ids: z.array(z.string().max(12)).min(1).max(500).optional() }) },
  output: z.object({ path: z.string() }),
  errors: ['invalid_input'],
});

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
