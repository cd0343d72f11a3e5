// What the gateway says of a payment, and what it makes of the order.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import {
  chargeBack,
  deleteOrder,
  openSession,
  paidOrder,
  paidTwice,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { jwtSecret, startStore, type TestStore } from '../../tests/support/store.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const { alertsOf, attemptsOf, confirm, init, read, rows } = paymentSteps(() => store);
const { send } = deliverySteps(() => store);

/** As the merchant does at the gateway itself; answers what it makes of the order. */
async function voidAtGateway(orderId: string): Promise<string> {
  const secret = derivedSecret(jwtSecret, 'sandbox gateway');
  const authorization = `Basic ${Buffer.from(`merchant.SANDBOX:${secret}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const path = `/sandbox/gateway/api/rest/version/100/merchant/SANDBOX/order/${orderId}`;
  const fetchPage = async (under = '', init: RequestInit = {}) =>
    (await (await fetch(`${store.url}${path}${under}`, { headers, ...init })).json()) as {
      status: string;
      transaction: { transaction: { id: string; type: string } }[];
    };
  const paid = (await fetchPage()).transaction.find(({ transaction }) => transaction.type === 'PAYMENT');
  const body = { apiOperation: 'VOID', transaction: { targetTransactionId: paid?.transaction.id } };
  await fetchPage('/transaction/void', { method: 'PUT', body: JSON.stringify(body) });
  return (await fetchPage()).status;
}

describe('settling a payment', () => {
  test('RES-3, A-26: a captured payment makes the order paid, once, with one mail', async () => {
    const order = await paidOrder(store);
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid', paid_at: expect.any(String) });
    expect(await rows('select kind from mails where order_id = $1 and kind = $2', order.id, 'order_paid')).toHaveLength(
      1,
    );
  });

  test('rule 5: 30 confirmations and notifications at once make it paid once', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'duplicate_notice', copies: 5 });
    await payAtGateway(store, await openSession(store, order));
    await Promise.all([
      ...Array.from({ length: 30 }, () => confirm(order.id)),
      store.control('/gateway/deliver', {}),
      store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 10 }),
    ]);
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid' });
    expect(
      await rows("select from payment_events where order_id = $1 and conclusion = 'captured'", order.id),
    ).toHaveLength(1);
    expect(await rows("select from mails where order_id = $1 and kind = 'order_paid'", order.id)).toHaveLength(1);
    expect(
      await rows("select from audit_log where subject = $1 and action = 'payment.captured'", order.id),
    ).toHaveLength(1);
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test('S-5: a notification alone settles the payment', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'paid' });
  });

  test('A-29: a decline leaves the order pending, and a second card pays it', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await payAtGateway(store, session, '05/39');
    expect((await confirm(order.id)).status).toBe('pending');
    await payAtGateway(store, session);
    expect((await confirm(order.id)).status).toBe('success');
    expect(await alertsOf(order.id)).toEqual([]);
  });

  test.each([
    ['another amount', { amount: '0.01' }],
    ['another currency', { currency: 'EUR' }],
  ])('rule 3: %s changes nothing and raises a critical alert, once', async (_name, charge) => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', ...charge });
    await payAtGateway(store, session);
    for (let repeats = 0; repeats < 3; repeats += 1) expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ status: 'pending', payment_status: 'session', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
    expect((await init(sessionBody(order))).status).toBe(409);
  });

  test('rule 7: a payment in doubt is pending until the gateway returns its result', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtGateway(store, session);
    expect((await confirm(order.id)).status).toBe('pending');
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    expect((await confirm(order.id)).status).toBe('success');
  });

  test('rule 9: an unreachable gateway is never shown to the payer as a failed payment', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 0 });
    expect((await confirm(order.id)).status).toBe('pending');
    await store.control('/gateway/clear', {});
    expect((await confirm(order.id)).status).toBe('success');
  });

  test('rule 9: two captures of one order: paid by one, the other is flagged', async () => {
    const order = await paidTwice(store);
    expect(await attemptsOf(order.id)).toEqual([
      { number: 1, state: 'second_capture' },
      { number: 2, state: 'paid' },
    ]);
    expect(await alertsOf(order.id)).toEqual(['second_capture']);
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid', amount: order.amount });
  });

  test('rule 8: a closed attempt stays watched: a capture after it is found before the buyer pays again', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay' });
    await payAtGateway(store, session);
    await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'INITIATED' });
    store.advance(1_900_000);
    await confirm(order.id);
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired' });
    await store.control('/gateway/status', { orderId: `${order.id}-1` });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    expect((await init(sessionBody(order))).status).toBe(409);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(['late_payment']);
  });

  test('A-24: the sweeper finds a payment that was in doubt, although notice and payer never came back', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtGateway(store, session);
    store.advance(121_000);
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    store.advance(121_000);
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
  });

  test('rule 3: the old price captured for an order that costs more by now is a mismatch, not a payment', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await rows('update orders set quantity = 30000, amount_cents = 10800 where id = $1', order.id);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ amount: 108, status: 'pending', paid_at: null });
    expect(await alertsOf(order.id)).toEqual(['payment_mismatch']);
  });

  test('5.2, rule 11: a chargeback of a paid order sets it to disputed, raises an alert, and stops the delivery', async () => {
    const order = await paidOrder(store);
    await chargeBack(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed', status: 'failed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
    expect((await send(order)).status).toBe(409);
  });

  test('D-16: a refund at the gateway is seen: a part changes the sum, all of it ends the order', async () => {
    const order = await paidOrder(store);
    const refund = async (amountCents: number) => {
      await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents });
      await store.control('/gateway/deliver', {});
      await store.drain();
    };
    await refund(100);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid', refunded_amount: 1 });
    await refund(200);
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', status: 'failed', refunded_amount: 3 });
  });

  test('D-16: a payment that is voided at the gateway ends the order as a refund of all of it does', async () => {
    const order = await paidOrder(store);
    expect(await voidAtGateway(`${order.id}-1`)).toBe('CANCELLED');
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'refunded', status: 'failed', refunded_amount: 3 });
    expect((await send(order)).status).toBe(409);
  });

  test('a mismatch is written down once, however often anybody asks', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', amount: '1.00' });
    await payAtGateway(store, session);
    for (let count = 0; count < 5; count += 1) await confirm(order.id);
    expect(
      await rows("select from payment_events where order_id = $1 and conclusion = 'mismatch'", order.id),
    ).toHaveLength(1);
  });

  test('D-18: a payment for a deleted order is settled and reported', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    await deleteOrder(store, order.id);
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await rows('select payment_status from orders where id = $1', order.id)).toEqual([
      { payment_status: 'paid' },
    ]);
    expect(await alertsOf(order.id)).toEqual(['late_payment']);
  });
});
