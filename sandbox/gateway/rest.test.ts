import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkout,
  dropFolder,
  type Json,
  newFolder,
  type SandboxSetup,
  startSandboxSetup,
} from '../../tests/support/sandbox-setup.ts';

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

const pay = (expiry = '01/39', orderId = 'order-1') => setup.control('gateway/pay', { orderId, expiry });
const retrieve = async (orderId = 'order-1') => (await setup.rest('GET', `/order/${orderId}`)).body;
const refund = (transactionId: string, amount = '10.00', currency = 'USD') =>
  setup.rest('PUT', `/order/order-1/transaction/${transactionId}`, {
    apiOperation: 'REFUND',
    transaction: { amount, currency },
  });
const rows = (order: Json) => order.transaction as { result: string; transaction: { type: string; id: string } }[];

test('a new session answers 201 with its id, its version and the success indicator', async () => {
  const opened = await setup.openSession();
  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({
    checkoutMode: 'WEBSITE',
    merchant: 'SHOP',
    result: 'SUCCESS',
    session: { id: expect.stringMatching(/^SESSION\d+$/), updateStatus: 'SUCCESS', version: expect.any(String) },
    successIndicator: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test('a wrong password or another merchant answers 401 in the shape of the gateway', async () => {
  const wrong = await setup.rest('POST', '/session', checkout(), 'other');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual({
    result: 'ERROR',
    error: { cause: 'INVALID_REQUEST', explanation: 'Invalid credentials.' },
  });
  const foreign = await fetch(`${setup.base}/gateway/api/rest/version/100/merchant/OTHER/order/a`, {
    headers: { authorization: `Basic ${Buffer.from('merchant.SHOP:pass').toString('base64')}` },
  });
  expect(foreign.status).toBe(401);
});

test.each([
  ['order.id', { id: undefined }, 'MISSING'],
  ['order.id', { id: 'x'.repeat(41) }, 'INVALID'],
  ['order.amount', { amount: '30.001' }, 'INVALID'],
  ['order.amount', { amount: 30 }, 'INVALID'],
  ['order.amount', { amount: '123456789012.00' }, 'INVALID'],
  ['order.amount', { amount: '0.00' }, 'INVALID'],
  ['order.currency', { currency: 'usd' }, 'INVALID'],
  ['order.description', { description: 'd'.repeat(101) }, 'INVALID'],
  ['order.notificationUrl', { notificationUrl: '/relative' }, 'INVALID'],
  ['order.postUrl', { postUrl: 'x' }, 'UNSUPPORTED'],
])('a session with a wrong %s is refused and names the field', async (field, order, validationType) => {
  const refused = await setup.openSession(order);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ result: 'ERROR', error: { cause: 'INVALID_REQUEST', field, validationType } });
});

test('an opened order is INITIATED, an unknown one answers 400', async () => {
  await setup.openSession();
  expect(await retrieve()).toMatchObject({
    id: 'order-1',
    status: 'INITIATED',
    amount: 30,
    currency: 'USD',
    totalCapturedAmount: 0,
    transaction: [],
  });
  const unknown = await setup.rest('GET', '/order/nobody');
  expect(unknown.status).toBe(400);
  expect(unknown.body).toMatchObject({ error: { cause: 'INVALID_REQUEST' } });
});

test('a payment after a decline: the success is neither the first nor the last entry, amounts are numbers', async () => {
  await setup.openSession();
  expect((await pay('05/39')).body).toMatchObject({ state: 'declined', triesLeft: 2 });
  expect(await retrieve()).toMatchObject({ status: 'FAILED', result: 'FAILURE', totalCapturedAmount: 0 });
  expect((await pay()).body).toMatchObject({ state: 'complete' });
  const order = await retrieve();
  expect(order).toMatchObject({ status: 'CAPTURED', result: 'SUCCESS', amount: 30, totalCapturedAmount: 30 });
  const kinds = rows(order).map((row) => `${row.transaction.type} ${row.result}`);
  expect(kinds).toEqual([
    'AUTHENTICATION SUCCESS',
    'PAYMENT FAILURE',
    'AUTHENTICATION SUCCESS',
    'PAYMENT SUCCESS',
    'AUTHENTICATION SUCCESS',
  ]);
});

test('the result indicator equals the success indicator only when the payment succeeded', async () => {
  const { successIndicator } = (await setup.openSession()).body;
  expect((await pay('05/37')).body.resultIndicator).not.toBe(successIndicator);
  const second = (await setup.openSession({ id: 'order-2' })).body;
  expect((await pay('01/39', 'order-2')).body.resultIndicator).toBe(second.successIndicator);
});

test('a paid order takes no new session and no second payment through another open session', async () => {
  const first = (await setup.openSession()).body.session as Json;
  const second = (await setup.openSession()).body.session as Json;
  await setup.control('gateway/pay', { sessionId: first.id });
  expect((await setup.openSession()).body).toMatchObject({ error: { field: 'order.id' } });
  expect((await setup.control('gateway/pay', { sessionId: second.id })).body).toEqual({
    state: 'failed',
    isPaidElsewhere: true,
  });
  expect((await retrieve()).totalCapturedAmount).toBe(30);
});

test('the third decline ends the session', async () => {
  await setup.openSession();
  await pay('05/39');
  await pay('04/27');
  expect((await pay('01/37')).body).toEqual({ state: 'failed' });
  expect((await pay()).body).toEqual({ state: 'failed' });
  expect(await retrieve()).toMatchObject({ status: 'FAILED' });
});

test('a session past its timeout takes no payment', async () => {
  await setup.openSession({}, { timeout: 600 });
  setup.later(600_000);
  expect((await pay()).body).toMatchObject({ state: 'expired' });
  expect(await retrieve()).toMatchObject({ status: 'INITIATED', totalCapturedAmount: 0 });
});

test('the identical refund again answers the same and takes no money; another body under its id is refused', async () => {
  await setup.openSession();
  await pay();
  const first = await refund('refund-1');
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ result: 'SUCCESS', transaction: { type: 'REFUND', amount: 10, id: 'refund-1' } });
  expect((await refund('refund-1')).body).toEqual(first.body);
  expect(await retrieve()).toMatchObject({ status: 'PARTIALLY_REFUNDED', totalRefundedAmount: 10 });
  const other = await refund('refund-1', '11.00');
  expect(other.status).toBe(400);
  expect(other.body).toMatchObject({ error: { cause: 'INVALID_REQUEST' } });
  expect((await setup.rest('GET', '/order/order-1/transaction/refund-1')).body).toEqual(first.body);
});

test('refunds cannot exceed what was captured, need the currency of the order and a paid order', async () => {
  await setup.openSession();
  expect((await refund('early')).status).toBe(400);
  await pay();
  expect((await refund('much', '30.01')).status).toBe(400);
  expect((await refund('euro', '10.00', 'EUR')).body).toMatchObject({ error: { field: 'transaction.currency' } });
  expect((await refund('all', '30.00')).status).toBe(201);
  expect(await retrieve()).toMatchObject({ status: 'REFUNDED', totalRefundedAmount: 30 });
});

test('five identical refunds at the same time become one', async () => {
  await setup.openSession();
  await pay();
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => refund('once')));
  expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
  expect((await retrieve()).totalRefundedAmount).toBe(10);
});

test('a refund whose answer is lost was made; asking first shows it', async () => {
  await setup.openSession();
  await pay();
  await setup.control('gateway/fail', { kind: 'lose', operation: 'refund' });
  await expect(refund('lost')).rejects.toThrow();
  expect((await setup.rest('GET', '/order/order-1/transaction/lost')).body).toMatchObject({ result: 'SUCCESS' });
  expect((await refund('lost')).body).toMatchObject({ result: 'SUCCESS' });
  expect((await retrieve()).totalRefundedAmount).toBe(10);
});

test('SERVER_BUSY for two calls performs nothing, then the identical request is processed', async () => {
  await setup.openSession();
  await pay();
  await setup.control('gateway/fail', { kind: 'busy', operation: 'refund', times: 2 });
  expect((await refund('r')).body).toMatchObject({ result: 'ERROR', error: { cause: 'SERVER_BUSY' } });
  expect((await refund('r')).status).toBe(503);
  expect((await retrieve()).totalRefundedAmount).toBe(0);
  expect((await refund('r')).status).toBe(201);
});

test('a pending refund asks for patience until it is finished', async () => {
  await setup.openSession();
  await pay();
  await setup.control('gateway/fail', { kind: 'result', operation: 'refund', result: 'PENDING' });
  expect((await refund('slow')).body).toMatchObject({ result: 'PENDING' });
  expect(await retrieve()).toMatchObject({ status: 'REFUND_REQUESTED', totalRefundedAmount: 0 });
  await setup.control('gateway/finish', { orderId: 'order-1', transactionId: 'slow' });
  expect((await refund('slow')).body).toMatchObject({ result: 'SUCCESS' });
  expect((await retrieve()).totalRefundedAmount).toBe(10);
});

test('a payment can be PENDING for some looks before it is final', async () => {
  await setup.openSession();
  await setup.control('gateway/fail', { kind: 'settle_later', looks: 2 });
  await pay();
  expect(await retrieve()).toMatchObject({ result: 'PENDING', totalCapturedAmount: 0 });
  expect(await retrieve()).toMatchObject({ result: 'PENDING' });
  expect(await retrieve()).toMatchObject({ result: 'SUCCESS', status: 'CAPTURED', totalCapturedAmount: 30 });
});

test('controls charge another amount or currency, charge twice, charge back and show an old answer', async () => {
  await setup.openSession();
  await setup.control('gateway/fail', { kind: 'charge', amount: '0.01' });
  await pay();
  expect(await retrieve()).toMatchObject({ amount: 30, totalCapturedAmount: 0.01, status: 'CAPTURED' });
  await setup.openSession({ id: 'order-2' });
  await setup.control('gateway/fail', { kind: 'charge', currency: 'EUR' });
  await pay('01/39', 'order-2');
  expect(await retrieve('order-2')).toMatchObject({ currency: 'EUR', totalCapturedAmount: 30 });
  await setup.control('gateway/second-payment', { orderId: 'order-2' });
  expect(await retrieve('order-2')).toMatchObject({ totalCapturedAmount: 60 });
  await setup.control('gateway/fail', { kind: 'stale', operation: 'retrieve' });
  const old = await retrieve('order-2');
  const fresh = await retrieve('order-2');
  expect(old.totalCapturedAmount).toBe(30);
  expect(String(old.lastUpdatedTime) < String(fresh.lastUpdatedTime)).toBe(true);
  await setup.control('gateway/chargeback', { orderId: 'order-2' });
  expect(await retrieve('order-2')).toMatchObject({ status: 'CHARGEBACK_PROCESSED' });
});

test('AUTHORIZE then CAPTURE, and VOID of a payment', async () => {
  await setup.openSession({}, { operation: 'AUTHORIZE' });
  await pay();
  expect(await retrieve()).toMatchObject({ status: 'AUTHORIZED', totalCapturedAmount: 0 });
  const capture = { apiOperation: 'CAPTURE', transaction: { amount: '30.00', currency: 'USD' } };
  expect((await setup.rest('PUT', '/order/order-1/transaction/c1', capture)).status).toBe(201);
  expect(await retrieve()).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 30 });

  await setup.openSession({ id: 'order-2' });
  await pay('01/39', 'order-2');
  const paid = rows(await retrieve('order-2')).find((row) => row.transaction.type === 'PAYMENT');
  const body = { apiOperation: 'VOID', transaction: { targetTransactionId: paid?.transaction.id } };
  const voided = await setup.rest('PUT', '/order/order-2/transaction/v1', body);
  expect(voided.body).toMatchObject({ result: 'SUCCESS', transaction: { type: 'VOID_PAYMENT' } });
  expect(await retrieve('order-2')).toMatchObject({ status: 'CANCELLED', totalCapturedAmount: 0 });
});

test('the call log counts what arrived and holds no secret and no card', async () => {
  await setup.openSession();
  await pay();
  await retrieve();
  const log = await setup.inspect('calls?side=gateway&operation=retrieve&orderId=order-1');
  expect(log.body).toHaveLength(1);
  const all = (await setup.inspect('calls')).text + (await setup.inspect('gateway/orders')).text;
  expect(all).not.toMatch(/5123450000000008|hook-secret|Basic /);
});

test('a misspelt control is refused instead of doing nothing', async () => {
  await expect(setup.control('gateway/fail', { kind: 'bussy' })).rejects.toThrow('kind is one of');
  await expect(setup.control('gateway/fail', { kind: 'busy', operation: 'refnd' })).rejects.toThrow('operation');
});
