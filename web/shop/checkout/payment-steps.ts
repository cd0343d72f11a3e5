// From the filled form to a payment session: places the order once, then opens its session.

import { dollarsFromCents } from '../../../contract/money.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import { priceCents } from '../../../contract/pricing.ts';
import { type Api, ApiError } from '../../api.ts';
import type { InProgressOrder, PlacedOrder } from '../in-progress-order.ts';
import { orderKeyHeader } from '../order-email.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { CheckoutStop, orderFailure, payment, sessionFailure } from './failure.ts';
import type { PaymentSession } from './payment-form.ts';

export type PaymentStepsDeps = {
  api: Pick<Api, 'call'>;
  prices: PagePrices;
  words: Pick<CheckoutTexts, 'lang' | 'choice'>;
  /** That the buyer chose, where several are on. */
  method?: string | undefined;
  /** A new, unguessable key for one attempt to place an order. */
  newKey: () => string;
  /** Keeps the placed order, so that a repeat does not place it again. */
  keep: (placed: PlacedOrder) => void;
};

type SessionRequest = {
  orderId: string;
  amount: number;
  email?: string;
  postUrls?: string[];
  method?: string | undefined;
};

export type Opened =
  | { outcome: 'session'; orderId: string; session: PaymentSession }
  /** The result page shows the outcome. */
  | { outcome: 'paid' | 'pending' | 'closed' | 'transfer'; orderId: string };

/** Throws CheckoutStop with the text for the buyer. */
export async function openPayment(order: InProgressOrder, parts: PaymentStepsDeps): Promise<Opened> {
  const placed = await placeOnce(order, parts);
  const opened = await openSession(requestOf(order, placed.orderId, parts), parts);
  if (opened !== 'closed') return opened;
  // The order kept from before can no longer be paid (expired, deleted): another one takes its place, once.
  const again = await place(order, parts);
  const reopened = await openSession(requestOf(order, again.orderId, parts), parts);
  if (reopened === 'closed') throw new CheckoutStop(payment('gateway_refused'));
  return reopened;
}

/** Two orders with the same values are the same order. */
export function contentOf({ category, quantity, email, posts }: InProgressOrder): string {
  return JSON.stringify([category, quantity, email.trim(), posts.map((post) => post.trim())]);
}

async function placeOnce(order: InProgressOrder, parts: PaymentStepsDeps): Promise<{ orderId: string }> {
  const { placed } = order;
  if (placed?.content !== contentOf(order)) return place(order, parts);
  if (placed.orderId) return { orderId: placed.orderId };
  return place(order, parts, placed.idempotencyKey).catch((error: unknown) => {
    // The one whose answer was lost was placed at another price: this is another order.
    const isAnother = error instanceof CheckoutStop && error.cause instanceof ApiError && error.cause.status === 422;
    if (isAnother) return place(order, parts);
    throw error;
  });
}

async function place(order: InProgressOrder, parts: PaymentStepsDeps, key = parts.newKey()) {
  const placed: PlacedOrder = { content: contentOf(order), idempotencyKey: key };
  // Kept before the call: when the answer is lost, the repeat finds the same order under the same key.
  parts.keep(placed);
  const body = {
    username: 'customer',
    email: order.email.trim(),
    post_links: order.posts.map((post) => post.trim()),
    quantity: order.quantity,
    price: dollarsFromCents(priceCents(order.category, order.quantity, parts.prices)),
    category: order.category,
    offer: order.offer,
    language: parts.words.lang,
    source: order.source,
  };
  const headers = { 'idempotency-key': key };
  const answer = await parts.api.call('POST /api/create-order', { body }, { headers }).catch((error: unknown) => {
    throw new CheckoutStop(orderFailure(error), error);
  });
  if (answer.status !== 'success' || !answer.orderId) throw new CheckoutStop(orderFailure(answer));
  parts.keep({ ...placed, orderId: answer.orderId, ...(answer.orderKey ? { orderKey: answer.orderKey } : {}) });
  return { orderId: answer.orderId };
}

function requestOf(order: InProgressOrder, orderId: string, { prices, method }: PaymentStepsDeps): SessionRequest {
  return {
    orderId,
    amount: dollarsFromCents(priceCents(order.category, order.quantity, prices)),
    email: order.email.trim(),
    postUrls: order.posts.map((post) => post.trim()),
    method,
  };
}

/** Closed: the order can no longer be paid. Where several methods are offered, the buyer chooses one first. */
export async function openSession(
  body: SessionRequest,
  { api, words }: Pick<PaymentStepsDeps, 'api' | 'words'>,
): Promise<Opened | 'closed'> {
  const { orderId } = body;
  const isChosen = body.method !== undefined;
  let { method } = body;
  try {
    if (words.choice && !isChosen) {
      const { methods } = await api.call('GET /api/bigpay/methods', { query: { amount: body.amount, orderId } });
      if (methods.length > 1) return { outcome: 'session', orderId, session: { methods } };
      // Without a name the store also returns an open form of a gateway that is hidden now.
      method = methods.find((one) => one.method === 'manual')?.method;
    }
    const input = { body: { ...body, method } };
    const answer = await api.call('POST /api/bigpay/init-session', input, { headers: orderKeyHeader() });
    // The result page shows how to pay.
    if (answer.manual) return { outcome: 'transfer', orderId };
    if (!answer.sessionId || 'error' in answer) throw new CheckoutStop(payment('gateway_refused'));
    const { sessionId, library } = answer;
    return { outcome: 'session', orderId, session: { sessionId, library, ...(isChosen ? { isChosen } : {}) } };
  } catch (error) {
    if (error instanceof CheckoutStop) throw error;
    if (error instanceof ApiError && error.status === 404) return 'closed';
    if (error instanceof ApiError && (error.status === 409 || isOfOldPrice(error)))
      return afterConflict(orderId, api, error);
    throw new CheckoutStop(sessionFailure(error), error);
  }
}

/** A session that is refused because of the order's state: it is paid, it is closed, or it is busy. */
async function afterConflict(orderId: string, api: Pick<Api, 'call'>, refusal: ApiError): Promise<Opened | 'closed'> {
  const answer = await api
    .call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} })
    .catch(() => null);
  if (answer?.status === 'success') return { outcome: 'paid', orderId };
  // Another payment of the order has no result yet.
  if (answer && refusal.body.reason === 'payment_checked') return { outcome: 'pending', orderId };
  if (answer?.status === 'failed' || answer?.order.status === 'failed') return 'closed';
  if (answer && isOfOldPrice(refusal)) return 'closed';
  throw new CheckoutStop(sessionFailure(refusal), refusal);
}

/** True when the kept order has another price than this page shows. */
function isOfOldPrice({ status, body }: ApiError): boolean {
  return status === 400 && body.field === 'amount';
}
