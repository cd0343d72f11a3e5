import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropFolder, newFolder, type SandboxSetup, startSandboxSetup } from '../tests/support/sandbox-setup.ts';
import { createLocks } from './disk.ts';
import { createSandbox } from './sandbox.ts';

let folder: string;
let setups: SandboxSetup[];

beforeEach(async () => {
  folder = await newFolder();
  setups = [];
});

afterEach(async () => {
  for (const setup of setups) await setup.stop();
  await dropFolder(folder);
});

async function start(options: Parameters<typeof startSandboxSetup>[1] = {}): Promise<SandboxSetup> {
  const setup = await startSandboxSetup(folder, options);
  setups.push(setup);
  return setup;
}

const add = (setup: SandboxSetup, code: string) =>
  setup.provider({ action: 'add', service: '2001', link: `https://instagram.com/p/${code}/`, quantity: '1000' });

test('orders, rules, balance and calls are there again after a restart', async () => {
  const first = await start();
  await first.openSession();
  await first.control('gateway/pay', { orderId: 'order-1' });
  await first.control('gateway/fail', { kind: 'busy', operation: 'retrieve' });
  await add(first, 'AbC123');
  await first.stop();
  setups = [];
  const second = await start();
  expect((await second.rest('GET', '/order/order-1')).status).toBe(503);
  expect((await second.rest('GET', '/order/order-1')).body).toMatchObject({ status: 'CAPTURED' });
  expect((await second.provider({ action: 'balance' })).body.balance).toBe('9999.88000');
  expect((await add(second, 'AbC124')).body).toEqual({ order: 23502 });
  expect((await second.inspect('calls?operation=add')).body).toHaveLength(2);
});

test('two processes on one folder see one state and never give an order id twice', async () => {
  const [one, two] = [await start(), await start()];
  const ids = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => (await add(at % 2 === 0 ? one : two, `AbC${at}`)).body.order),
  );
  expect(new Set(ids).size).toBe(40);
  expect((await one.provider({ action: 'balance' })).body.balance).toBe('9995.20000');
  await one.openSession();
  await two.control('gateway/pay', { orderId: 'order-1' });
  expect((await one.rest('GET', '/order/order-1')).body).toMatchObject({ status: 'CAPTURED' });
  expect(await readdir(join(folder, 'locks'))).toEqual([]);
});

test('the same refund sent through two processes at once is made once', async () => {
  const [one, two] = [await start(), await start()];
  await one.openSession();
  await one.control('gateway/pay', { orderId: 'order-1' });
  const body = { apiOperation: 'REFUND', transaction: { amount: '10.00', currency: 'USD' } };
  const replies = await Promise.all(
    [one, two, one, two].map((setup) => setup.rest('PUT', '/order/order-1/transaction/r-1', body)),
  );
  expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201]);
  expect((await two.rest('GET', '/order/order-1')).body).toMatchObject({ totalRefundedAmount: 10 });
});

test('the lock of a killed process is taken over, one of a living process is respected until it is old', async () => {
  const path = join(folder, 'lock');
  const locks = createLocks();
  await writeFile(path, `999999999 0 ${(await import('node:os')).hostname()} x`);
  expect(await locks.withLock(path, async () => 'dead owner')).toBe('dead owner');
  await writeFile(path, '1 0 another-host x');
  let isIn = false;
  const waiting = locks.withLock(path, async () => {
    isIn = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isIn).toBe(false);
  const old = new Date(Date.now() - 60_000);
  await utimes(path, old, old);
  await waiting;
  expect(isIn).toBe(true);
});

test('half a line in the call log of a killed process does no harm', async () => {
  const setup = await start();
  await writeFile(join(folder, 'calls.jsonl'), '{"at":"2026');
  await setup.openSession();
  await setup.openSession({ id: 'order-2' });
  expect((await setup.inspect('calls?operation=session&orderId=order-2')).body).toHaveLength(1);
});

test('reset forgets everything', async () => {
  const setup = await start({ prefix: '/sandbox' });
  await setup.openSession();
  await add(setup, 'AbC123');
  await setup.control('reset');
  expect((await setup.rest('GET', '/order/order-1')).status).toBe(400);
  expect((await setup.provider({ action: 'balance' })).body.balance).toBe('10000.00000');
  expect((await add(setup, 'AbC123')).body).toEqual({ order: 23501 });
});

test('a body over 64 kB is refused and nothing outside the prefix is answered', async () => {
  const setup = await start({ prefix: '/sandbox' });
  const big = await setup.openSession({ description: 'x'.repeat(70_000) }).catch(() => null);
  expect(big === null || big.status === 413).toBe(true);
  expect((await fetch(`${setup.origin}/gateway/static/checkout/checkout.min.js`)).status).toBe(404);
  expect((await fetch(`${setup.origin}/sandbox/nothing`)).status).toBe(404);
  expect((await fetch(`${setup.base}/gateway/checkout/embedded/..%2f..%2fx`)).status).toBe(404);
});

test('controls are for callers on this machine, and can be switched off', async () => {
  const setup = await start();
  const forwarded = await fetch(`${setup.base}/control/calls`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  expect(forwarded.status).toBe(403);
  const foreign = await fetch(`${setup.base}/control/reset`, { method: 'POST', body: 'x=1' });
  expect(foreign.status).toBe(415);
  const closed = await start({ controls: 'off' });
  expect((await closed.inspect('calls')).status).toBe(403);
});

test('the sandbox does not start for a live store', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const options = { dataDir: folder, clock: () => new Date(), log, merchantId: 'S', apiPassword: 'p' };
  await expect(createSandbox({ ...options, webhookSecret: 'w', providerKey: 'k', mode: 'live' })).rejects.toThrow(
    'sandbox mode only',
  );
});
