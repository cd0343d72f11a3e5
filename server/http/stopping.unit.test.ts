// What is asked of a store between the beginning of its stop and its end.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { silentLog } from '../observability/log.ts';
import { prepareDraining } from './draining.ts';
import { createServer } from './server.ts';

const busy = 'The store is busy. Please try again in a moment.';

let server: FastifyInstance;
let port: number;
let letGo: () => void;
let stopBegan: Promise<void>;
let finish: () => void;
let started: number;
let closed: Promise<unknown> = Promise.resolve();

beforeEach(async () => {
  server = await createServer({ log: silentLog, trustProxy: false, https: false });
  prepareDraining(server);
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  // As open pages do, which have a second to close their websockets.
  let began = () => {};
  stopBegan = new Promise((resolve) => (began = resolve));
  server.addHook('preClose', () => {
    began();
    return held;
  });
  server.get('/', async () => '<html></html>');
  started = 0;
  server.get('/slow', async () => {
    started += 1;
    await finished;
    return { fine: true };
  });
  server.post('/api/plain', async () => ({ fine: true }));
  for (const errorBody of ['status', 'error'] as const) {
    server.post(`/api/${errorBody}`, { config: { endpoint: { errorBody } as Endpoint } }, async () => ({ fine: true }));
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});

afterEach(async () => {
  letGo();
  finish();
  await closed;
});

/** Begins the stop, which lasts until the test ends. */
async function beginStop(): Promise<void> {
  closed = server.close();
  await stopBegan;
}

async function open(): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (piece) => (text += piece));
  await once(socket, 'connect');
  return { socket, answer: once(socket, 'close').then(() => text) };
}

async function answerTo(bytes: string): Promise<string> {
  const { socket, answer } = await open();
  socket.write(bytes);
  return answer;
}

function request(line: string): string {
  return `${line} HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n`;
}

function expectBusy(answer: string, body: object): void {
  const [head = '', text = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head.toLowerCase()).toMatch(/^retry-after: \d+\r?$/m);
  expect(head.toLowerCase()).toMatch(/^connection: close\r?$/m);
  expect(head).toMatch(/content-type: application\/json; charset=utf-8/);
  expect(head).toMatch(/x-content-type-options: nosniff/);
  expect(JSON.parse(text)).toEqual(body);
}

test.each([
  ['a call', 'POST /api/plain', { message: busy, code: 'unavailable' }],
  ['a call whose errors carry a status', 'POST /api/status', { status: 'error', message: busy, code: 'unavailable' }],
  [
    'a call whose errors carry their sentence twice',
    'POST /api/error',
    { error: busy, message: busy, code: 'unavailable' },
  ],
  ['a page', 'GET /', { message: busy, code: 'unavailable' }],
  ['an address that is not there', 'GET /nowhere', { message: busy, code: 'unavailable' }],
  ['a method that is not allowed', 'DELETE /api/plain', { message: busy, code: 'unavailable' }],
])('a new connection for %s is refused in our own words while the store stops', async (_name, line, body) => {
  await beginStop();
  expectBusy(await answerTo(request(line)), body);
});

test('a request that began to arrive before the stop is refused in the same words', async () => {
  const { socket, answer } = await open();
  socket.write('POST /api/plain HTTP/1.1\r\n');
  // Once this is answered, the server has seen what came before it.
  await fetch(`http://127.0.0.1:${port}/`);
  await beginStop();
  socket.write('host: x\r\ncontent-length: 0\r\n\r\n');
  expectBusy(await answer, { message: busy, code: 'unavailable' });
});

test('a HEAD has the same headers and no body', async () => {
  await beginStop();
  expect(await answerTo(request('HEAD /'))).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+.*\r\n\r\n$/s);
});

test('what is under way is answered, and its connection is closed', async () => {
  const answer = answerTo(request('GET /slow'));
  await expect.poll(() => started).toBe(1);
  await beginStop();
  finish();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*connection: close.*\{"fine":true\}$/is);
});

test.each([
  ['an address that cannot be read', 'GET /api/%zz', 404],
  ['a request that is no HTTP', '\x16\x03\x01', 400],
])('%s is refused as ever, and its connection is closed', async (_name, line, status) => {
  await beginStop();
  const [head = '', body = ''] = (await answerTo(request(line))).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toMatch(/^connection: close\r?$/m);
  expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\.$/), code: expect.any(String) });
});
