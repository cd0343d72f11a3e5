// Calls about paying: the session for the embedded form, the return, the gateway's notification, and an order's payments.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { order, publicOrder } from './orders.ts';
import { attemptStates } from './payment-status.ts';

/**
 * A browser library that is no Hosted Checkout: where it is, and the key that it shows the session with. Absent:
 * the page configures Hosted Checkout with the session id.
 */
const paymentLibrary = z.object({ name: z.literal('stripe'), url: z.string(), publishableKey: z.string() });

export type PaymentLibrary = z.infer<typeof paymentLibrary>;

/** Opens, or gives again, the gateway session of an unpaid order (PAY-6, PAY-7, A-7, S-8). The body is only compared. */
export const initSession = endpoint({
  method: 'POST',
  path: '/api/bigpay/init-session',
  access: 'public',
  summary: 'Opens the payment session of an order.',
  input: {
    body: z.object({
      orderId: z.string(),
      /** Dollars. */
      amount: z.number(),
      email: z.string(),
      /** Left out by a buyer who pays an order later: the order's id and email are enough to pay it. */
      postUrls: z.array(z.string()).optional(),
    }),
  },
  output: z.object({ sessionId: z.string(), library: paymentLibrary.optional() }),
  errors: [
    'order_not_found',
    'invalid_input',
    'already_paid',
    'order_closed',
    'in_flight',
    'rate_limited',
    'gateway_unavailable',
    'gateway_refused',
  ],
  limit: 'init_session',
  errorBody: 'error',
});

/**
 * Asks the gateway what became of the order's payment (A-24, S-5). Anyone may call it; of a visitor's body only the
 * indicator is read, and whatever else it holds is no reason to refuse. An admin may record a manual payment with a note.
 */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/orders/{id}/confirm-payment',
  access: 'either',
  summary: 'Asks the gateway about the payment of an order.',
  input: {
    params: z.object({ id: z.string() }),
    body: z
      .object({
        resultIndicator: z.string().max(200).optional().catch(undefined),
        manual: z.boolean().optional().catch(undefined),
        note: z.string().trim().min(1).max(1000).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
  },
  output: z.object({
    status: z.enum(['success', 'pending', 'failed']),
    order: z.union([order, publicOrder]),
    /** Of a paid order, when the request carries the right indicator. */
    receipt_path: z.string().optional(),
  }),
  errors: ['order_not_found', 'invalid_input', 'already_paid'],
  limit: 'confirm_payment',
});

/** Dollars with two decimals; times in ISO 8601 UTC. What the gateway does not return is null. */
const payment = z.object({
  number: z.number(),
  gateway: z.string(),
  /** The order's ID at the gateway. */
  gateway_order_id: z.string(),
  state: z.enum(attemptStates),
  amount: z.number(),
  currency: z.string(),
  /** Status and result of the gateway, in its own words. */
  gateway_status: z.string().nullable(),
  /** True where the gateway returned a status that the store does not know. */
  has_unknown_status: z.boolean(),
  card_brand: z.string().nullable(),
  /** Never more of a card number than this. */
  card_last4: z.string().nullable(),
  transaction_id: z.string().nullable(),
  /** Of the last try, where that one failed: the gateway's code, and a sentence where the code is known. */
  decline: z.object({ code: z.string(), reason: z.string().nullable() }).nullable(),
  failed_tries: z.number(),
  opened_at: z.string(),
  updated_at: z.string(),
});

/** Every payment that was opened for an order, oldest first. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/orders/{id}/payments',
  access: 'admin',
  scope: 'orders:read',
  summary: 'Lists the payments of an order with what the gateway shows of them.',
  input: { params: z.object({ id: z.string() }) },
  output: z.array(payment),
  errors: ['order_not_found'],
});

/** The gateway's notification (rule 6): authentic by its secret or its signature, believed in nothing, answered after a durable enqueue. */
export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/bigpay/webhook',
  access: 'public',
  summary: 'Takes a notification of the payment gateway.',
  input: { body: z.looseObject({}) },
  rawBody: true,
  output: z.object({ received: z.literal(true) }),
  errors: ['bad_secret', 'invalid_input', 'unavailable'],
});
