// Money that was charged back and comes home again: what becomes of payment, order and ledger (section 5.2).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, type Placed, paidOrder, winDispute } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { checkLedger } from '../modules/payments/ledger-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const { sent } = deliverySteps(() => store);
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const read = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const alertsOf = async (id: string) =>
  (await rows<{ type: string }>("select type from alerts where details->>'orderId' = $1 order by raised_at", id)).map(
    ({ type }) => type,
  );

async function deliverNotice(): Promise<void> {
  await store.control('/gateway/deliver', {});
  await store.drain();
}

async function chargeBack({ id }: Placed): Promise<void> {
  await store.control('/gateway/chargeback', { orderId: `${id}-1` });
  await deliverNotice();
}

async function differences() {
  const found = [];
  for await (const batch of checkLedger(store.db.database)) found.push(...batch.differences);
  return found;
}

describe('a dispute that ends for the store', () => {
  test('5.2: the payment is paid again, once, reported to the operator, and the ledger agrees', async () => {
    const order = await paidOrder(store);
    await chargeBack(order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed', status: 'failed' });
    await winDispute(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid', refunded_amount: 0 });
    expect(await alertsOf(order.id)).toEqual(['chargeback', 'dispute_won']);
    expect(
      await rows("select from payment_events where order_id = $1 and conclusion = 'won_back'", order.id),
    ).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  test.each([
    ['of which a part was sent goes on being delivered', 1, [], 'processing'],
    ['that was all sent is on its way', 2, ['In progress', 'Completed'], 'processing'],
    ['that was delivered is completed', 2, ['Completed', 'completed'], 'completed'],
  ] as const)('an order %s', async (_, sentLinks, liveStatuses, status) => {
    const links = [aLink(), aLink()];
    const order = await paidOrder(store, { post_links: links });
    for (const link of links.slice(0, sentLinks)) await sent(order, link);
    for (const [position, live] of liveStatuses.entries()) {
      await rows(
        'update dispatches set live_status = $1, following = false where order_id = $2 and position = $3',
        live,
        order.id,
        position,
      );
    }
    await chargeBack(order);
    await winDispute(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status });
  });

  test('an order of which nothing was placed waits for its delivery again', async () => {
    const order = await paidOrder(store);
    await sent(order);
    await rows("update dispatches set state = 'failed', provider_order_id = null where order_id = $1", order.id);
    await chargeBack(order);
    await winDispute(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'paid' });
  });

  test('A-44: a status that an admin chose meanwhile stays', async () => {
    const order = await paidOrder(store);
    await chargeBack(order);
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: order.id },
      body: { status: 'Completed', confirm: true },
    });
    await winDispute(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', status: 'completed' });
  });

  test('money that is charged back again is reported again', async () => {
    const order = await paidOrder(store);
    await chargeBack(order);
    await winDispute(store, order);
    await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'DISPUTED' });
    await store.control('/gateway/notify', { orderId: `${order.id}-1` });
    await deliverNotice();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed', status: 'failed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback', 'dispute_won', 'chargeback']);
  });

  test('rule 8: an answer from before the dispute does not end it', async () => {
    const order = await paidOrder(store);
    await chargeBack(order);
    await store.control('/gateway/fail', { kind: 'stale', operation: 'retrieve' });
    await store.control('/gateway/notify', { orderId: `${order.id}-1` });
    await deliverNotice();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
  });
});
