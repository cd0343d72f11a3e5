// Calls about paying: the session for the embedded form, the return, the gateway's notification.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { order, publicOrder } from './orders.ts';

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
      postUrls: z.array(z.string()),
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
    /** Of a paid order, for whoever comes from its payment: the indicator is the right one. */
    receipt_path: z.string().optional(),
  }),
  errors: ['order_not_found', 'invalid_input', 'already_paid'],
  limit: 'confirm_payment',
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
