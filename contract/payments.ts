// Calls about payments and refunds: the session of the embedded form, the confirmation, the gateway's webhook, the payments
// and refunds of an order, and the last reconciliation of the ledger with the gateway.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { transfer } from './order-facts.ts';
import { order, publicOrder } from './orders.ts';
import { attemptStates, refundStates } from './payment-status.ts';
import { byId, codedMessage } from './shared-schemas.ts';
import { addressInput, noteInput } from './text-inputs.ts';
import { wallets } from './wallets.ts';

/**
 * A browser library other than Hosted Checkout: its URL and its publishable key. When absent, the page configures
 * Hosted Checkout with the session ID.
 */
const paymentLibrary = z.object({ name: z.literal('stripe'), url: z.string(), publishableKey: z.string() });

export type PaymentLibrary = z.infer<typeof paymentLibrary>;

/** How to pay by transfer, instead of a session. The order waits until `expiresAt`. */
const manualPayment = transfer.omit({ expires_at: true }).extend({ expiresAt: z.string() });

export type ManualPayment = z.output<typeof manualPayment>;

/**
 * Opens or reuses the gateway session of an unpaid order. The body is only compared with the order. card_declines: too
 * many cards were declined; `Retry-After` has the seconds until another session can be opened.
 */
export const initSession = endpoint('POST /api/bigpay/init-session', {
  access: 'public',
  summary: 'Opens the payment session of an order.',
  input: {
    body: z.object({
      orderId: z.string(),
      /** Dollars. */
      amount: z.number(),
      /** May be omitted with the `Order-Key` of the order. */
      email: addressInput.optional(),
      /** Omitted for a later payment: the order's ID and email, or its key, are sufficient. */
      postUrls: z.array(z.string()).optional(),
      /** Of `paymentMethods`; default: the first card method that is on. */
      method: z.string().max(40).optional(),
    }),
  },
  output: z.object({
    /** Of a card form. Absent with `manual`. */
    sessionId: z.string().optional(),
    library: paymentLibrary.optional(),
    manual: manualPayment.optional(),
  }),
  errors: [
    'order_not_found',
    'invalid_input',
    'already_paid',
    'order_closed',
    'in_flight',
    'rate_limited',
    'card_declines',
    'not_open',
    'checkout_paused',
    'gateway_unavailable',
    'gateway_refused',
    'method_unknown',
    'method_unavailable',
  ],
  proof: ['Order-Key'],
  limit: 'init_session',
  errorBody: 'error',
});

/**
 * Fetches the payment result from the gateway. Public. For visitors, only the indicator of the body is used; other
 * fields are ignored. Indicator and `Order-Key` are proof as in `getOrder`. An admin may record a manual payment with a
 * note.
 */
export const confirmPayment = endpoint('POST /api/orders/{id}/confirm-payment', {
  access: 'either',
  role: 'manager',
  stepUp: { when: 'an admin marks the order as paid' },
  summary: 'Checks the payment of an order at the gateway.',
  input: {
    params: byId,
    body: z
      .object({
        resultIndicator: z.string().max(200).optional().catch(undefined),
        manual: z.boolean().optional().catch(undefined),
        note: noteInput(1000).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  },
  output: z.object({
    status: z.enum(['success', 'pending', 'failed']),
    order: z.union([order, publicOrder]),
    /** Of a paid order, when the request has the correct indicator, and the session was opened with the order's key. */
    receipt_path: z.string().optional(),
    order_path: z.string().optional(),
  }),
  errors: ['order_not_found', 'invalid_input', 'already_paid'],
  proof: ['Order-Key', 'Order-Proof'],
  limit: 'confirm_payment',
});

/** Dollars with two decimals; times in ISO 8601 UTC. Null: not returned by the gateway. */
export const payment = z.object({
  number: z.number(),
  gateway: z.string(),
  /** The order's ID at the gateway. */
  gateway_order_id: z.string(),
  state: z.enum(attemptStates),
  amount: z.number(),
  currency: z.string(),
  /** Status and result in the gateway's wording. */
  gateway_status: z.string().nullable(),
  /** True when the gateway returned a status that the store does not support. */
  has_unknown_status: z.boolean(),
  card_brand: z.string().nullable(),
  /** The only stored digits of the card number. */
  card_last4: z.string().nullable(),
  /** Null for a typed card, and for a wallet that the store has no name for. */
  card_wallet: z.enum(wallets).nullable(),
  transaction_id: z.string().nullable(),
  /** Of a transfer: what the buyer writes in it. */
  reference: z.string().optional(),
  /** Of the last attempt, when it failed: the gateway's code, and a text for a supported code. */
  decline: z
    .object({ code: z.string(), reason: z.string().nullable(), reason_coded: codedMessage.optional() })
    .nullable(),
  failed_tries: z.number(),
  /** When the evidence about its latest dispute is due; null where the gateway returned no date. */
  dispute_due_at: z.string().nullable(),
  opened_at: z.string(),
  updated_at: z.string(),
});

/** All payments of an order, oldest first. */
export const listPayments = endpoint('GET /api/admin/orders/{id}/payments', {
  role: 'viewer',
  scope: 'orders:read',
  summary: 'Lists the payments of an order with their details at the gateway.',
  input: { params: byId },
  output: z.array(payment),
  errors: ['order_not_found'],
});

/**
 * The gateway's webhook, authenticated by secret or signature. Its content is not trusted: the store fetches the
 * payment itself. Responds after a durable enqueue (gateway rule 6).
 */
export const paymentWebhook = endpoint('POST /api/bigpay/webhook', {
  access: 'public',
  summary: 'Receives a notification of the payment gateway.',
  input: { body: z.looseObject({}) },
  rawBody: true,
  output: z.object({ received: z.literal(true) }),
  errors: ['bad_secret', 'invalid_input', 'unavailable'],
});

const difference = z.object({
  kind: z.enum(['captured', 'refunded', 'currency', 'disputed', 'unknown', 'not_asked']),
  order_id: z.string(),
  gateway_order_id: z.string(),
  /** The values of the ledger and of the gateway, as text. */
  ours: z.string(),
  theirs: z.string(),
});

const report = z.object({
  /** YYYY-MM-DD, in UTC, both included: the days on which the attempts were opened. */
  from: z.string(),
  to: z.string(),
  /** `running` also while it waits for the gateway; `problem` then has the reason. */
  state: z.enum(['running', 'done']),
  problem: z.string().nullable(),
  problem_coded: codedMessage.optional(),
  started_at: z.string(),
  updated_at: z.string(),
  compared: z.number(),
  difference_count: z.number(),
  /** The first 200. */
  differences: z.array(difference),
});

/** The most recently started report; null before the first one. */
export const getReconciliation = endpoint('GET /api/admin/reconciliation', {
  role: 'viewer',
  summary: 'Returns the last reconciliation of the ledger with the gateway, and its differences.',
  output: z.object({ report: report.nullable() }),
});

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
