// Serves the library, the card page (embedded or standalone) and the two calls of the card page.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Call } from '../http.ts';
import { renderCardPage } from './card-page.ts';
import { CARD_PAGE_SCRIPT } from './card-page-script.ts';
import type { CardInput } from './cards.ts';
import { checkCard, cscResult, describeCard, EXPIRY_OUTCOMES } from './cards.ts';
import { LIBRARY_SCRIPT } from './library.ts';
import { toNumber } from './order-view.ts';
import type { PayOutcome, SessionState } from './payments.ts';
import { PAYMENT_KINDS, paySession, sessionState } from './payments.ts';
import type { Gateway } from './rest.ts';

const LIBRARY_PATH = '/static/checkout/checkout.min.js';
const PAGE = /^\/checkout\/(embedded|pay|session)\/([^/]+)$/;
const NOT_FOUND: Answer = { status: 404, body: { error: 'not found' } };

export async function answerBrowser(gateway: Gateway, call: Call): Promise<Answer> {
  if (call.path === LIBRARY_PATH && call.method === 'GET') return library();
  const [, kind, id = ''] = PAGE.exec(call.path) ?? [];
  if (!/^SESSION[0-9A-Za-z]{1,40}$/.test(id)) return NOT_FOUND;
  if (kind === 'session' && call.method === 'GET') return { status: 200, body: (await findState(gateway, id)).state };
  if (kind === 'session' && call.method === 'POST') return pay(gateway, call, id);
  if ((kind === 'embedded' || kind === 'pay') && call.method === 'GET') return page(gateway, call, id, kind);
  return NOT_FOUND;
}

function library(): Answer {
  return {
    status: 200,
    body: LIBRARY_SCRIPT,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}

async function page(gateway: Gateway, call: Call, sessionId: string, kind: 'embedded' | 'pay'): Promise<Answer> {
  const { found, state } = await findState(gateway, sessionId);
  const parent = kind === 'embedded' ? parseOrigin(call.query.get('parent')) : null;
  const locale = found?.session.locale ?? 'en';
  const nonce = randomBytes(16).toString('base64');
  const text = renderCardPage({
    nonce,
    merchantName: found?.session.merchantName ?? '',
    locale,
    // The page of the merchant shows the total already.
    hasTotal: kind === 'pay',
    amount:
      found && state.state === 'open'
        ? new Intl.NumberFormat(locale.replace('_', '-'), { style: 'currency', currency: found.order.currency }).format(
            toNumber(found.order.amountCents),
          )
        : null,
    script: CARD_PAGE_SCRIPT,
    config: {
      url: `../session/${sessionId}`,
      parent,
      back: kind === 'pay' ? backUrl(call) : null,
      shape: (await gateway.rules.settings('gateway')).callbackShape ?? 'object',
      state,
    },
  });
  return {
    status: 200,
    body: text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        // Only the declared parent page may embed the frame, so no other page receives the outcome.
        `frame-ancestors ${parent ?? "'none'"}`,
      ].join('; '),
    },
  };
}

async function findState(gateway: Gateway, sessionId: string) {
  const found = await gateway.orders.findBySession(sessionId);
  const unknown: SessionState = { state: 'unknown' };
  return { found, state: found ? sessionState(found.order, found.session, gateway.clock()) : unknown };
}

async function pay(gateway: Gateway, call: Call, sessionId: string): Promise<Answer> {
  // Another site cannot send this content type without a CORS preflight, which always fails.
  if (!call.headers['content-type']?.startsWith('application/json'))
    return { status: 415, body: { error: 'JSON only' } };
  const card = readCard(call.body);
  if (!card) return { status: 400, body: { error: 'The card is not readable.' } };
  const wrong = checkCard(card);
  if (Object.keys(wrong).length > 0) return { status: 200, body: { wrong } };
  const orderId = (await gateway.orders.findBySession(sessionId))?.order.id;
  const faults = await gateway.rules.take('gateway', ['delay', 'lose', 'lose_before'], { operation: 'pay', orderId });
  const fault = (kind: string) => faults.find((rule) => rule.kind === kind);
  if (fault('lose_before')) return { status: 500, body: '', lost: true };
  const delayMs = fault('delay')?.delayMs;
  if (delayMs) await sleep(delayMs);
  const body = await payWithCard(gateway, sessionId, card);
  return { status: 200, body, lost: fault('lose') !== undefined };
}

/** Pays a session with a card that `checkCard` accepted. */
export async function payWithCard(gateway: Gateway, sessionId: string, card: CardInput): Promise<PayOutcome> {
  const outcome = EXPIRY_OUTCOMES[card.expiry];
  const found = await gateway.orders.findBySession(sessionId);
  if (!found || !outcome) return { state: 'unknown' };
  const orderId = found.order.id;
  const now = gateway.clock();
  const call = { side: 'gateway', method: 'POST', path: '/checkout/session', operation: 'pay' } as const;
  await gateway.calls.add({ at: now.toISOString(), ...call, orderId });
  const rules = await gateway.rules.take('gateway', PAYMENT_KINDS, { operation: 'pay', orderId });
  const paid = await paySession(
    gateway.orders,
    sessionId,
    { shown: describeCard(card.number), csc: cscResult(card.csc), outcome },
    { now, merchantId: gateway.merchantId, rules, noticeRules: rules },
  );
  gateway.deliveries.kick(orderId);
  return paid;
}

function readCard(text: string): CardInput | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    const part = (name: string) => String(value[name] ?? '').slice(0, 200);
    return { number: part('number'), expiry: part('expiry'), csc: part('csc'), holder: part('holder') };
  } catch {
    return null;
  }
}

function parseOrigin(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null;
}

// Returns only to the payer's original site, because the fragment contains the outcome.
function backUrl(call: Call): string | null {
  const back = call.query.get('back');
  const origin = parseOrigin(back);
  return back && origin && origin === parseOrigin(call.headers.referer ?? null) ? (back.split('#')[0] ?? null) : null;
}
