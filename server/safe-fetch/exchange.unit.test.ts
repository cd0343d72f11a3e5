// One request to an address that an admin typed. What it does with every failure is proved through the adapters.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveByDns } from './addresses.ts';
import { get } from './exchange.ts';

const received: { method: string | undefined; headers: IncomingHttpHeaders }[] = [];
const server = createServer(({ method, headers }, response) => {
  received.push({ method, headers });
  response.end('{}');
});
beforeAll(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready)));
afterAll(() => new Promise<void>((stopped) => void server.close(() => stopped())));

it('a GET carries the headers that it is given, such as a key, beside its own', async () => {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders?ids=1`);
  const options = {
    who: 'provider' as const,
    allowLoopback: true,
    timeoutMs: 5_000,
    resolve: resolveByDns,
    maxAnswerBytes: 100,
  };
  expect(await get(url, options)).toMatchObject({ outcome: 'answered', httpStatus: 200, text: '{}' });
  await get(url, { ...options, headers: { 'x-api-key': 'key-1' } });
  expect(received).toMatchObject([
    { method: 'GET', headers: { accept: 'application/json', 'user-agent': 'Applaud' } },
    { method: 'GET', headers: { accept: 'application/json', 'user-agent': 'Applaud', 'x-api-key': 'key-1' } },
  ]);
  expect(received[0]?.headers).not.toHaveProperty('x-api-key');
});
