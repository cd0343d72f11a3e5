// Gateway notifications: before, after, twice, late, never, about others, and after the end. Each ends with the
// right money, one set of side effects, and a buyer who sees the actual state.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MoneySetup, startMoneySetup } from '../../tests/support/money-setup.ts';
import { openSession } from '../../tests/support/orders.ts';
import { hourMs, minuteMs, paidOnce, paymentFaultSteps, waiting } from '../../tests/support/payment-fault-steps.ts';

let setup: MoneySetup;
beforeAll(async () => {
  setup = await startMoneySetup();
});
afterAll(() => setup.stop());
afterEach(async () => {
  expect(await mended()).toEqual([]);
});

const { at, buy, confirm, fateOf, init, mended, notified, opened, pay, shownStates } = paymentFaultSteps(() => setup);

describe('the notification', () => {
  test('before the return: the payer comes back to a paid order', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    expect(await shownStates(order)).toBe('success, paid');
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('after the return, ten times, and late by a day: nothing more happens', async () => {
    const order = await opened();
    setup.notices.passOnly(() => false);
    await pay(order);
    expect(await confirm(order)).toBe('success');
    await setup.control('/gateway/notify', { orderId: at(order), times: 10 });
    setup.mortal.advance(24 * hourMs);
    setup.notices.passOnly(() => true);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('never, and nobody comes back: the sweeper finds the money', async () => {
    const order = await opened();
    await setup.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await pay(order);
    setup.mortal.advance(3 * minuteMs);
    await setup.mortal.app.jobHandlers.sweep_payments({});
    await setup.mortal.drain();
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('out of order, and a gateway that answers what was true before: a payment is never undone', async () => {
    const order = await opened();
    setup.notices.passOnly(() => false);
    await pay(order, '05/39');
    await pay(order);
    await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    setup.notices.passOnly(() => true);
    await setup.control('/gateway/fail', { kind: 'reorder_notices', times: 0 });
    expect(await confirm(order)).toBe('pending');
    await notified();
    // Money that came and went before anybody looked is for a person, whatever the order of the notices.
    expect(await fateOf(order)).toEqual({ ...waiting, alerts: ['payment_mismatch'] });
    const second = await opened();
    await pay(second);
    await confirm(second);
    await setup.control('/gateway/refund-outside', { orderId: at(second), amountCents: 100 });
    await notified();
    await setup.control('/gateway/fail', { kind: 'stale', operation: 'retrieve', times: 3 });
    for (let looks = 0; looks < 3; looks += 1) {
      await setup.control('/gateway/notify', { orderId: at(second) });
      await notified();
    }
    expect(await fateOf(second)).toEqual({ ...paidOnce, refundedCents: 100 });
  });

  test('about another order: only that one is asked about, and only what the gateway says of it counts', async () => {
    const [paid, other] = [await opened(), await opened()];
    setup.notices.passOnly(() => false);
    await pay(paid);
    setup.notices.passOnly(() => true);
    const response = await setup.mortal.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-secret': 'a webhook secret' },
      body: JSON.stringify({ order: { id: at(other), status: 'CAPTURED', totalCapturedAmount: 3 }, result: 'SUCCESS' }),
    });
    expect(response.status).toBe(200);
    await setup.mortal.drain();
    expect(await fateOf(other)).toEqual(waiting);
    expect(await shownStates(other)).toBe('pending, session');
    expect(await confirm(paid)).toBe('success');
  });

  test('of a gateway order that nobody opened: taken, looked for again and again, and moves nothing', async () => {
    const order = await opened();
    const response = await setup.mortal.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-secret': 'a webhook secret' },
      body: JSON.stringify({ order: { id: at(order, 7) }, result: 'SUCCESS' }),
    });
    expect(response.status).toBe(200);
    await setup.mortal.drain();
    const [job] = await setup.rows<{ attempts: number }>(
      'select attempts from graphile_worker.jobs where key = $1',
      `settle ${at(order, 7)}`,
    );
    expect(job?.attempts).toBe(1);
    expect(await fateOf(order)).toEqual(waiting);
  });
});

describe('after the end', () => {
  test('D-35: a chargeback of a completed order: disputed, reported, and for strangers as it was before', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    await setup.rows("update orders set status = 'completed' where id = $1", order.id);
    await setup.control('/gateway/chargeback', { orderId: at(order) });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'disputed', captured: 1, alerts: ['chargeback'] });
    expect(await shownStates(order)).toBe('success, disputed');
    expect(await setup.rows('select status from orders where id = $1', order.id)).toEqual([{ status: 'failed' }]);
  });

  test('a second charge on the gateway order that paid: reported as a second capture, once, and the order stays paid', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    await setup.control('/gateway/second-payment', { orderId: at(order) });
    for (let looks = 0; looks < 2; looks += 1) {
      await setup.control('/gateway/notify', { orderId: at(order) });
      await notified();
    }
    expect(await fateOf(order)).toEqual({ ...paidOnce, alerts: ['second_capture'] });
    expect(await shownStates(order)).toBe('success, paid');
    // What is given back then is the second charge; only more than that is the order's own money.
    await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents: 300 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, alerts: ['second_capture'] });
    await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, refundedCents: 100, alerts: ['second_capture'] });
    await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents: 200 });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'refunded', status: 'failed', refundedCents: 300 });
  });

  test('more given back outside than ever came: the ledger follows the gateway, and the order is refunded once', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    for (const amountCents of [300, 1]) {
      await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents });
      await notified();
    }
    expect(await fateOf(order)).toMatchObject({ payment: 'refunded', status: 'failed', refundedCents: 300 });
  });

  test('two tabs, two captures: paid by one; the other is reported, and checked until its money is returned', async () => {
    const order = await buy();
    setup.line.loseAnswer(/^POST .*\/session$/);
    await init(order);
    await openSession(setup.mortal, order);
    await setup.control('/gateway/pay', { orderId: at(order, 2), expiry: '01/39' });
    await confirm(order);
    await setup.control('/gateway/pay', { orderId: at(order, 1), expiry: '01/39' });
    await notified();
    const twice = { ...paidOnce, alerts: ['second_capture'] };
    expect(await fateOf(order)).toEqual(twice);
    await setup.control('/gateway/refund-outside', { orderId: at(order, 1), amountCents: 300 });
    await notified();
    expect(await fateOf(order)).toEqual(twice);
    await setup.control('/gateway/chargeback', { orderId: at(order, 1) });
    for (let looks = 0; looks < 2; looks += 1) {
      await setup.control('/gateway/notify', { orderId: at(order, 1) });
      await notified();
    }
    expect(await fateOf(order)).toEqual({ ...twice, alerts: ['second_capture', 'chargeback'] });
    expect(await shownStates(order)).toBe('success, paid');
  });
});
