// Test helper: the part of Stripe's HTTP API that the adapter uses, with idempotency keys and network failures.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RefundStatus } from '../../server/modules/payments/gateway.ts';
import type { GatewayTrouble } from '../conformance/gateway-stand-in.conformance.ts';
import { holdTimeouts, passTimeouts } from '../support/client-timeouts.ts';
import { listen } from './fake-server.ts';
import { createStripeObjects, type StripeObject, type StripeObjects } from './stripe-stand-in-objects.ts';

export type StripeCall = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  params: Record<string, unknown>;
  headers: IncomingMessage['headers'];
};

export type StripeServer = {
  url: string;
  objects: StripeObjects;
  calls: StripeCall[];
  /** Applies this failure to every later call; with `method`, only to that method. Null ends it. */
  meet(trouble: GatewayTrouble | null, method?: 'GET' | 'POST'): void;
  /** Refuses every session with this parameter; `always`: also those without it. */
  refuseParam(param: string, always: boolean): void;
  /** Returns this error to every later call. */
  refuse(status: number, error: object): void;
  /** The key lacks the rights to these parts of the API, such as `payouts` or `expand`, the expanded objects. */
  lackRights(parts: readonly string[]): void;
  /** The account has this secret key from now on. */
  rollKey(secretKey: string): void;
  /** The result of every later refund. */
  refundsEnd(status: RefundStatus): void;
  /** An event with Stripe's signature, made now or `ageSeconds` ago. */
  event(
    object: unknown,
    change?: { type?: string; secret?: string; ageSeconds?: number } & Record<string, unknown>,
  ): {
    headers: Record<string, string>;
    rawBody: string;
  };
  stop(): Promise<void>;
};

type ServerOptions = { secretKey: string; webhookSecret: string; now?: () => Date };
type StripeAnswer = { status: number; body: object };

const apiVersion = '2026-10-28.endive';
/** Stripe's limit: a session expires 30 minutes to 24 hours after its creation. */
const leastSessionSeconds = 30 * 60;

export async function startStripeServer(options: ServerOptions): Promise<StripeServer> {
  const { webhookSecret, now = () => new Date() } = options;
  let { secretKey } = options;
  const objects = createStripeObjects(now);
  const calls: StripeCall[] = [];
  const answers = new Map<string, { asked: string; said: StripeAnswer }>();
  let refusal: StripeAnswer | null = null;
  let refusedParam: { name: string; always: boolean } | null = null;
  let refundStatus = refundStatuses.refunded;
  let lacked: readonly string[] = [];
  let trouble: { kind: GatewayTrouble; method: string | undefined } | null = null;

  const server = createServer(async (request, response) => {
    const call = callOf(request, await text(request));
    calls.push(call);
    response.setHeader('date', now().toUTCString());
    if (refusal) return json(response, refusal.status, refusal.body);
    const met = trouble && (trouble.method ?? call.method) === call.method ? trouble.kind : null;
    if (met && met !== 'lost_answer') return misbehaviours[met](response);
    const reply = answerOnce(call);
    if (met === 'lost_answer') return response.socket?.destroy();
    json(response, reply.status, reply.body);
  });

  // A repeated key returns the first response; other parameters under the same key are an error.
  function answerOnce(call: StripeCall): StripeAnswer {
    if (call.headers.authorization !== `Bearer ${secretKey}`) return error(401, { type: 'invalid_request_error' });
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    if (typeof key !== 'string') return answer(call);
    const fingerprint = JSON.stringify([call.path, call.params]);
    const earlier = answers.get(key);
    if (earlier && earlier.asked !== fingerprint) return error(400, { type: 'idempotency_error' });
    if (earlier) return earlier.said;
    const reply = answer(call);
    // An invalid request is not stored under its key.
    if (reply.status < 400) answers.set(key, { asked: fingerprint, said: reply });
    return reply;
  }

  function answer({ method, path, query, params }: StripeCall): StripeAnswer {
    const [, , noun = '', ...rest] = path.split('/');
    if (lacked.includes(noun) || (lacked.includes('expand') && query.expand)) {
      return error(403, { type: 'invalid_request_error', message: `The key rk_test_9999 lacks a right of ${noun}.` });
    }
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
    return error(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' });
  }

  function openSession(params: Record<string, unknown>): StripeAnswer {
    const seconds = Number(params.expires_at) - Math.floor(now().getTime() / 1000);
    if (seconds < leastSessionSeconds || seconds > 24 * 60 * 60) {
      return error(400, { type: 'invalid_request_error', param: 'expires_at', message: 'The time must be in range.' });
    }
    if (refusedParam && (refusedParam.always || refusedParam.name in params)) {
      const message = 'Invalid email address: buyer@example.com';
      return error(400, { type: 'invalid_request_error', param: refusedParam.name, message });
    }
    return one(objects.addSession(params));
  }

  function session(id: string, { expand }: Record<string, unknown>): StripeAnswer {
    const found = objects.get(id, 'checkout.session');
    if (!found) return one(null);
    const { payment_intent_data: _, ...shown } = found;
    const isWhole = Object.values((expand ?? {}) as object).includes('payment_intent');
    const intent = objects.get(String(found.payment_intent), 'payment_intent');
    return { status: 200, body: { ...shown, payment_intent: (isWhole && intent) || found.payment_intent } };
  }

  // As at Stripe: only an open session.
  function expire(id: string): StripeAnswer {
    const found = objects.get(id, 'checkout.session');
    if (found?.status !== 'open') return error(400, { type: 'invalid_request_error', message: 'It is not open.' });
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
      return error(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
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
      return error(400, { type: 'invalid_request_error', param: 'payout', message });
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

  const { url, stop } = await listen(server);

  return {
    url,
    objects,
    calls,
    meet: (kind, method) => {
      if (kind === 'slow_answer') holdTimeouts();
      trouble = kind && { kind, method };
    },
    refuseParam: (name, always) => {
      refusedParam = { name, always };
    },
    refuse: (status, fields) => {
      refusal = error(status, fields);
    },
    lackRights: (parts) => {
      lacked = parts;
    },
    rollKey: (key) => {
      secretKey = key;
    },
    refundsEnd: (status) => {
      refundStatus = refundStatuses[status];
    },
    event(object, { type = 'checkout.session.completed', secret = webhookSecret, ageSeconds = 0, ...change } = {}) {
      const event = {
        id: `evt_${randomUUID().replaceAll('-', '')}`,
        object: 'event',
        api_version: apiVersion,
        created: Math.floor(now().getTime() / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        ...change,
      };
      const rawBody = JSON.stringify(event, null, 2);
      return { rawBody, headers: signed(rawBody, secret, ageSeconds) };
    },
    stop,
  };
}

const refundStatuses: Record<RefundStatus, string> = {
  refunded: 'succeeded',
  pending: 'pending',
  failed: 'failed',
  unclear: 'in_review',
};

export function signed(rawBody: string, secret: string, ageSeconds = 0): Record<string, string> {
  const at = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac('sha256', secret).update(`${at}.${rawBody}`).digest('hex');
  return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signature}` };
}

function one(found: StripeObject | null): StripeAnswer {
  if (found) return { status: 200, body: found };
  return error(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });
}

function error(status: number, fields: object): StripeAnswer {
  return { status, body: { error: { message: 'It cannot be done.', ...fields } } };
}

const misbehaviours: Record<Exclude<GatewayTrouble, 'lost_answer'>, (response: ServerResponse) => void> = {
  slow_answer: passTimeouts,
  reset_mid_body: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5000 });
    response.write('{"id":"cs_test_1",', () => response.socket?.resetAndDestroy());
  },
  oversized: (response) => json(response, 200, { id: 'cs_test_1', filler: 'x'.repeat(1_000_001) }),
  html_page: (response) => html(response, 200),
  wrong_shape: (response) => json(response, 200, { id: 5, object: 'checkout.session', status: ['complete'], data: {} }),
  redirect: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  bad_credentials: (response) => {
    const { status, body } = error(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key: sk_test_****9999',
    });
    json(response, status, body);
  },
  busy: (response) => {
    const { status, body } = error(429, { type: 'invalid_request_error', code: 'rate_limit' });
    json(response, status, body);
  },
  server_error: (response) => html(response, 502),
  refusal: (response) => {
    const message = 'Invalid email address: buyer@example.com';
    const { status, body } = error(400, { type: 'invalid_request_error', param: 'line_items', message });
    json(response, status, body);
  },
};

function callOf({ method = '', url = '', headers }: IncomingMessage, text: string): StripeCall {
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  return { method, path: pathname, headers, query: nested(searchParams), params: nested(new URLSearchParams(text)) };
}

// Example: line_items[0][price_data][currency]=usd
function nested(form: URLSearchParams): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    let at = whole;
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[keys.at(-1) ?? ''] = value;
  }
  return whole;
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
}

function json(response: ServerResponse, status: number, body: object): void {
  const head = { 'content-type': 'application/json', 'stripe-version': apiVersion, 'request-id': 'req_standin' };
  response.writeHead(status, head).end(JSON.stringify(body));
}
