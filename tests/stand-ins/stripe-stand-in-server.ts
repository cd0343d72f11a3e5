// Test helper: the part of Stripe's HTTP API that the adapter uses, with idempotency keys and network failures.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  answerOnce,
  answerStripe,
  stripeError as error,
  readForm,
  STRIPE_API_VERSION,
  type StripeAnswer,
  type StripeAnswers,
  type StripeCall,
} from '../../sandbox/stripe/api.ts';
import { signature, stripeEvent } from '../../sandbox/stripe/events.ts';
import { createStripeObjects, type StripeObjects } from '../../sandbox/stripe/objects.ts';
import type { RefundStatus } from '../../server/modules/payments/gateway.ts';
import type { GatewayTrouble } from '../conformance/gateway-stand-in.conformance.ts';
import { holdTimeouts, passTimeouts } from '../support/client-timeouts.ts';
import { listen } from './fake-server.ts';

type ReceivedCall = StripeCall & { headers: IncomingMessage['headers'] };

export type StripeServer = {
  url: string;
  objects: StripeObjects;
  calls: ReceivedCall[];
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

export async function startStripeServer(options: ServerOptions): Promise<StripeServer> {
  const { webhookSecret, now = () => new Date() } = options;
  let { secretKey } = options;
  const objects = createStripeObjects(now);
  const calls: ReceivedCall[] = [];
  const answers: StripeAnswers = new Map();
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
    const reply = answer(call);
    if (met === 'lost_answer') return response.socket?.destroy();
    json(response, reply.status, reply.body);
  });

  function answer(call: ReceivedCall): StripeAnswer {
    if (call.headers.authorization !== `Bearer ${secretKey}`) return error(401, { type: 'invalid_request_error' });
    const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined;
    return answerOnce(answers, key, call, () => {
      const noun = call.path.split('/')[2] ?? '';
      if (lacked.includes(noun) || (lacked.includes('expand') && call.query.expand)) {
        return error(403, { type: 'invalid_request_error', message: `The key rk_test_9999 lacks a right of ${noun}.` });
      }
      return answerStripe(objects, call, { now, refundStatus, refusedParam });
    });
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
      const rawBody = JSON.stringify({ ...stripeEvent(type, object, now()), ...change }, null, 2);
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
  return {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature(rawBody, secret, ageSeconds),
  };
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

function callOf({ method = '', url = '', headers }: IncomingMessage, text: string): ReceivedCall {
  const { pathname, searchParams } = new URL(url, 'http://stand-in');
  const params = readForm(new URLSearchParams(text));
  return { method, path: pathname, headers, query: readForm(searchParams), params };
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
}

function json(response: ServerResponse, status: number, body: object): void {
  const head = {
    'content-type': 'application/json',
    'stripe-version': STRIPE_API_VERSION,
    'request-id': 'req_standin',
  };
  response.writeHead(status, head).end(JSON.stringify(body));
}
