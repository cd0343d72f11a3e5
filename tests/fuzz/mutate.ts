// Puts something wrong into a request of a call that is as it should be.
import { gzipSync } from 'node:zlib';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { EndpointName } from '../../contract/index.ts';
import type { Random } from '../../server/demo/random.ts';
import { oddNumber, oddText, oddValue, withOddKey, writeJson } from './edge-values.ts';
import { edgePaths, type Headers, mutateHeader, wellFormed } from './edge-words.ts';

export type Tokens = {
  /** Good at the moment. */
  admin: string;
  /** An API key that every scope was given to. */
  key: string;
  /** No good ones. */
  bad: readonly string[];
  /** Of the one who is signed in. */
  password: string;
  /** Of the gateway's notifications. */
  webhookSecret: string;
};

export type Draft = {
  declared: Endpoint;
  name: EndpointName;
  method: string;
  params: Record<string, string>;
  query: string;
  body: unknown;
  /** In place of the body as JSON. */
  bytes: Buffer | null;
  headers: Headers;
  /** One that a list answered. */
  cursor: string | null;
};

/** What was done to it. */
export function spoil(draft: Draft, random: Random, tokens: Tokens): string {
  const hasBody = draft.declared.input.body !== undefined;
  const hasParams = Object.keys(draft.params).length > 0;
  const kinds: readonly (readonly [() => string, number])[] = [
    [() => spoilValue(draft, random), hasBody ? 10 : 0],
    [() => spoilShape(draft, random), hasBody ? 5 : 1],
    [() => spoilBytes(draft, random), hasBody ? 5 : 1],
    [() => spoilParam(draft, random), hasParams ? 6 : 0],
    [() => spoilQuery(draft, random), draft.declared.input.query ? 8 : 1],
    [() => mutateHeader(draft.headers, random), 3],
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
  params[key] = random.chance(0.6) ? wellFormed(oddText(random)) || ' ' : `\x01${random.pick(edgePaths)}`;
  return 'a part of the path';
}

function spoilQuery(draft: Draft, random: Random): string {
  const names = [...new URLSearchParams(draft.query).keys(), 'limit', 'cursor', 'search', 'from', 'days', 'amountMin'];
  const name = random.pick([...names, 'x', '__proto__', 'constructor', 'toString', 'a[b]', 'limit[]']);
  const value =
    name === 'cursor' && draft.cursor !== null && random.chance(0.5)
      ? spoiltCursor(draft.cursor, random)
      : random.chance(0.7)
        ? encodeURIComponent(wellFormed(oddText(random)).slice(0, 1_500))
        : random.pick([...edgePaths, ...oddCursors]);
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

function spoilToken({ headers }: Draft, random: Random, { admin, key, bad }: Tokens): string {
  headers.authorization = random.weighted([
    [`Bearer ${random.pick(bad)}`, 6],
    [admin, 1],
    [`Bearer ${key}`, 2],
    [`Bearer ${key.slice(0, -1)}`, 1],
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
