// Requests that never arrive in full, answers that nobody reads, and what must not be taken for either.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { openSlowSender, type SlowSender, senderKinds } from '../../tests/support/slow-senders.ts';
import { type Log, silentLog } from '../observability/log.ts';
import { createServer, type ServerOptions } from './server.ts';

const requestTimeoutMs = 600;
const quickLimits = { requestTimeoutMs, idleTimeoutMs: 5_000 };

let server: FastifyInstance;
let senders: SlowSender[] = [];

afterEach(async () => {
  for (const sender of senders) sender.destroy();
  senders = [];
  await server.close();
});

/** Listens with limits of a moment; answers its port. */
async function listen(options: Partial<ServerOptions> = {}, prepare = (_: FastifyInstance) => {}): Promise<number> {
  server = await createServer({
    log: silentLog,
    trustProxy: false,
    https: false,
    ...quickLimits,
    ...options,
  });
  server.post('/api/create-order', async () => ({ done: true }));
  prepare(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

function openSockets(): Promise<number> {
  return new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)));
}

test('300 requests that never arrive in full end soon after the limit, and no socket is left', async () => {
  const port = await listen();
  const kinds = Array.from({ length: 300 }, (_, nth) => senderKinds[nth % senderKinds.length] ?? 'silent');
  senders = await Promise.all(kinds.map((kind) => openSlowSender(kind, port, 50)));
  await expect.poll(openSockets).toBe(300);
  await expect.poll(openSockets, { timeout: requestTimeoutMs + 5_000 }).toBe(0);
  for (const sender of senders.filter(({ kind }) => kind !== 'mute')) {
    const [answerHead = '', body = ''] = sender.received().split('\r\n\r\n');
    expect(answerHead, sender.kind).toMatch(/^HTTP\/1\.1 408 .*connection: close$/s);
    expect(JSON.parse(body)).toEqual({ message: 'The request took too long to arrive.', code: 'too_slow' });
    expect(sender.endedAfterMs()).toBeGreaterThan(requestTimeoutMs - 100);
  }
});

test('a request that is answered before its body has arrived is ended as well', async () => {
  const port = await listen({}, (it) => {
    it.addHook('onRequest', async (_request, reply) => void (await reply.code(401).send({ message: 'No.' })));
  });
  senders = [await openSlowSender('trickle', port, 50)];
  await expect.poll(() => senders[0]?.received()).toMatch(/^HTTP\/1\.1 401 /);
  await expect.poll(openSockets).toBe(0);
});

test('a slow sender is nothing that the log has to warn of', async () => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const port = await listen({ log: log as unknown as Log });
  senders = await Promise.all(senderKinds.map((kind) => openSlowSender(kind, port, 50)));
  await expect.poll(openSockets).toBe(0);
  expect([log.warn.mock.calls, log.error.mock.calls]).toEqual([[], []]);
});

test('an answer that takes longer than a request may is not cut', async () => {
  const port = await listen({}, (it) => {
    it.get('/export.csv', async (_request, reply) => reply.type('text/csv').send(Readable.from(lines(6, 250))));
    it.post('/late', async ({ body }) => wait(2 * requestTimeoutMs, body));
  });
  const [streamed, late] = await Promise.all([
    fetch(`http://127.0.0.1:${port}/export.csv`).then((answer) => answer.text()),
    fetch(`http://127.0.0.1:${port}/late`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    }).then((answer) => answer.json()),
  ]);
  expect(streamed).toBe('line 0\nline 1\nline 2\nline 3\nline 4\nline 5\n');
  expect(late).toEqual({ a: 1 });
});

test('an answer that nobody reads does not hold its socket, and one that is read slowly arrives', async () => {
  // On a busy machine the slow reader pauses for more than a second.
  const page = 'x'.repeat(16_000_000);
  const port = await listen({ idleTimeoutMs: 3_000 }, (it) => {
    it.get('/large', async () => page);
  });
  const mute = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
  mute.on('error', () => {});
  const slow = connect({ port, host: '127.0.0.1' });
  for (const socket of [mute, slow]) {
    await once(socket, 'connect');
    socket.write('GET /large HTTP/1.1\r\nhost: x\r\naccept-encoding: identity\r\nconnection: close\r\n\r\n');
  }
  let bytes = 0;
  for await (const piece of slow) {
    bytes += (piece as Buffer).length;
    if (bytes % 16 === 0) await wait(5);
  }
  expect(bytes).toBeGreaterThan(page.length);
  await expect.poll(openSockets).toBe(0);
  mute.destroy();
});

/** As a long list that is read from the database. */
async function* lines(count: number, everyMs: number): AsyncGenerator<string> {
  for (let nth = 0; nth < count; nth += 1) {
    await wait(everyMs);
    yield `line ${nth}\n`;
  }
}
