// One request of a run: of a call of the contract as it should be, or with something wrong in it; or of a page.
import { gzipSync } from 'node:zlib';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/index.ts';
import { livePath } from '../../contract/live.ts';
import { languages, pathOf } from '../../contract/pages.ts';
import { createRandom, type Random } from '../../server/demo/random.ts';
import { orderBody, sessionBody } from '../world/orders.ts';
import { owner } from '../world/store.ts';
import type { Fitting } from './fitting.ts';
import { type Known, kindOf } from './known.ts';
import { oddNumber, oddText, oddValue, unescapedMark, withOddKey, writeJson } from './odd-values.ts';

export type Hostile = {
  number: number;
  /** Null for a page or a file. */
  name: EndpointName | null;
  /** What is wrong with it. */
  odd: string;
  method: string;
  /** As it is sent. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
  /** What a change of the password would make it. */
  password: string | null;
};

export type Tokens = {
  /** Good at the moment. */
  admin: string;
  /** No good ones. */
  bad: readonly string[];
  /** Of the one who is signed in. */
  password: string;
  /** Of the gateway's notifications. */
  webhookSecret: string;
};

type Draft = {
  declared: Endpoint;
  name: EndpointName;
  method: string;
  params: Record<string, string>;
  query: string;
  body: unknown;
  /** In place of the body as JSON. */
  bytes: Buffer | null;
  headers: Record<string, string | string[]>;
  /** One that a list answered. */
  cursor: string | null;
};

const names = Object.keys(endpoints) as EndpointName[];
const callers = 300;

export type RequestParts = { seed: number; known: Known; tokens: Tokens; fitting: Fitting };

/** The same for the same seed and number, but for ids and tokens. */
export function requestOf(number: number, { seed, known, tokens, fitting }: RequestParts): Hostile {
  const random = createRandom(seed, number);
  const headers = headersOf(random);
  if (random.chance(0.08)) return pageRequest(number, random, known, headers);
  // Every call in its turn.
  const name = names[number % names.length] ?? 'healthz';
  const declared: Endpoint = endpoints[name];
  const draft = draftOf(name, declared, { random, known, headers, fitting, tokens });
  const asAdmin = declared.access === 'admin' ? random.chance(0.9) : random.chance(0.4);
  if (asAdmin) headers.authorization = `Bearer ${tokens.admin}`;
  if (name === 'paymentWebhook' && random.chance(0.8)) headers['x-notification-secret'] = tokens.webhookSecret;
  const odd = random.chance(0.2) ? 'nothing' : spoil(draft, random, tokens);
  const sent = wireOf(draft);
  return { number, name, odd, ...sent, password: passwordIn(name, sent.body) };
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
    ...{ declared, name, method, query: query.toString(), bytes: null, headers },
    params: { ...params, ...usual.params },
    body: usual.body ?? fitting(input.body, maker),
    cursor: known.textFor('cursor', random),
  };
}

type DraftMaker = Omit<RequestParts, 'seed'> & Pick<Draft, 'headers'> & { random: Random };

// Where a schema cannot say what goes together.
function usualInput(
  name: EndpointName,
  { random, known, headers, tokens }: DraftMaker,
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
      return { params, body: { amount: 0.01, reason: 'The buyer asked' } };
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

function headersOf(random: Random): Draft['headers'] {
  const address = `10.${random.whole(0, 2)}.0.${random.whole(1, callers / 3)}`;
  const headers: Draft['headers'] = { 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 Chrome/140.0' };
  if (random.chance(0.5)) headers['accept-encoding'] = random.pick(['br', 'gzip', 'identity', '*;q=0', 'gzip;q=x,,,']);
  if (random.chance(0.3)) headers['idempotency-key'] = random.text('0123456789abcdef', random.pick([1, 16, 255]));
  return headers;
}

/** What was done to it. */
function spoil(draft: Draft, random: Random, tokens: Tokens): string {
  const hasBody = draft.declared.input.body !== undefined;
  const hasParams = Object.keys(draft.params).length > 0;
  const kinds: readonly (readonly [() => string, number])[] = [
    [() => spoilValue(draft, random), hasBody ? 10 : 0],
    [() => spoilShape(draft, random), hasBody ? 5 : 1],
    [() => spoilBytes(draft, random), hasBody ? 5 : 1],
    [() => spoilParam(draft, random), hasParams ? 6 : 0],
    [() => spoilQuery(draft, random), draft.declared.input.query ? 8 : 1],
    [() => spoilHeader(draft, random), 3],
    [() => spoilToken(draft, random, tokens), 3],
    [() => spoilMethod(draft, random), 1],
  ];
  return random.weighted(kinds)();
}

function spoilValue(draft: Draft, random: Random): string {
  const times = random.pick([1, 1, 1, 3]);
  for (let at = 0; at < times; at += 1) {
    const places = placesIn(draft.body);
    if (places.length === 0) return spoilShape(draft, random);
    const place = random.pick(places);
    if (typeof place.value === 'string' && random.chance(0.7)) place.put(oddText(random));
    else if (typeof place.value === 'number' && random.chance(0.7)) place.put(oddNumber(random));
    else place.put(oddValue(random));
  }
  return 'a value';
}

function spoilShape(draft: Draft, random: Random): string {
  const { body } = draft;
  if (typeof body === 'object' && body !== null && !Array.isArray(body) && random.chance(0.6)) {
    if (random.chance(0.4)) {
      const [key] = random.pick([...Object.entries(body), ['nothing', 0]]);
      draft.body = Object.fromEntries(Object.entries(body).filter(([name]) => name !== key));
      return 'a field less';
    }
    const inner = placesIn(body).filter(({ value }) => typeof value === 'object' && value !== null);
    const place = inner.length > 0 && random.chance(0.4) ? random.pick(inner) : null;
    if (place) place.put(withOddKey(place.value as object, random));
    else draft.body = withOddKey(body, random);
    return 'a key more';
  }
  draft.body = oddValue(random);
  return 'the whole body';
}

function spoilBytes(draft: Draft, random: Random): string {
  const json = writeJson(draft.body ?? {});
  const { headers } = draft;
  const kind = random.whole(0, 8);
  if (kind === 0) draft.bytes = Buffer.from(json.replace(/[aei]/, '\xed\xa0\x80'), 'latin1');
  else if (kind === 1) draft.bytes = Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]);
  else if (kind === 2) draft.bytes = Buffer.from(json, 'utf16le');
  else if (kind === 3) draft.bytes = Buffer.from(`\ufeff${json}`);
  else if (kind === 4) {
    draft.bytes = gzipSync(`${json.slice(0, -1)}${' '.repeat(5_000_000)}`);
    headers['content-encoding'] = random.pick(['gzip', 'br', 'deflate', 'identity', 'x']);
  } else if (kind === 5)
    draft.bytes = Buffer.from(`${' '.repeat(random.pick([32_769, 40_000, 270_000, 600_000]))}${json}`);
  else if (kind === 6) draft.bytes = Buffer.from(json.slice(0, random.whole(0, json.length)));
  else if (kind === 7) draft.bytes = Buffer.alloc(random.pick([0, 1, 100]));
  else headers['content-length'] = '0';
  if (kind === 8) draft.bytes = Buffer.alloc(0);
  else if (random.chance(0.3)) headers['content-type'] = random.pick(contentTypes);
  return `the bytes (${kind})`;
}

const contentTypes: readonly string[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''],
  ...[
    'application/json; charset=utf-16',
    'application/json;charset="',
    'APPLICATION/JSON',
    'application/jsonx',
    '/',
    '*/*',
  ],
  ...['application/ld+json', 'application/json, text/plain', ';', 'text/json', 'application/octet-stream'],
];

function spoilParam({ params }: Draft, random: Random): string {
  const key = random.pick(Object.keys(params));
  // Nothing there would be another address.
  params[key] = random.chance(0.6) ? wellFormed(oddText(random)) || ' ' : `\x01${random.pick(oddPaths)}`;
  return 'a part of the path';
}

/** As they are sent. */
const oddPaths: readonly string[] = [
  ...['%ff', '%E0%A4%A', '%', '%zz', '%00', '%2e%2e%2f%2e%2e', '..', '.', '//', ';a=b', '%c0%ae', '*', ':id', '%25ff'],
  ...['%ed%a0%80', '%0d%0aX-A:b', '\xff\xfe', '%u0041', '__proto__', `${'a'.repeat(501)}`, '%F0%9F%98%80'.repeat(30)],
];

function spoilQuery(draft: Draft, random: Random): string {
  const names = [...new URLSearchParams(draft.query).keys(), 'limit', 'cursor', 'search', 'from', 'days', 'amountMin'];
  const name = random.pick([...names, 'x', '__proto__', 'constructor', 'toString', 'a[b]', 'limit[]']);
  const value =
    name === 'cursor' && draft.cursor !== null && random.chance(0.5)
      ? spoiltCursor(draft.cursor, random)
      : random.chance(0.7)
        ? encodeURIComponent(wellFormed(oddText(random)).slice(0, 1_500))
        : random.pick([...oddPaths, ...oddCursors]);
  const added = random.weighted([
    [`${name}=${value}`, 6],
    [`${name}=1&${name}=${value}`, 2],
    [name, 1],
    [`&&=&=${value}&`, 1],
    [`${name}=1&`.repeat(600), 1],
  ]);
  const kept = new URLSearchParams(draft.query);
  if (random.chance(0.7)) kept.delete(name);
  draft.query = [kept.toString(), added].filter(Boolean).join('&');
  return 'the query';
}

// Still a cursor from outside: what it holds is another thing.
function spoiltCursor(cursor: string, random: Random): string {
  const words = Buffer.from(cursor, 'base64url')
    .toString()
    .split(/([^\w.@-]+)/);
  words[random.whole(0, words.length - 1)] = random.chance(0.5)
    ? oddText(random).slice(0, 300)
    : oddNumber(random).written;
  return Buffer.from(words.join('')).toString('base64url');
}

const oddCursors = [
  ...[
    '+275760-09-13T00:00:00.000Z AAAAAAAAAAAA',
    '2024-01-01T00:00:00.000Z \0',
    '-1 x',
    '1e999 A',
    '9e15 a@b',
    '{}',
    'null',
  ],
].map((text) => Buffer.from(text).toString('base64url'));

function spoilHeader({ headers }: Pick<Draft, 'headers'>, random: Random): string {
  const latin = (text: string) =>
    Buffer.from(wellFormed(text).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')).toString('latin1');
  const name = random.pick([
    ...['user-agent', 'x-forwarded-for', 'idempotency-key', 'accept-language', 'origin', 'referer', 'host', 'range'],
    ...['x-notification-secret', 'stripe-signature', 'if-none-match', 'sec-gpc', 'expect', 'x-http-method-override'],
    ...['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'accept', 'accept-encoding', 'cookie', 'purpose', 'dnt'],
  ]);
  const value = random.chance(0.5) ? latin(oddText(random)).slice(0, 3_000) : random.pick(headerValues);
  headers[name] = random.chance(0.1) && name !== 'host' ? [value, value] : value;
  return `the header ${name}`;
}

const headerValues: readonly string[] = [
  ...[
    '1',
    '*',
    '10.0.0.1, 10.0.0.2, x',
    '::1%eth0',
    '[2001:db8::1]:443',
    '999.1.1.1',
    'bytes=0-',
    '100-continue',
    'null',
  ],
  ...['W/"x"', 'en;q=9,*;q=-1', 't=1,v1=00', 't=9999999999999999999,v1=zz', 'GET', 'https', 'for="[::1]"', ',,,', '"'],
];

function spoilToken({ headers }: Draft, random: Random, { admin, bad }: Tokens): string {
  headers.authorization = random.weighted([
    [`Bearer ${random.pick(bad)}`, 6],
    [admin, 1],
    [`Basic ${Buffer.from('a:b').toString('base64')}`, 1],
    [`Bearer ${admin.slice(0, -2)}`, 1],
    [`Bearer ${admin} ${admin}`, 1],
    ['Bearer ', 1],
    [`Bearer ${'a'.repeat(9_000)}.b.c`, 1],
  ]);
  if (random.chance(0.1)) delete headers.authorization;
  return 'token';
}

function spoilMethod(draft: Draft, random: Random): string {
  draft.method = random.pick([
    'HEAD',
    'OPTIONS',
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'QUERY',
  ]);
  return 'the method';
}

function pageRequest(number: number, random: Random, known: Known, headers: Draft['headers']): Hostile {
  const rest = random.chance(0.3) ? `/${random.pick(oddPaths)}` : '';
  const id = known.idOf('orders', random) ?? 'AAAAAAAAAAAA';
  const address = known.addressOf(random);
  const text = encodeURIComponent(wellFormed(oddText(random)).slice(0, 1_500));
  const mark = encodeURIComponent(`"'>${unescapedMark}>`);
  const path = random.pick([
    ...languages.flatMap((lang) => [pathOf(random.pick(['home', 'about', 'checkout', 'client']), lang)]),
    ...[`/success?orderId=${id}&x=${mark}`, `/pt/${text}`, `/${text}`, `/${mark}`, `/about?${text}`, `/admin/${text}`],
    ...(address === null ? [] : [address, `${address}${mark}`, address.replace(/.$/, text), address, address]),
    ...[
      `/receipt/${id}/${text}`,
      `/receipt/${text}/${text}`,
      `/og/${text}`,
      `/og/home-en.png?v=${text}`,
      '/admin-login',
    ],
    ...[
      `/api/admin/orders.csv?ticket=${text}`,
      `/api/admin/orders.csv?ticket=e30.${text}`,
      `/api/${text}`,
      `${livePath}?${text}`,
    ],
    ...[
      '/robots.txt',
      '/api/openapi.json',
      '/api/docs',
      '/metrics',
      '/sitemap.xml',
      '/favicon.ico',
      '/favicon.svg',
      `/assets/${text}`,
      '/assets/',
      '/assets/..%2fmanifest.json',
    ],
    ...[
      '/assets/../manifest.json',
      '/.env',
      '/.git/config',
      '//evil.example/',
      '/\\evil.example',
      `/?${mark}`,
      '/%2e%2e/',
    ],
  ]);
  const method = random.weighted([
    ['GET', 20],
    ['HEAD', 2],
    [random.pick(['POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']), 2],
  ]);
  const odd = 'an address';
  if (random.chance(0.2)) spoilHeader({ headers }, random);
  return {
    ...{ number, name: null, odd, method, headers, password: null, body: null },
    path: path + rest,
  };
}

function wireOf({
  declared,
  method,
  params,
  query,
  body,
  bytes,
  headers,
}: Draft): Pick<Hostile, 'method' | 'path' | 'headers' | 'body'> {
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

type Place = { value: unknown; put(value: unknown): void };

// Every place in a tree, the leaves and what holds them.
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null || 'written' in value) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, inner]) => [
    {
      value: inner,
      put: (other: unknown) => {
        holder[key] = other;
      },
    },
    ...placesIn(inner),
  ]);
}

// Half a pair of characters cannot stand in an address at all.
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
