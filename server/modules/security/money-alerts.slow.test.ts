// Alerts of payments and deliveries, provoked at the sandbox's gateway and provider and read as an admin reads them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, paidOrder, payAtGateway, placeOrder, sessionBody } from '../../../tests/support/orders.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { until } from '../../../tests/support/program.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  await store.admin.call('DELETE /api/admin/security-alerts', {});
});

const { confirm, init, rows } = paymentSteps(() => store);
const list = () => store.admin.call('GET /api/admin/security-alerts', {});

async function deliverNotice(): Promise<void> {
  await store.control('/gateway/deliver', {});
  await store.drain();
}

/** The alerts of one order, and the recipients of their emails. */
async function alertsOf(id: string) {
  const { alerts } = await list();
  const mails = await rows<{ recipient: string }>(
    "select m.recipient from mails m join alerts a on a.id = m.alert_id where a.details ->> 'orderId' = $1",
    id,
  );
  return {
    alerts: alerts.filter(({ details }) => details.orderId === id).map(({ type, severity }) => ({ type, severity })),
    mailed: mails.map(({ recipient }) => recipient),
  };
}

const mailed = [owner.email];

describe('a critical alert, in the list and mailed to the operator', () => {
  test('ADM-SEC-15, A-24: payment_mismatch, of another amount than the order’s', async () => {
    const { id, ...order } = await placeOrder(store);
    const session = await openSession(store, { id, ...order });
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, session);
    await confirm(id);
    expect(await alertsOf(id)).toEqual({ alerts: [{ type: 'payment_mismatch', severity: 'critical' }], mailed });
  });

  test('ADM-SEC-15, rule 9: second_capture, of an order that is paid already', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    await openSession(store, order).catch(() => {});
    await payAtGateway(store, await openSession(store, order));
    await confirm(order.id);
    await store.control('/gateway/pay', { orderId: `${order.id}-1`, expiry: '01/39' });
    await deliverNotice();
    expect(await alertsOf(order.id)).toEqual({ alerts: [{ type: 'second_capture', severity: 'critical' }], mailed });
  });

  test('ADM-SEC-15, rule 11: chargeback', async () => {
    const { id } = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${id}-1` });
    await deliverNotice();
    expect(await alertsOf(id)).toEqual({ alerts: [{ type: 'chargeback', severity: 'critical' }], mailed });
  });
});

describe('a high alert, in the list only', () => {
  test('ADM-SEC-15, A-29: late_payment, of an attempt that was given up', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'settle_later', operation: 'pay' });
    await payAtGateway(store, session);
    await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'INITIATED' });
    store.advance(1_900_000);
    await confirm(order.id);
    await store.control('/gateway/status', { orderId: `${order.id}-1` });
    await store.control('/gateway/finish', { orderId: `${order.id}-1` });
    await init(sessionBody(order));
    expect(await alertsOf(order.id)).toEqual({ alerts: [{ type: 'late_payment', severity: 'high' }], mailed: [] });
  });

  test('ADM-SEC-15, D-92, rule 10: provider_down with the answer, once it is asked no more, and once an hour', async () => {
    await store.control('/provider/fail', { kind: 'maintenance', operation: 'balance', times: 0 });
    for (let count = 0; count < 12; count += 1) await store.admin.ask('GET /api/admin/balance', {});
    const found = await until('the alert is there', async () => {
      const alerts = (await list()).alerts.filter(({ type }) => type === 'provider_down');
      return alerts.length > 0 && alerts;
    });
    expect(found).toMatchObject([
      { severity: 'high', message: expect.stringContaining('answered 503: Checking your browser.') },
    ]);
  });
});
