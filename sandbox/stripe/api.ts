// The part of Stripe's HTTP API that the adapter uses, over Stripe's objects: what a call answers and changes. No HTTP, no disk.
import type { StripeObject, StripeObjects } from './objects.ts';

export interface StripeCall {
  method: string;
  path: string;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
}

export interface StripeAnswer {
  status: number;
  body: object;
}

export interface ApiOptions {
  now: () => Date;
  /** The result of a refund, in Stripe's words. */
  refundStatus?: string | undefined;
  /** Refuses every session with this parameter; `always`: also those without it. */
  refusedParam?: { name: string; always: boolean } | null;
}

export const STRIPE_API_VERSION = '2026-10-28.endive';
/** Stripe's limit: a session expires 30 minutes to 24 hours after its creation. */
const LEAST_SESSION_SECONDS = 30 * 60;

export function answerStripe(
  objects: StripeObjects,
  { method, path, query, params }: StripeCall,
  { now, refundStatus, refusedParam }: ApiOptions,
): StripeAnswer {
  const [, , noun = '', ...rest] = path.split('/');
  if (method === 'POST' && path === '/v1/checkout/sessions') return openSession(params);
  if (method === 'GET' && path === '/v1/checkout/sessions') return page('checkout.session', path, query);
  if (method === 'POST' && /^\/v1\/checkout\/sessions\/[^/]+\/expire$/.test(path)) return expire(rest[1] ?? '');
  if (method === 'GET' && path.startsWith('/v1/checkout/sessions/')) return session(rest[1] ?? '', query);
  if (method === 'POST' && path === '/v1/refunds') return refund(params);
  if (path === '/v1/payment_method_domains') return domains(method, params, query);
  if (method === 'GET' && noun === 'payment_intents') return one(objects.get(rest[0] ?? '', 'payment_intent'));
  if (method === 'GET' && path === '/v1/payouts') return payouts(query);
  if (method === 'GET' && path === '/v1/balance_transactions') return transactions(query);
  const listed = { charges: 'charge', disputes: 'dispute', refunds: 'refund' }[noun];
  if (method === 'GET' && listed && rest.length === 0) return page(listed, path, query);
  return stripeError(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });

  function openSession(params: Record<string, unknown>): StripeAnswer {
    const seconds = Number(params.expires_at) - Math.floor(now().getTime() / 1000);
    if (seconds < LEAST_SESSION_SECONDS || seconds > 24 * 60 * 60) {
      return stripeError(400, {
        type: 'invalid_request_error',
        param: 'expires_at',
        message: 'The time must be in range.',
      });
    }
    if (refusedParam && (refusedParam.always || refusedParam.name in params)) {
      const message = 'Invalid email address: buyer@example.com';
      return stripeError(400, { type: 'invalid_request_error', param: refusedParam.name, message });
    }
    return one(objects.addSession(params));
  }

  function session(id: string, query: Record<string, unknown>): StripeAnswer {
    const found = objects.get(id, 'checkout.session');
    if (!found) return one(null);
    const { payment_intent_data: _, ...shown } = found;
    const intent = objects.get(String(found.payment_intent), 'payment_intent');
    return {
      status: 200,
      body: { ...shown, payment_intent: (expands(query, 'payment_intent') && intent) || found.payment_intent },
    };
  }

  // As at Stripe: only an open session.
  function expire(id: string): StripeAnswer {
    const found = objects.get(id, 'checkout.session');
    if (found?.status !== 'open')
      return stripeError(400, { type: 'invalid_request_error', message: 'It is not open.' });
    objects.expire(found);
    return session(id, {});
  }

  function refund(params: Record<string, unknown>): StripeAnswer {
    const intent = objects.get(String(params.payment_intent), 'payment_intent');
    if (!intent) return one(null);
    try {
      const { amount, metadata } = params;
      return one(
        objects.refund(intent, { amount: Number(amount), metadata: metadata as object, status: refundStatus }),
      );
    } catch {
      return stripeError(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    }
  }

  function domains(method: string, params: Record<string, unknown>, query: Record<string, unknown>): StripeAnswer {
    if (method === 'POST') {
      return one(objects.add('pmd', 'payment_method_domain', { domain_name: params.domain_name, enabled: true }));
    }
    const data = objects.list('payment_method_domain').filter((known) => known.domain_name === query.domain_name);
    return { status: 200, body: { object: 'list', url: '/v1/payment_method_domains', data, has_more: false } };
  }

  function payouts(query: Record<string, unknown>): StripeAnswer {
    const { gte } = (query.created ?? {}) as { gte?: string };
    const made = objects.list('payout').filter(({ created }) => created >= Number(gte ?? 0));
    return pageOf(made, '/v1/payouts', query);
  }

  function transactions(query: Record<string, unknown>): StripeAnswer {
    const payout = objects.get(String(query.payout), 'payout');
    if (!payout) return one(null);
    if (payout.automatic !== true) {
      const message = 'Balance transaction history can only be filtered on automatic transfers, not manual.';
      return stripeError(400, { type: 'invalid_request_error', param: 'payout', message });
    }
    const shown = objects
      .list('balance_transaction')
      .filter((transaction) => transaction.payout === payout.id)
      .map(({ payout: _, ...transaction }) => ({
        ...transaction,
        source: (expands(query, 'data.source') && objects.find(String(transaction.source))) || transaction.source,
      }));
    return pageOf(shown, '/v1/balance_transactions', query);
  }

  function expands(query: Record<string, unknown>, path: string): boolean {
    return Object.values((query.expand ?? {}) as object).includes(path);
  }

  function pageOf(all: readonly { id: unknown }[], url: string, query: Record<string, unknown>): StripeAnswer {
    const from = all.findIndex(({ id }) => id === query.starting_after) + 1;
    const data = all.slice(from, from + Number(query.limit ?? 10));
    return { status: 200, body: { object: 'list', url, data, has_more: from + data.length < all.length } };
  }

  function page(object: string, url: string, query: Record<string, unknown>): StripeAnswer {
    const shown = (one: StripeObject) => ({
      ...one,
      balance_transaction:
        (expands(query, 'data.balance_transaction') &&
          objects.get(String(one.balance_transaction), 'balance_transaction')) ||
        one.balance_transaction,
    });
    return pageOf(objects.list(object, String(query.payment_intent)).map(shown), url, query);
  }
}

export interface StoredAnswer {
  request: string;
  response: StripeAnswer;
}

/** By idempotency key. */
export type StripeAnswers = Map<string, StoredAnswer>;

/** A repeated key returns the first response; other parameters under the same key are an error. */
export function answerOnce(
  answers: StripeAnswers,
  key: unknown,
  { path, params }: StripeCall,
  answer: () => StripeAnswer,
): StripeAnswer {
  if (typeof key !== 'string') return answer();
  const request = JSON.stringify([path, params]);
  const earlier = answers.get(key);
  if (earlier && earlier.request !== request) return stripeError(400, { type: 'idempotency_error' });
  if (earlier) return earlier.response;
  const response = answer();
  // An invalid request is not stored under its key.
  if (response.status < 400) answers.set(key, { request, response });
  return response;
}

function one(found: StripeObject | null): StripeAnswer {
  if (found) return { status: 200, body: found };
  return stripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });
}

export function stripeError(status: number, fields: object): StripeAnswer {
  return { status, body: { error: { message: 'It cannot be done.', ...fields } } };
}

/** Example: line_items[0][price_data][currency]=usd */
export function readForm(form: URLSearchParams): Record<string, unknown> {
  // Without a prototype: `__proto__` is a name like any other.
  const whole: Record<string, unknown> = Object.create(null);
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    let at = whole;
    for (const key of keys.slice(0, -1)) {
      if (typeof at[key] !== 'object') at[key] = Object.create(null);
      at = at[key] as Record<string, unknown>;
    }
    at[keys.at(-1) ?? ''] = value;
  }
  return whole;
}
