// What a payer's browser loads of Stripe: the library, its frames, and the call that confirms a payment.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Call, isSameSecret } from '../http.ts';
import { findCard } from './cards.ts';
import type { Confirmed } from './confirm.ts';
import { FRAMES } from './frames.ts';
import { stripeLibrary } from './library.ts';
import { readFileId } from './orders.ts';
import { payStripe } from './payments.ts';
import type { StripeSandbox } from './rest.ts';

const SLOW_CARD_MS = 8_000;
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
  const id = readFileId(secret);
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
