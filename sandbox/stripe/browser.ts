// What a payer's browser loads of Stripe: the library, its frames, and the call that confirms a payment.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Call, isSameSecret } from '../http.ts';
import { NOTICE_KINDS } from '../notices.ts';
import type { Rule } from '../rules.ts';
import { findCard } from './cards.ts';
import { type ConfirmAnswer, type Confirmed, confirmPayment } from './confirm.ts';
import { FRAMES } from './frames.ts';
import { stripeLibrary } from './library.ts';
import { fileIdIn, paymentFee, type StripeWork } from './orders.ts';
import type { StripeSandbox } from './rest.ts';

const SLOW_CARD_MS = 8_000;
const DISPUTE_AFTER_MS = 20_000;
export const PAYMENT_KINDS = ['charge', 'settle_later', ...NOTICE_KINDS];
const NOT_FOUND: Answer = { status: 404, body: { error: 'not found' } };

export async function answerStripeBrowser(stripe: StripeSandbox, call: Call): Promise<Answer> {
  if (call.path === '/v1/payment_pages/confirm' && call.method === 'POST') return confirm(stripe, call);
  if (call.method !== 'GET') return NOT_FOUND;
  if (call.path === '/stripe.js') return library(stripe);
  const frame = FRAMES[call.path];
  if (!frame) return NOT_FOUND;
  const nonce = randomBytes(16).toString('base64');
  return {
    status: 200,
    body: frame({ nonce, locale: call.query.get('locale') }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        "base-uri 'none'",
        "form-action 'none'",
        // The card goes to the page around it.
        "frame-ancestors 'self'",
      ].join('; '),
    },
  };
}

function library({ base }: StripeSandbox): Answer {
  const at = JSON.stringify(base);
  return {
    status: 200,
    body: `(${stripeLibrary})(${at}, ${at});`,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' },
  };
}

async function confirm(stripe: StripeSandbox, { query, body }: Call): Promise<Answer> {
  const confirmed = readConfirmed(body);
  if (!confirmed) return { status: 400, body: { error: { code: null, message: 'The card is not readable.' } } };
  const secret = query.get('secret') ?? '';
  const id = fileIdIn(secret);
  const order = id === null ? null : await stripe.orders.find(id);
  const session = order?.objects.find(
    ({ object, client_secret }) => object === 'checkout.session' && isSameSecret(String(client_secret), secret),
  );
  if (!order || !session || query.get('key') !== stripe.publishableKey) return NOT_FOUND;
  const target = { operation: 'pay', orderId: order.orderId ?? '' };
  const faults = await stripe.rules.take('stripe', ['delay', 'lose', 'lose_before'], target);
  const fault = (kind: string) => faults.find((rule) => rule.kind === kind);
  if (fault('lose_before')) return { status: 500, body: '', lost: true };
  const isSlow = findCard(confirmed.card ?? '').result === 'slow';
  await sleep(Math.max(fault('delay')?.delayMs ?? 0, isSlow ? SLOW_CARD_MS : 0));
  const { answer, result } = await payStripe(stripe, order.id, session.id, confirmed);
  return { status: 200, body: answer, lost: result === 'lost' || fault('lose') !== undefined };
}

function readConfirmed(text: string): Confirmed | null {
  try {
    const { card, challenge } = JSON.parse(text) as Record<string, unknown>;
    if (typeof card !== 'string' || card.length > 40) return null;
    return { card, ...(typeof challenge === 'string' ? { challenge } : {}) };
  } catch {
    return null;
  }
}

/** Shared by the page and the `pay` control. */
export async function payStripe(
  { orders, rules, calls, clock, deliveries }: StripeSandbox,
  id: string,
  sessionId: string,
  confirmed: Confirmed,
): Promise<{ answer: ConfirmAnswer; result: string | null }> {
  const order = await orders.find(id);
  const orderId = order?.orderId ?? '';
  const target = { operation: 'pay', orderId };
  const call = { side: 'stripe', method: 'POST', path: '/v1/payment_pages/confirm' } as const;
  await calls.add({ at: clock().toISOString(), ...call, ...target });
  const copy = order && orders.open(order).objects;
  const session = copy?.get(sessionId, 'checkout.session');
  const first = copy && session && confirmPayment(copy, session, confirmed);
  // Rules stay for a payment that gets a result.
  if (first?.result === null) return first;
  const taken = await rules.take('stripe', PAYMENT_KINDS, target);
  const paid = await orders.work(id, orderId, (file) => pay(file, sessionId, confirmed, { now: clock(), taken }));
  deliveries.kick(id);
  return paid;
}

function pay(file: StripeWork, sessionId: string, confirmed: Confirmed, { now, taken }: { now: Date; taken: Rule[] }) {
  const { objects } = file;
  const rule = (kind: string) => taken.find((one) => one.kind === kind);
  const session = objects.get(sessionId, 'checkout.session');
  if (!session) throw new Error('The session is gone.');
  const [amount, currency] = [rule('charge')?.amount, rule('charge')?.currency];
  const change = {
    ...(amount === undefined ? {} : { amount: Math.round(Number(amount) * 100) }),
    ...(currency === undefined ? {} : { currency: currency.toLowerCase() }),
  };
  const paid = confirmPayment(objects, session, confirmed, { change, isInDoubt: rule('settle_later') !== undefined });
  if (paid.result === null) return paid;
  const context = { now, noticeRules: taken };
  if (paid.result === 'declines') {
    file.send([['payment_intent.payment_failed', objects.intentOf(session)]], context);
  } else if (session.payment_status === 'paid') notePaid(file, session, context);
  if (paid.result === 'disputed') {
    file.later('dispute', now.getTime() + DISPUTE_AFTER_MS);
  }
  return paid;
}

/** Books a payment, and sends its events. */
export function notePaid(file: StripeWork, session: { id: string }, context: { now: Date; noticeRules: Rule[] }): void {
  const { objects } = file;
  const paid = objects.get(session.id, 'checkout.session');
  if (!paid) return;
  const intent = objects.intentOf(paid);
  objects.bookFee(paid, paymentFee(Number(intent.amount_received)));
  file.send(
    [
      ['payment_intent.succeeded', intent],
      ['checkout.session.completed', paid],
    ],
    context,
  );
}
