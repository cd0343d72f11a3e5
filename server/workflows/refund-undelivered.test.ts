// A delivery that ended short: its missing part is proposed, and goes back by itself where the operator wants that.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import type { Placed } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => decide(true));
const { alertsOf } = paymentSteps(() => store);
const { end, paid, sent } = deliverySteps(() => store);

async function decide(automatic: boolean): Promise<void> {
  await store.db.database.pool.query(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select version + 1, jsonb_set(settings, '{automatic_refund}', $1::jsonb), changes, changed_by, changed_at
     from store_settings_versions order by version desc limit 1`,
    [JSON.stringify(automatic)],
  );
}

async function sentOrder(links = 1): Promise<{ order: Placed; ids: string[] }> {
  const order = await paid(links);
  const ids: string[] = [];
  for (const postLink of order.postLinks) ids.push(await sent(order, postLink));
  return { order, ids };
}
const situation = ({ id }: Placed) => store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id } });
const back = async ({ id }: Placed) => {
  const { rows } = await store.db.database.pool.query('select refunded_cents from orders where id = $1', [id]);
  return rows[0].refunded_cents / 100;
};

describe('rule 9: the undelivered part', () => {
  test('of a partial delivery goes back once, by itself, however often it is asked for', async () => {
    const { order, ids } = await sentOrder();
    await end(ids[0], 'Partial', 250);
    await store.drain();
    expect(await back(order)).toBe(1.5);
    const job = () => store.app.jobHandlers.refund_undelivered({ orderId: order.id });
    await Promise.all([job(), job(), job()]);
    const { refunds, proposed } = await situation(order);
    expect(refunds).toMatchObject([
      { amount: 1.5, state: 'refunded', undelivered_quantity: 250, requested_by: 'system' },
    ]);
    expect(proposed).toBe(false);
  });

  test('of a cancelled order is all of it; an order of which one link still runs is waited for', async () => {
    const { order, ids } = await sentOrder(2);
    await end(ids[0], 'Canceled', 500);
    await store.drain();
    expect([await back(order), (await situation(order)).proposed]).toEqual([0, false]);
    await end(ids[1], 'Completed', 0);
    await store.drain();
    expect(await back(order)).toBe(3);
  });

  test('switched off, which it is at first, it is proposed, and given back by one call', async () => {
    await decide(false);
    const { order, ids } = await sentOrder();
    await end(ids[0], 'Partial', 250);
    await store.drain();
    expect(await situation(order)).toMatchObject({ proposed: true, undelivered: { quantity: 250, amount: 1.5 } });
    expect(await back(order)).toBe(0);
    const body = { undelivered: true, amount: 1.5, reason: 'Not delivered' };
    const headers = { 'idempotency-key': `one click ${order.id}` };
    const given = await store.admin.ask(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: order.id }, body },
      headers,
    );
    expect(given.status).toBe(200);
    expect([await back(order), (await situation(order)).proposed]).toEqual([1.5, false]);
    await decide(true);
    await store.app.jobHandlers.refund_undelivered({ orderId: order.id });
    expect(await back(order)).toBe(1.5);
  });

  test('of a link that was never sent, or has an unknown outcome, is left to a person', async () => {
    const order = await paid(2);
    await end(await sent(order), 'Partial', 100);
    await store.app.jobHandlers.refund_undelivered({ orderId: order.id });
    expect([await back(order), (await situation(order)).proposed]).toEqual([0, false]);
  });

  test('that the gateway refuses to refund raises an alert', async () => {
    const { order, ids } = await sentOrder();
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'FAILURE' });
    await end(ids[0], 'Partial', 250);
    await store.drain();
    await store.control('/gateway/clear', {});
    expect((await situation(order)).refunds).toMatchObject([{ state: 'failed', requested_by: 'system' }]);
    expect(await alertsOf(order.id)).toContain('refund_failed');
  });

  test('that went missing later, of the same size as one before, goes back, too', async () => {
    const { order, ids } = await sentOrder(2);
    await end(ids[0], 'Partial', 100);
    await end(ids[1], 'Completed', 0);
    await store.drain();
    expect(await back(order)).toBe(0.6);
    // Refilled, say, and then cancelled.
    await store.db.database.pool.query('update dispatches set following = true where provider_order_id = $1', [ids[1]]);
    await end(ids[1], 'Canceled', 100);
    await store.drain();
    const job = () => store.app.jobHandlers.refund_undelivered({ orderId: order.id });
    await Promise.all([job(), job()]);
    expect((await situation(order)).refunds).toMatchObject([
      { undelivered_quantity: 100 },
      { undelivered_quantity: 100 },
    ]);
    expect(await back(order)).toBe(1.2);
  });

  test('of an order whose payment is disputed stays as it is', async () => {
    const { order, ids } = await sentOrder();
    await end(ids[0], 'Canceled', 1000);
    await store.db.database.pool.query("update orders set payment_status = 'disputed' where id = $1", [order.id]);
    await store.app.jobHandlers.refund_undelivered({ orderId: order.id });
    expect((await situation(order)).refunds).toEqual([]);
  });
});
