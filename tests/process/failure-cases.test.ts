// What goes wrong with a store in real life: killed processes, stops in the middle of work, wrong settings.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, clientOf } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { type Load, startLoad } from '../support/load.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { runProgram, until } from '../support/program.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';

let store: StoreProcess;
let visitor: Client;
let control: SandboxControl;

beforeAll(async () => {
  store = await startProcess({ env: { RATE_LIMIT_FACTOR: '1000' } });
  visitor = clientOf(store.url, null);
  control = sandboxControl(`${store.url}/sandbox`);
});
afterAll(() => store?.close());

const more = (load: Load, orders = 10) => {
  const reached = load.acknowledged.length + orders;
  return until('the store takes orders', () => load.acknowledged.length >= reached);
};

async function expectAllKept({ acknowledged }: Load): Promise<void> {
  const kept = new Set((await store.sql('select id from orders')).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}

async function openedOrder() {
  const body = orderBody();
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  return { orderId, session };
}

const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0;

const openSession = async (session: Awaited<ReturnType<typeof openedOrder>>['session']) =>
  (await visitor.call('POST /api/bigpay/init-session', { body: session })).sessionId;

const isPaid = async (orderId: string) =>
  (await visitor.call('GET /api/orders/{id}', { params: { id: orderId } })).payment_status === 'paid';

describe('killed under load', () => {
  test('the store alone: its database server is taken over, every acknowledged order is there', async () => {
    const load = startLoad(store.url);
    await more(load);
    const server = await store.databasePid();
    await store.kill9();
    await store.restart();
    await more(load);
    await load.stop();
    expect(await store.databasePid()).toBe(server);
    await expectAllKept(load);
    expect(load.refusals.filter(({ status }) => status !== 503)).toEqual([]);
  });

  test('its database server alone: the same process refuses for a while, exposes no internals, and recovers', async () => {
    const load = startLoad(store.url);
    await more(load);
    const [pid, server] = [store.pid(), await store.databasePid()];
    await store.killDatabase9();
    await more(load);
    await load.stop();
    await until('the store is ready again', store.isReady);
    expect(store.pid()).toBe(pid);
    expect(await store.databasePid()).not.toBe(server);
    await expectAllKept(load);
    const bodies = new Set(load.refusals.map(({ status, body }) => `${status} ${body}`));
    const busy = { status: 'error', message: 'The store is busy. Please try again in a moment.', code: 'unavailable' };
    expect([...bodies].filter((one) => one !== `503 ${JSON.stringify(busy)}`)).toEqual([]);
  });

  test('its database server alone: jobs are done again too', async () => {
    const { orderId, session } = await openedOrder();
    const sessionId = await openSession(session);
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    await until('the notified payment is settled', () => isPaid(orderId), 60_000);
  });

  test('both at once: the store starts again by itself, every acknowledged order is there', async () => {
    const load = startLoad(store.url);
    await more(load);
    await Promise.all([store.kill9(), store.killDatabase9()]);
    await store.restart();
    await more(load);
    await load.stop();
    await expectAllKept(load);
    expect(load.refusals.filter(({ status }) => status !== 503)).toEqual([]);
  });
});

test('a job that ran when the store was killed is done after the next start', async () => {
  const { orderId, session } = await openedOrder();
  const sessionId = await openSession(session);
  // One notification, one job, one question that is not answered in time.
  await control('/gateway/fail', { kind: 'drop_notice' });
  await control('/gateway/pay', { sessionId, expiry: '01/39' });
  await control('/gateway/fail', { kind: 'delay', operation: 'retrieve', delayMs: 60_000 });
  await control('/gateway/notify', { orderId: `${orderId}-1` });
  const running = `select 1 from graphile_worker._private_jobs where locked_at is not null and key = 'settle ${orderId}-1'`;
  await until('the job waits for the gateway', async () => {
    const { rules } = await control('/gateway');
    return isEmpty(rules) && (await store.sql(running)).length > 0;
  });
  await store.kill9();
  expect(await store.sql(running)).toHaveLength(1);
  await store.restart();
  await until('the job is done', () => isPaid(orderId), 90_000);
});

describe('asked to stop', () => {
  test('requests in flight get their answer, nothing is lost, the exit code is 0', async () => {
    const { session } = await openedOrder();
    await control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 1_500 });
    const load = startLoad(store.url);
    await more(load);
    const inFlight = visitor.ask('POST /api/bigpay/init-session', { body: session });
    await until('the call is at the gateway', async () => isEmpty((await control('/gateway')).rules));
    const [exitCode, answer] = await Promise.all([store.stop(), inFlight]);
    await load.stop();
    expect(answer).toMatchObject({ status: 200, body: { sessionId: expect.stringMatching(/^SESSION/) } });
    expect(exitCode).toBe(0);
    await expect(store.databasePid()).rejects.toThrow('ENOENT');
    await store.restart();
    await expectAllKept(load);
    expect(load.refusals.filter(({ status }) => status !== 503)).toEqual([]);
    expect(await openSession(session)).toBe(answer.body.sessionId);
  });
});

describe('asked to stop while others do not', () => {
  test('a caller who never finishes its request and an open live connection are let go, the exit code is 0', async () => {
    const live = new WebSocket(`${store.url.replace('http', 'ws')}/ws`);
    await once(live, 'open');
    const caller = connect(Number(new URL(store.url).port), '127.0.0.1');
    const head = ['POST /api/create-order HTTP/1.1', 'Host: store', 'Content-Type: application/json'];
    caller.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'));
    const left = Promise.all([once(live, 'close'), once(caller, 'close')]);
    // What was written has arrived once a later request is answered.
    await until('the store answers', store.isReady);
    expect(await store.stop()).toBe(0);
    await left;
    await store.restart();
  });
});

describe('started wrongly', () => {
  test('a second store on the same folder waits for 30 s and ends with one sentence, the first goes on', async () => {
    const env = { ...store.env, PORT: String(await freePort()) };
    const { exitCode, output } = await runProgram('main', env, [], 60_000);
    expect(exitCode).toBe(1);
    const [waiting, refusal, ...rest] = output.split('\n');
    expect(waiting).toBe('Another store is using this folder. Waiting up to 30 s for it to stop.');
    expect(refusal).toMatch(/^Cannot start because another store uses this folder \(.*\): stop that store, or .*\.$/);
    expect(rest).toEqual(['']);
    expect(await store.isReady()).toBe(true);
  });

  test('a port that is taken ends with one sentence', async () => {
    const { port } = new URL(store.url);
    const DATA_DIR = join(store.dataDir, 'another');
    const { exitCode, output } = await runProgram('main', { ...store.env, PORT: port, DATA_DIR, LOG_LEVEL: 'silent' });
    expect({ exitCode, output }).toEqual({
      exitCode: 1,
      output: `Port ${port} is in use. Set PORT to another one.\n`,
    });
  });

  test.each([
    ['PORT', 'eighty'],
    ['MODE', 'production'],
    ['PUBLIC_URL', 'shop.example'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['JWT_SECRET', 'short'],
    ['ADMIN_PASSWORD', 'secret'],
    ['MPGS_BASE_URL', 'https://gateway.example'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('a wrong %s ends with its name and what is right', async (name, value) => {
    const { exitCode, output } = await runProgram('main', { ...store.env, [name]: value });
    expect(exitCode).toBe(1);
    expect(output).toMatch(new RegExp(`(^|\n)(${name}|ADMIN_EMAIL|MPGS_MERCHANT_ID) (must|is required)`));
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('live mode names everything that is missing', async () => {
    const env = { ...store.env, MODE: 'live', PAYMENT_GATEWAY: 'mpgs' };
    const { exitCode, output } = await runProgram('main', env);
    expect(exitCode).toBe(1);
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    const mpgs = ['MPGS_BASE_URL', 'MPGS_MERCHANT_ID', 'MPGS_API_PASSWORD', 'MPGS_WEBHOOK_SECRET'];
    expect(names).toEqual(['PUBLIC_URL', 'JWT_SECRET', 'SECRETS_KEY', 'TRUST_PROXY', ...mpgs]);
  });

  test('live mode refuses a database that a sandbox has used', async () => {
    const pgData = join(store.dataDir, 'sandbox', 'postgres');
    const password = (await readFile(join(pgData, 'applaud.password'), 'utf8')).trim();
    const [, , , port, host = ''] = (await readFile(join(pgData, 'postmaster.pid'), 'utf8')).split('\n');
    const DATABASE_URL = `postgres://applaud:${password}@localhost/applaud?host=${encodeURIComponent(host)}&port=${port}`;
    const live = {
      MODE: 'live',
      PUBLIC_URL: 'https://shop.example',
      JWT_SECRET: 'a secret of at least 32 bytes, for a test',
      SECRETS_KEY: 'a key of at least 32 bytes, for a test',
      TRUST_PROXY: 'none',
      MPGS_BASE_URL: 'https://gateway.example',
      MPGS_MERCHANT_ID: 'SHOP',
      MPGS_API_PASSWORD: 'password',
      MPGS_WEBHOOK_SECRET: 'secret',
    };
    const { exitCode, output } = await runProgram('main', { ...store.env, ...live, DATABASE_URL });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^This database belongs to a store in sandbox mode; start with MODE=sandbox or .*\.\n$/);
  });
});
