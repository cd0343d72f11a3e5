// One request of a run: of a call of the contract as it should be, or with something wrong in it; or of a page.
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { orderBody, sessionBody } from '../support/orders.ts';
import { owner } from '../support/store.ts';
import type { Callers } from './callers.ts';
import type { Codes } from './codes.ts';
import { writeJson } from './edge-values.ts';
import type { Headers } from './edge-words.ts';
import type { FuzzRequest } from './fuzz.ts';
import type { Fitting } from './generate.ts';
import { type Known, kindOf } from './known.ts';
import { type Draft, spoil, type Tokens } from './mutate.ts';
import { pageRequest } from './pages.ts';

const names = Object.keys(endpoints) as EndpointName[];
const callers = 300;
/** Each call comes once in as many requests as the contract has calls: too seldom to reach a cap of spending. */
const spendingCalls: readonly EndpointName[] = ['sendPost', 'refundOrder', 'confirmPayment', 'refillPost'];

export type RequestContext = {
  seed: number;
  known: Known;
  tokens: Tokens;
  fitting: Fitting;
  callers: Callers;
  codes: Codes;
};

/** The same for the same seed and number, but for ids and tokens. */
export function requestOf(number: number, context: RequestContext): FuzzRequest {
  const { seed, known, tokens, callers, codes } = context;
  const random = createRandom(seed, number);
  const headers = headersOf(random);
  if (random.chance(0.08)) return pageRequest(number, random, known, headers);
  // Every call in its turn.
  const inTurn = names[number % names.length] ?? 'healthz';
  const name = random.chance(0.05) ? random.pick(spendingCalls) : inTurn;
  const declared: Endpoint = endpoints[name];
  const draft = draftOf(name, declared, { ...context, random, headers });
  const asAdmin = declared.access === 'admin' ? random.chance(0.9) : random.chance(0.4);
  if (asAdmin && random.chance(0.3)) Object.assign(headers, callers.pick(random));
  else if (asAdmin)
    headers.authorization = `Bearer ${random.chance(declared.scope ? 0.2 : 0.02) ? tokens.key : tokens.admin}`;
  if (name === 'paymentWebhook' && random.chance(0.8)) headers['x-notification-secret'] = tokens.webhookSecret;
  const odd = random.chance(0.2) ? 'nothing' : spoil(draft, random, tokens);
  const sent = wireOf(draft);
  return {
    number,
    name,
    odd,
    ...sent,
    password: passwordIn(name, sent.body),
    caller: callers.callerOf(headers),
    isProved: codes.isProof(headers['order-proof'], draft.params.email),
    isSlow: random.chance(0.02),
  };
}

function draftOf(name: EndpointName, declared: Endpoint, maker: DraftMaker): Draft {
  const { method, path, input } = declared;
  const { random, known, fitting, headers } = maker;
  const given = (fitting(input.params, maker) ?? {}) as Record<string, unknown>;
  const params = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
  for (const key of Object.keys(params)) {
    if (/^(id|\w+Id)$/.test(key)) params[key] = known.idOf(kindOf(path), random) ?? params[key] ?? '';
  }
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((fitting(input.query, maker) ?? {}) as object)) {
    query.append(key, String(value));
  }
  const usual = usualInput(name, maker);
  return {
    declared,
    name,
    method,
    query: query.toString(),
    bytes: null,
    headers,
    params: { ...params, ...usual.params },
    body: usual.body ?? fitting(input.body, maker),
    cursor: known.textFor('cursor', random),
  };
}

type DraftMaker = Omit<RequestContext, 'seed'> & Pick<Draft, 'headers'> & { random: Random };

// Where a schema cannot say what goes together.
function usualInput(
  name: EndpointName,
  { random, known, headers, tokens, codes }: DraftMaker,
): { params?: Record<string, string>; body?: unknown } {
  const order = random.pick(known.orders);
  const sent = random.pick(known.sent);
  const params = { id: order.id };
  switch (name) {
    case 'createOrder':
      return { body: orderBody({ quantity: random.pick([500, 1_000]) }) };
    case 'initSession':
      return { body: sessionBody(order) };
    case 'sendPost':
      return { params, body: { postLink: order.postLinks[0], category: order.category } };
    case 'refundOrder':
      headers['idempotency-key'] = random.text('0123456789abcdef', 16);
      return { params: { id: sent.id }, body: { amount: random.pick([0.01, 0.02]), reason: 'The buyer asked' } };
    case 'confirmPayment':
      return random.chance(0.5) ? { params, body: { manual: true, note: 'Paid in cash' } } : {};
    case 'ordersByEmail': {
      const proof = codes.proofFor(random);
      if (proof && random.chance(0.5)) headers['order-proof'] = proof.token;
      return proof && random.chance(0.7) ? { params: { email: proof.email } } : { params: { email: order.email } };
    }
    case 'getOrderPage':
    case 'reportDrop':
    case 'requestLink': {
      const [, id, key] = /^\/(?:order|receipt)\/([^/]+)\/([^/]+)$/.exec(known.addressOf(random) ?? '') ?? [];
      if (!id) return {};
      headers['order-key'] = `${id}.${key}`;
      const [postLink] = order.postLinks;
      const newLink = `https://www.instagram.com/p/${random.text('abcdef', 11)}/`;
      if (name === 'requestLink') return { params: { id }, body: { postLink, newLink } };
      return { params: { id }, ...(name === 'reportDrop' ? { body: { postLink } } : {}) };
    }
    case 'replaceLink':
      return {
        params,
        body: { postLink: order.postLinks[0], newLink: `https://www.instagram.com/p/${random.text('abcdef', 11)}/` },
      };
    case 'setOwnerAddress':
      return { body: { address: 'owner@shop.example' } };
    case 'proveTracking':
      return { body: codes.pick(random) ?? { email: order.email, code: '000000' } };
    case 'refillPost':
    case 'cancelPost':
      return { params: { id: sent.id }, body: { postLink: sent.postLink, apiOrderId: sent.apiOrderId } };
    case 'orderStatusAtProvider':
      return { params: { providerId: sent.apiOrderId } };
    case 'login':
      return random.chance(0.7) ? { body: { email: owner.email, password: tokens.password } } : {};
    case 'stepUp':
      return random.chance(0.7) ? { body: { password: tokens.password } } : {};
    case 'paymentWebhook':
      return { body: { order: { id: `${order.id}-1`, status: 'CAPTURED' }, result: 'SUCCESS' } };
    case 'saveStoreSettings':
      // Spoilt in place.
      return { body: structuredClone(known.settingsNow()) };
    default:
      return {};
  }
}

function headersOf(random: Random): Headers {
  const address = `10.${random.whole(0, 2)}.0.${random.whole(1, callers / 3)}`;
  const headers: Headers = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 Chrome/140.0' };
  if (random.chance(0.5)) headers['accept-encoding'] = random.pick(['br', 'gzip', 'identity', '*;q=0', 'gzip;q=x,,,']);
  if (random.chance(0.3)) headers['idempotency-key'] = random.text('0123456789abcdef', random.pick([1, 16, 255]));
  return headers;
}

function wireOf({
  declared,
  method,
  params,
  query,
  body,
  bytes,
  headers,
}: Draft): Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'> {
  const filled = declared.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? '';
    return value.startsWith('\x01') ? value.slice(1) : encodeURIComponent(value);
  });
  const sent = bytes ?? (body === undefined ? null : Buffer.from(writeJson(body)));
  if (sent && headers['content-type'] === undefined) headers['content-type'] = 'application/json';
  if (sent && headers['content-type'] === '') delete headers['content-type'];
  return { method, path: query === '' ? filled : `${filled}?${query}`, headers, body: sent };
}

// Of the bytes as they are sent: some that are no letters are read as one that is.
function passwordIn(name: EndpointName, body: Buffer | null): string | null {
  if (name !== 'changePassword' || body === null) return null;
  try {
    const { password } = JSON.parse(body.toString().replace(/^\ufeff/, '')) as { password?: unknown };
    return typeof password === 'string' ? password : null;
  } catch {
    return null;
  }
}
