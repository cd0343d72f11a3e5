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

const link = (code: string) => `https://www.instagram.com/p/${code}/`;
const add = (code: string, extra: Record<string, string> = {}) =>
  setup.provider({ action: 'add', service: '1001', link: link(code), quantity: '1000', ...extra });
const idOf = async (code: string, extra = {}) => String((await add(code, extra)).body.order);
const status = async (order: string) => (await setup.provider({ action: 'status', order })).body;

test('services name the two services with rates and limits as strings', async () => {
  const { body } = await setup.provider({ action: 'services' });
  expect(body).toEqual([
    expect.objectContaining({ service: 1001, rate: '0.90', min: '10', max: '1000000', refill: true, cancel: true }),
    expect.objectContaining({ service: 2001, rate: '0.12' }),
  ]);
});

test.each([
  ['a wrong key', { key: 'other', action: 'balance' }, 'Invalid API key'],
  ['no action', {}, 'Incorrect request'],
  ['an unknown service', { service: '9' }, 'Incorrect service ID'],
  ['a profile link', { link: 'https://instagram.com/someone' }, 'Bad link'],
  ['a link of another site', { link: 'https://example.com/p/AbC123/' }, 'Bad link'],
  ['a quantity below the minimum', { quantity: '9' }, 'Quantity less than minimal 10'],
  ['a quantity above the maximum', { quantity: '1000001' }, 'Quantity more than maximum 1000000'],
  ['a quantity that is no number', { quantity: '10.5' }, 'Incorrect request'],
  ['a link the panel refuses', { link: link('CrefuseXYZ1') }, 'Bad link'],
])('%s is refused with the text panels use, status 200', async (name, fields, error) => {
  const usual = { action: 'add', service: '1001', link: link('AbC123'), quantity: '1000' };
  const reply = await setup.provider(name === 'no action' ? {} : { ...usual, ...fields });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ error });
});

test('GET and JSON bodies are not taken', async () => {
  const response = await fetch(`${setup.base}/provider/api/v2?key=panel-key&action=balance`);
  expect(await response.json()).toEqual({ error: 'Invalid API key' });
});

test('an order takes its charge from the balance, and a second one for the same post waits', async () => {
  const first = await add('AbC123');
  expect(first.body).toEqual({ order: 23501 });
  expect((await setup.provider({ action: 'balance' })).body).toEqual({ balance: '9999.10000', currency: 'USD' });
  const again = await add('AbC123', { link: 'https://instagram.com/someone/reel/AbC123/?igsh=1' });
  expect(again.body.error).toMatch(/^You have active order with this link/);
  expect((await add('abc123')).body).toEqual({ order: 23502 });
  expect((await add('AbC123', { service: '2001' })).body).toEqual({ order: 23503 });
  setup.later(200_000);
  expect((await add('AbC123')).body).toEqual({ order: 23504 });
});

test('the balance must cover the charge', async () => {
  await setup.control('provider/balance', { amount: 0.5 });
  expect((await add('AbC123')).body).toEqual({ error: 'Not enough funds on balance' });
});

test('an order moves from Pending to In progress to Completed while its remains fall', async () => {
  const id = await idOf('AbC123');
  expect(await status(id)).toMatchObject({ status: 'Pending', remains: '1000', charge: '0.90000', currency: 'USD' });
  setup.later(20_000);
  expect(await status(id)).toMatchObject({ status: 'In progress', remains: '1000' });
  setup.later(80_000);
  expect(await status(id)).toMatchObject({ status: 'In progress', remains: '500' });
  setup.later(80_000);
  expect(await status(id)).toMatchObject({ status: 'Completed', remains: '0' });
});

test('words in the post code steer the outcome, and undelivered units are given back once', async () => {
  const partial = await idOf('DpartialXY1');
  const canceled = await idOf('DcancelXYZ1');
  const slow = await idOf('DslowXYZabc');
  expect((await add('DsamelinkX1')).body.error).toMatch(/^You have active order/);
  setup.later(500_000);
  expect(await status(partial)).toMatchObject({ status: 'Partial', remains: '400', charge: '0.54000' });
  expect(await status(canceled)).toMatchObject({ status: 'Canceled', remains: '1000', charge: '0.00000' });
  expect(await status(slow)).toMatchObject({ status: 'In progress', remains: '400' });
  await status(partial);
  expect((await setup.provider({ action: 'balance' })).body.balance).toBe('9998.56000');
});

test('a batch of statuses is keyed by id with errors in their places, at most 100', async () => {
  const id = await idOf('AbC123');
  const { body } = await setup.provider({ action: 'status', orders: `${id},99` });
  expect(body).toEqual({
    [id]: expect.objectContaining({ status: 'Pending' }),
    99: { error: 'Incorrect order ID' },
  });
  const many = Array.from({ length: 101 }, (_, at) => String(at)).join(',');
  expect((await setup.provider({ action: 'status', orders: many })).body).toEqual({ error: 'Incorrect request' });
  expect(await status('99')).toEqual({ error: 'Incorrect order ID' });
});

test('a refill needs a completed order, runs by itself, and one runs at a time', async () => {
  const id = await idOf('AbC123');
  expect((await setup.provider({ action: 'refill', order: id })).body).toEqual({ error: 'The order is not completed' });
  setup.later(200_000);
  expect((await setup.provider({ action: 'refill', order: id })).body).toEqual({ refill: '1' });
  const batch = await setup.provider({ action: 'refill', orders: `${id},99` });
  expect(batch.body).toEqual([
    { order: 23501, refill: { error: 'The refill is already in progress' } },
    { order: 99, refill: { error: 'Incorrect order ID' } },
  ]);
  expect((await setup.provider({ action: 'refill_status', refill: '1' })).body).toEqual({ status: 'Pending' });
  setup.later(200_000);
  expect((await setup.provider({ action: 'refill_status', refills: '1,7' })).body).toEqual([
    { refill: 1, status: 'Completed' },
    { refill: 7, status: { error: 'Incorrect refill ID' } },
  ]);
  await setup.control('provider/service', { id: '1001', refill: false });
  expect((await setup.provider({ action: 'refill', order: id })).body.error).toBe(
    'Refill is disabled for this service',
  );
});

test('a cancel is a request: it ends the order a little later, and only while it runs', async () => {
  const early = await idOf('AbC123');
  const { body } = await setup.provider({ action: 'cancel', orders: `${early},99` });
  expect(body).toEqual([
    { order: 23501, cancel: 1 },
    { order: 99, cancel: { error: 'Incorrect order ID' } },
  ]);
  expect(await status(early)).toMatchObject({ status: 'Pending' });
  setup.later(10_000);
  expect(await status(early)).toMatchObject({ status: 'Canceled', remains: '1000', charge: '0.00000' });
  expect((await setup.provider({ action: 'cancel', orders: early })).body).toEqual([
    { order: 23501, cancel: { error: 'The order cannot be canceled' } },
  ]);
});

test('controls move one order, all orders, or the clock', async () => {
  const first = await idOf('AbC123');
  const second = await idOf('AbC124');
  await setup.control('provider/advance', { order: first, status: 'Partial', remains: '157' });
  expect(await status(first)).toMatchObject({ status: 'Partial', remains: '157' });
  await setup.control('provider/advance', { status: 'Completed' });
  expect(await status(first)).toMatchObject({ status: 'Partial' });
  expect(await status(second)).toMatchObject({ status: 'Completed', remains: '0' });
  const third = await idOf('AbC125');
  await setup.control('provider/advance', { seconds: 100 });
  expect(await status(third)).toMatchObject({ status: 'In progress', remains: '500' });
});
