import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropFolder, newFolder, type SandboxSetup, startSandboxSetup } from '../../tests/support/sandbox-setup.ts';

let folder: string;
let setup: SandboxSetup;

beforeEach(async () => {
  folder = await newFolder();
  setup = await startSandboxSetup(folder);
});

afterEach(async () => {
  await setup.stop();
  await dropFolder(folder);
});

const add = (code = 'AbC123') =>
  setup.provider({ action: 'add', service: '1001', link: `https://instagram.com/p/${code}/`, quantity: '1000' });
const status = (order = '23501') => setup.provider({ action: 'status', order });
const fail = (kind: string, more: Record<string, unknown> = {}) => setup.control('provider/fail', { kind, ...more });

test('an answer lost after acceptance leaves the order placed', async () => {
  await fail('lose', { operation: 'add' });
  await expect(add()).rejects.toThrow();
  expect((await add()).body.error).toMatch(/^You have active order/);
  expect((await status()).body).toMatchObject({ status: 'Pending' });
});

test('a call lost before it is taken places nothing', async () => {
  await fail('lose_before', { operation: 'add' });
  await expect(add()).rejects.toThrow();
  expect((await add()).body).toEqual({ order: 23501 });
});

test.each([
  ['rate', 429, 'Too many requests'],
  ['error_5xx', 502, 'Just a moment'],
  ['maintenance', 503, 'Just a moment'],
])('%s answers in place of the action, as often as asked', async (kind, code, text) => {
  await fail(kind, { operation: 'add', times: 2 });
  for (const _ of [1, 2]) {
    const reply = await add();
    expect(reply.status).toBe(code);
    expect(reply.text).toContain(text);
  }
  expect((await add()).body).toEqual({ order: 23501 });
});

test('an HTML page, a cut answer and a missing id hide an order that was placed', async () => {
  await fail('html', { operation: 'add' });
  expect((await add('AbC1')).headers.get('content-type')).toContain('text/html');
  await fail('garbage', { operation: 'add' });
  expect((await add('AbC2')).body).toEqual({});
  await fail('missing_id', { operation: 'add' });
  const reply = await add('AbC3');
  expect([reply.status, reply.text]).toEqual([200, '{}']);
  expect((await status('23503')).body).toMatchObject({ status: 'Pending' });
});

test('ids may be text, strings may be numbers, JSON may say text/html, success may be 201', async () => {
  await fail('text_ids', { operation: 'add' });
  expect((await add()).body).toEqual({ order: 'ord-23501' });
  await fail('numbers', { operation: 'status' });
  expect((await status('ord-23501')).body).toMatchObject({ charge: 0.9, remains: 1000 });
  await fail('strings', { operation: 'add' });
  await fail('http_status', { operation: 'add', status: 201 });
  await fail('text_html', { operation: 'add' });
  const reply = await add('AbC124');
  expect(reply.body).toEqual({ order: '23502' });
  expect(reply.status).toBe(201);
  expect(reply.headers.get('content-type')).toContain('text/html');
});

test('remains may be negative or "Unknown", the status a word nobody knows', async () => {
  await add();
  await fail('remains', { text: '-5' });
  expect((await status()).body.remains).toBe('-5');
  await fail('remains', { text: 'Unknown' });
  await fail('status_text', { text: 'Awaiting' });
  expect((await status()).body).toMatchObject({ remains: 'Unknown', status: 'Awaiting' });
});

test('a batch may come as an array or without the bad ids', async () => {
  await add();
  const batch = () => setup.provider({ action: 'status', orders: '23501,99' });
  await fail('batch_array');
  expect((await batch()).body).toEqual([
    { order: '99', error: 'Incorrect order ID' },
    expect.objectContaining({ order: '23501', status: 'Pending' }),
  ]);
  await fail('skip_bad_ids');
  expect(Object.keys((await batch()).body)).toEqual(['23501']);
});

test('errors may be translated or keys, and the balance may be empty', async () => {
  const bad = () => setup.provider({ action: 'add', service: '1001', link: 'x', quantity: '1000' });
  await fail('localised');
  expect((await bad()).body).toEqual({ error: 'Link inválido' });
  await fail('error_keys');
  expect((await bad()).body).toEqual({ error: 'neworder.error.link' });
  await fail('empty_balance', { times: 2 });
  expect((await add()).body).toEqual({ error: 'Not enough funds on balance' });
  expect((await setup.provider({ action: 'balance' })).body.balance).toBe('0.00000');
});

test('any text with any status may stand in place of the action, and a balance may be any text', async () => {
  await fail('answer', { operation: 'add', text: 'Forbidden', status: 403 });
  const reply = await add();
  expect([reply.status, reply.text]).toEqual([403, 'Forbidden']);
  expect((await add()).body).toEqual({ order: 23501 });
  await fail('balance_text', { text: '1.234,50' });
  expect((await setup.provider({ action: 'balance' })).body).toEqual({ balance: '1.234,50', currency: 'USD' });
});

test('a delayed answer comes late', async () => {
  await fail('delay', { delayMs: 150 });
  const startedAt = performance.now();
  await add();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(140);
});

test('the call log counts adds and never holds the key', async () => {
  await add();
  await status();
  const log = await setup.inspect('calls?side=provider&operation=add');
  expect(log.body).toEqual([
    expect.objectContaining({ operation: 'add', detail: expect.objectContaining({ post: 'AbC123' }) }),
  ]);
  expect((await setup.inspect('calls')).text).not.toContain('panel-key');
});
