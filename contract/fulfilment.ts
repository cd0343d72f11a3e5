// Calls about delivery: dispatches, their states, and the send, refill and cancel actions of admins.
import { z } from 'zod';
import { orderCategories } from './category.ts';
import { deliveryRequestKinds, deliveryRequestStates, dispatchStates, shortfalls } from './dispatch-status.ts';
import { endpoint } from './endpoint.ts';
import { byId, codedMessage, success } from './shared-schemas.ts';
import type { CodeWithoutParams } from './store-messages.ts';

/** One post of an order at the provider, for anyone with the ID. `status` stays `sent` after it was sent. */
export const providerOrder = z.object({
  api_order_id: z.string().nullable(),
  category: z.enum(orderCategories),
  status: z.enum(dispatchStates),
  /** The place of its link in `post_links`, from 0. */
  position: z.number().optional(),
  /** Only for admins and with proof; shortened in a search by email alone. */
  post_link: z.string().optional(),
  quantity: z.number().optional(),
  /** In the provider's wording. */
  live_status: z.string().nullable().optional(),
  /** Undelivered units, within 0..quantity. */
  remains: z.number().nullable().optional(),
  created_at: z.string().optional(),
});

const deliveryRequest = z.object({
  kind: z.enum(deliveryRequestKinds),
  state: z.enum(deliveryRequestStates),
  words: z.string().nullable(),
  words_coded: codedMessage.optional(),
  /** Of a cancellation: the rest goes to the next provider once the end is confirmed. */
  moves_rest: z.boolean().optional(),
  requested_by: z.string(),
  requested_at: z.string(),
  ended_at: z.string().nullable(),
});

/** Additional fields for admins: the provider's messages and pending decisions. */
export const adminProviderOrder = providerOrder.extend({
  post_link: z.string(),
  error: z.string().nullable().optional(),
  error_coded: codedMessage.optional(),
  hint: z.string().nullable().optional(),
  hint_coded: codedMessage.optional(),
  refill_id: z.string().nullable().optional(),
  refill_requested_at: z.string().nullable().optional(),
  /** True while the store polls the provider for it. */
  following: z.boolean().optional(),
  /** The resolution of the undelivered part; null while unresolved. */
  shortfall: z.enum(shortfalls).nullable().optional(),
  /** The provider's charge; an estimate from its catalog until the provider returns it. Null when unknown. */
  cost: z.object({ amount: z.number(), currency: z.string(), estimated: z.boolean() }).nullable().optional(),
  /** Whether its service has refills, from the catalog of the provider; null while unknown. Only in the list of one order. */
  has_refill: z.boolean().nullable().optional(),
  /** Newest first; only in the list of one order. */
  requests: z.array(deliveryRequest).optional(),
});

/** A send of a link that was moved or replaced since. */
export const earlierSend = z.object({
  /** The place of its link in `post_links`, from 0. */
  position: z.number(),
  /** Null for one of a version that recorded none. */
  api_order_id: z.string().nullable(),
  /** Delivered units. */
  delivered: z.number(),
  /** The provider's last charge; null when it returned none. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
});

const providerOrders = z.array(z.union([adminProviderOrder, providerOrder]));

/**
 * The provider orders of one order; `[]` before the first dispatch. Only admins and the header `Order-Key` receive
 * `post_link`.
 */
export const apiOrders = endpoint('GET /api/orders/{id}/api-orders', {
  access: 'either',
  role: 'viewer',
  scope: 'orders:read',
  summary: 'Lists the provider orders of an order.',
  input: { params: byId },
  output: providerOrders,
  errors: ['order_not_found'],
  proof: ['Order-Key'],
  limit: 'links_lookup',
});

/**
 * The provider orders of many orders, in request order. Unknown IDs return an empty list. At most 50 IDs, 500 for an
 * admin. A stranger reads 120 IDs a minute. Links as in the call for one order.
 */
export const apiOrdersBatch = endpoint('POST /api/orders/api-orders-batch', {
  access: 'either',
  role: 'viewer',
  scope: 'orders:read',
  stepUp: { neverBecause: 'it only reads' },
  summary: 'Lists the provider orders of many orders.',
  input: { body: z.object({ orderIds: z.array(z.string().max(100)).max(500) }) },
  output: z.array(z.object({ orderId: z.string(), apiOrders: providerOrders })),
  errors: ['invalid_input'],
  proof: ['Order-Key'],
  limit: 'links_lookup',
});

/**
 * Sends one link to the provider, at most once. The server computes the quantity and ignores the body's. After three refusals
 * for one reason that is not about the link, the other sends of a run are refused with run_stopped and stay unsent.
 */
export const sendPost = endpoint('POST /api/admin/orders/{id}/send-post', {
  role: 'manager',
  scope: 'orders:write',
  stepUp: { neverBecause: 'only what the ledger shows as paid is sent, once' },
  summary: 'Sends one post link to the provider.',
  input: {
    params: byId,
    body: z.object({
      postLink: z.string(),
      category: z.string(),
      quantity: z.number().optional(),
      /** One ID for all sends that an admin confirmed together. */
      run: z
        .string()
        .regex(/^[0-9a-zA-Z-]{8,64}$/)
        .optional(),
    }),
  },
  output: z.object({ success: z.literal(true), apiOrder: adminProviderOrder }),
  errors: [
    'order_not_found',
    'invalid_input',
    'not_paid',
    'already_sent',
    'sending_paused',
    'being_sent',
    'outcome_unsettled',
    'same_link_active',
    'run_stopped',
    'conflict',
    'provider_refused',
    'provider_unavailable',
    'provider_unknown',
  ],
});

/** The code of a message. */
const orderIdRule: CodeWithoutParams = 'order_id_form';

/** A provider's order ID as typed by an admin: a whole number, or letters and digits. */
const typedOrderId = z.union(
  [
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, orderIdRule),
    z.number().int().positive().transform(String),
  ],
  orderIdRule,
);

/**
 * Resolves a send with an unknown result: placed under this provider ID, or not placed. The store verifies the ID at
 * the provider; an ID that does not exist there throws `conflict`.
 */
export const settlePost = endpoint('POST /api/admin/orders/{id}/settle-post', {
  role: 'manager',
  stepUp: { neverBecause: 'the order is paid, and the store verifies the id at the provider' },
  summary: 'Resolves a send with an unknown result.',
  input: {
    params: byId,
    body: z.object({
      postLink: z.string(),
      outcome: z.enum(['placed', 'not_placed']),
      apiOrderId: typedOrderId.optional(),
    }),
  },
  output: z.object({ success: z.literal(true), apiOrder: adminProviderOrder }),
  errors: ['order_not_found', 'invalid_input', 'conflict'],
});

/** A link that was sent: as the order has it, and its ID at the provider. */
const sentLink = z.object({
  postLink: z.string(),
  apiOrderId: z.union([z.string().min(1).max(100), z.number().transform(String)]),
});

/** Requests a refill of a delivered link. At most one per minute and link; a refused one does not count. */
export const refillPost = endpoint('POST /api/admin/orders/{id}/refill-post', {
  role: 'support',
  scope: 'orders:write',
  stepUp: { neverBecause: 'a refill costs nothing' },
  summary: 'Requests a refill of a sent link from the provider.',
  input: { params: byId, body: sentLink },
  output: z.object({ success: z.literal(true), refillId: z.string().nullable() }),
  errors: [
    'order_not_found',
    'provider_order_not_found',
    'conflict',
    'same_link_active',
    'rate_limited',
    'provider_refused',
    'provider_unavailable',
  ],
});

/** Requests the cancellation of a link in delivery. The outcome appears later in the status of the link. */
export const cancelPost = endpoint('POST /api/admin/orders/{id}/cancel-post', {
  role: 'manager',
  stepUp: { neverBecause: 'what is not delivered stays owed to the buyer' },
  summary: 'Requests the cancellation of a sent link from the provider.',
  input: { params: byId, body: sentLink },
  output: success,
  errors: ['order_not_found', 'provider_order_not_found', 'conflict', 'provider_refused', 'provider_unavailable'],
});

const movePlan = z.object({
  quantity: z.number(),
  provider: z.object({ id: z.string(), name: z.string() }),
  /** In the currency of that provider; null where it returned no price, no balance or no currency. */
  cost: z.number().nullable(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  /** True: the link is in delivery, so the present provider is requested to cancel it first. */
  cancels_first: z.boolean(),
});
export type MovePlan = z.infer<typeof movePlan>;

/** What `movePost` would send to the next provider, at most. Throws `conflict` when there is none, or nothing is left. */
export const planMove = endpoint('GET /api/admin/orders/{id}/move-plan', {
  role: 'manager',
  summary: 'Returns what a move of the undelivered rest to the next provider would send.',
  input: { params: byId, query: z.object({ postLink: z.string(), apiOrderId: z.string().min(1).max(100) }) },
  output: movePlan,
  errors: ['order_not_found', 'provider_order_not_found', 'not_paid', 'being_sent', 'outcome_unsettled', 'conflict'],
});

/**
 * Moves the undelivered rest of a link to the next provider. `moving`: it is sent now. `canceling`: it is sent once the
 * present provider has confirmed the end; a refused cancellation moves nothing.
 */
export const movePost = endpoint('POST /api/admin/orders/{id}/move-post', {
  role: 'manager',
  stepUp: { neverBecause: 'only what the ledger shows as paid and is not delivered is sent, once' },
  summary: 'Moves the undelivered rest of a link to the next provider.',
  input: { params: byId, body: sentLink },
  output: z.object({ success: z.literal(true), state: z.enum(['moving', 'canceling']) }),
  errors: [
    'order_not_found',
    'provider_order_not_found',
    'not_paid',
    'being_sent',
    'outcome_unsettled',
    'conflict',
    'provider_refused',
    'provider_unavailable',
  ],
});

/** The live status of a provider order of this store, at most 55 s old. Two fields, known IDs only. */
export const orderStatusAtProvider = endpoint('GET /api/admin/order-status/{providerId}', {
  access: 'either',
  role: 'viewer',
  scope: 'orders:read',
  summary: 'Returns the live status of a provider order.',
  input: { params: z.object({ providerId: z.string().max(100) }) },
  output: z.object({ status: z.string(), remains: z.number() }),
  errors: ['provider_order_not_found', 'provider_unavailable'],
  limit: 'order_status',
});

/** Returns a URL of this store, valid for one minute and this session. A GET streams all reports as CSV (`exportOrders`). */
export const exportDropReports = endpoint('POST /api/admin/drop-reports/export', {
  role: 'manager',
  stepUp: true,
  summary: 'Creates a download link for the reported drops as CSV.',
  output: z.object({ path: z.string() }),
});
