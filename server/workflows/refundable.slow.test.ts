// How much can go back: of money that went another way, and of what was not delivered.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { paidOrder, paidTwice, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await store.control('/provider/clear', {});
  await silenceNotices();
  await proveAgain();
});

const { read, rows } = paymentSteps(() => store);
const { end, send } = deliverySteps(() => store);
const { give, ledgerFaults, look, lookAgain, proveAgain, refundedAtGateway, silenceNotices } = refundSteps(() => store);

describe('money that went another way', () => {
  test('a refund made at the gateway leaves less to give back here, and both add up', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 100 });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect((await look(order)).payments).toEqual([{ payment: 1, kind: 'paid', amount: 3, left: 2 }]);
    expect(await give(order, { amount: 2.5 })).toMatchObject({
      status: 409,
      body: { message: 'At most $2.00 can be refunded.' },
    });
    await give(order, { amount: 0.5 });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ refunded_amount: 1.5, payment_status: 'paid' });
    await give(order, { amount: 1.5 });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ refunded_amount: 3, payment_status: 'refunded', status: 'failed' });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('a refund made at the gateway that nobody here has seen yet: the gateway refuses, and then it is seen', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 200 });
    expect((await give(order, { amount: 3 })).status).toBe(502);
    await store.drain();
    expect(await read(order.id)).toMatchObject({ refunded_amount: 2 });
    expect((await look(order)).payments).toMatchObject([{ left: 1 }]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('A-24: an order that an admin vouched for is given back by hand, which is recorded', async () => {
    const order = await placeOrder(store);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'bank transfer 17' },
    });
    expect((await give(order, { amount: 1 })).body.refund).toMatchObject({ payment: null, state: 'refunded' });
    expect((await give(order, { amount: 2.01 })).status).toBe(409);
    expect((await give(order, { amount: 2 })).body.refund).toMatchObject({ state: 'refunded' });
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', refunded_amount: 3 });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('rule 9: a second capture is given back by its number, and the order stays paid', async () => {
    const order = await paidTwice(store);
    expect((await look(order)).payments).toEqual([
      { payment: 2, kind: 'paid', amount: 3, left: 3 },
      { payment: 1, kind: 'second', amount: 3, left: 3 },
    ]);
    expect((await give(order, { amount: 3, payment: 1 })).body.refund).toMatchObject({ payment: 1, state: 'refunded' });
    await store.drain();
    expect(await refundedAtGateway(order)).toBe(3);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid', refunded_amount: 0 });
    expect((await look(order)).payments).toMatchObject([{ left: 3 }, { left: 0 }]);
    expect(await ledgerFaults()).toEqual([]);
  });
});

describe('the undelivered part', () => {
  test('D-6: is what the provider says remains, computed to the cent, and given back once', async () => {
    const order = await paidOrder(store);
    const sent = await send(order);
    expect(sent.status).toBe(200);
    const providerId = sent.body.apiOrder.api_order_id;
    expect((await look(order)).undelivered).toMatchObject({ quantity: 0, amount: 0, running: 1 });
    expect((await give(order, { undelivered: true })).status).toBe(409);
    await end(providerId, 'Partial', 123);
    await store.drain();
    expect((await look(order)).undelivered).toEqual({ quantity: 123, amount: 0.74, running: 0, unknown: 0 });
    expect(await give(order, { undelivered: true, amount: 1 })).toMatchObject({
      status: 409,
      body: { message: 'The undelivered part is now worth $0.74. Review the amount.' },
    });
    expect((await give(order, { undelivered: true, amount: 0.74 })).body.refund).toMatchObject({
      amount: 0.74,
      undelivered_quantity: 123,
      state: 'refunded',
    });
    expect((await look(order)).undelivered).toMatchObject({ quantity: 0, amount: 0 });
    expect((await give(order, { undelivered: true })).status).toBe(409);
    await store.drain();
    expect(await ledgerFaults()).toEqual([]);
  });

  test('D-6: of an order that was never sent is all of it', async () => {
    const order = await paidOrder(store);
    expect((await give(order, { undelivered: true })).body.refund).toMatchObject({
      amount: 3,
      undelivered_quantity: 500,
      state: 'refunded',
    });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', status: 'failed' });
  });

  test('rule 11: nothing is sent while a refund is under way, and nothing is given back while a link is being sent', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'refund' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('asking');
    expect(await send(order)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/refund/) } });
    await lookAgain();
    expect((await send(order)).status).toBe(200);
    const other = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'delay', operation: 'add', delayMs: 700 });
    const sending = send(other);
    await expect.poll(async () => (await rows('select from dispatches where order_id = $1', other.id)).length).toBe(1);
    expect((await give(other, { amount: 1 })).status).toBe(409);
    expect((await sending).status).toBe(200);
    expect((await give(other, { amount: 1 })).status).toBe(200);
    await store.drain();
  });
});
