// The list of orders by what their payment and their delivery are (D-34).
import { sql as drizzleSql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveredUnits, hasEnded } from '../../../contract/order-progress.ts';
import { type OrderQueue, orderQueues } from '../../../contract/order-queues.ts';
import { providerStatusKind, providerStatusWords } from '../../../contract/provider-status.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { misfiledOrders } from '../../../tests/support/order-ends.ts';
import { orderListSteps } from '../../../tests/support/order-list-steps.ts';
import { chargeBack, openSession, type Placed, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { inQueue } from './order-filter.ts';
import { orders } from './orders.schema.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
const { end, paid, send, sent } = deliverySteps(() => store);
const { give } = refundSteps(() => store);
const { addCrowd, sql } = orderListSteps(() => store);
const found = async (query: object) => {
  const { status, body, headers } = await store.admin.ask('GET /api/orders', { query });
  expect(status).toBe(200);
  return { ids: body.map(({ id }) => id), total: headers.get('x-total-count') };
};
const only = (order: Placed) => ({ ids: [order.id], total: '1' });

test('D-34: a filter lists the orders that say so, and no other, after every change', async () => {
  const unpaid = await placeOrder(store);
  const declined = await placeOrder(store);
  await payAtGateway(store, await openSession(store, declined), '05/39').catch(() => {});
  await store.visitor.ask('POST /api/orders/{id}/confirm-payment', { params: { id: declined.id }, body: {} });
  expect(await found({ payment: 'unpaid' })).toEqual(only(unpaid));
  expect(await found({ payment: 'declined' })).toEqual(only(declined));
  expect(await found({ status: 'Pending,paid', sort: 'oldest' })).toEqual({
    ids: [unpaid.id, declined.id],
    total: '2',
  });
  expect(await found({ status: 'paid,failed' })).toEqual({ ids: [], total: '0' });
  expect((await store.admin.call('GET /api/admin/stats', {})).todayDeclined).toBe(1);
  expect(await found({ delivery: 'none', sort: 'oldest' })).toEqual({ ids: [unpaid.id, declined.id], total: '2' });

  const order = await paid(2);
  expect(await found({ delivery: 'to_send' })).toEqual(only(order));
  const placed = await sent(order);
  expect(await found({ delivery: 'sending', payment: 'paid' })).toEqual(only(order));
  const second = (await send(order, order.postLinks[1] ?? '')).body.apiOrder.api_order_id;
  expect(await found({ delivery: 'in_progress', status: 'processing' })).toEqual(only(order));
  await end(placed, 'Completed', 0);
  await end(second, 'Partial', 200);
  expect(await found({ delivery: 'partial' })).toEqual(only(order));
  await give(order, { amount: 1 });
  expect(await found({ payment: 'partly_refunded' })).toEqual(only(order));
  expect(await misfiledOrders(store)).toEqual([]);

  const lost = await paid();
  await chargeBack(store, lost);
  expect(await found({ payment: 'disputed', delivery: 'not_delivered' })).toEqual(only(lost));
  expect(await found({ payment: 'disputed', search: lost.email })).toMatchObject({ ids: [lost.id] });
  expect(await found({ payment: 'refunded' })).toEqual({ ids: [], total: '0' });
  expect(await misfiledOrders(store)).toEqual([]);
});

test('D-45: each queue lists the orders that it counts, and "To send" the same as the figures', async () => {
  const counts = () => store.admin.call('GET /api/admin/order-counts', {});
  const idsOf = async (queue: OrderQueue) => (await found({ queue, limit: 200 })).ids;
  const before = await counts();
  const unpaid = await placeOrder(store);
  const order = await paid(2);
  expect(await idsOf('unpaid')).toContain(unpaid.id);
  expect(await idsOf('unpaid')).not.toContain(order.id);
  expect(await idsOf('to_send')).toContain(order.id);
  expect(await counts()).toMatchObject({
    all: before.all + 2,
    to_send: before.to_send + 1,
    unpaid: before.unpaid + 1,
    done: before.done,
  });
  const first = await sent(order);
  expect(await idsOf('to_send')).toContain(order.id);
  expect(await idsOf('in_delivery')).toContain(order.id);
  const second = (await send(order, order.postLinks[1] ?? '')).body.apiOrder.api_order_id;
  expect(await idsOf('to_send')).not.toContain(order.id);
  await end(first, 'Completed', 0);
  await end(second, 'Canceled', 500);
  expect(await idsOf('in_delivery')).not.toContain(order.id);
  expect(await idsOf('problems')).toContain(order.id);
  await store.admin.call('PATCH /api/admin/orders/{id}/status', {
    params: { id: order.id },
    body: { status: 'completed', confirm: true },
  });
  expect(await idsOf('problems')).not.toContain(order.id);
  expect(await idsOf('done')).toContain(order.id);
  const { ordersToSend } = await store.admin.call('GET /api/admin/stats', {});
  const after = await counts();
  expect(after.to_send).toBe(ordersToSend);
  for (const queue of orderQueues) {
    expect({ queue, total: (await found({ queue })).total }).toEqual({ queue, total: String(after[queue]) });
  }
});

test('D-34: an unknown state is refused with the field', async () => {
  for (const [field, value] of [
    ['payment', 'free'],
    ['delivery', 'lost'],
    ['queue', 'lost'],
  ]) {
    const answer = await store.raw(`/api/orders?${field}=${value}`, {
      headers: { authorization: `Bearer ${store.adminToken}` },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', field });
  }
});

test('D-34, D-50: SQL reads every status word and every link as the contract does', async () => {
  const words = ['', ...providerStatusWords, 'Pausiert'].flatMap((word) => [
    word,
    ` ${word.toUpperCase()}\t`,
    word.replace('in', 'In_ -'),
  ]);
  const { rows: kinds } = await store.db.database.pool.query<{ word: string; kind: string }>(
    'select word, provider_status_kind(word) as kind from unnest($1::text[]) as word',
    [words],
  );
  expect(kinds).toEqual(words.map((word) => ({ word, kind: providerStatusKind(word) })));

  const links = words.flatMap((liveStatus) =>
    [true, false].flatMap((following) =>
      [null, 0, 200].flatMap((remains) =>
        [null, 'refilled'].map((shortfall) => ({
          state: 'sent',
          liveStatus,
          remains,
          quantity: 1000,
          following,
          shortfall,
        })),
      ),
    ),
  );
  const { rows: read } = await store.db.database.pool.query<{ ended: boolean; units: number | null }>(
    `select link_has_ended(d) as ended, link_units(d) as units
     from json_array_elements($1) with ordinality as l(link, number), json_populate_record(null::dispatches,
       jsonb_build_object('state', link ->> 'state', 'live_status', link ->> 'liveStatus', 'remains', link -> 'remains',
         'quantity', link -> 'quantity', 'following', link -> 'following', 'shortfall', link -> 'shortfall')::json) as d
     order by number`,
    [JSON.stringify(links)],
  );
  expect(read).toEqual(links.map((link) => ({ ended: hasEnded(link), units: deliveredUnits(link) })));
});

// Last, because of its many orders.
test('D-45: every queue is found by indexes, and its cost does not grow with the table', async () => {
  const readsTheTable = async (queue: OrderQueue): Promise<boolean> => {
    const { rows } = await store.db.database.db.execute(
      drizzleSql`explain select 1 from ${orders} where ${orders.deletedAt} is null and ${inQueue[queue]} limit 1000`,
    );
    // These indexes contain every order.
    return /Seq Scan on orders|orders_newest|orders_by_amount/.test(JSON.stringify(rows));
  };
  await addCrowd(20_000);
  await sql('analyze orders');
  for (const queue of orderQueues.filter((each) => each !== 'unpaid'))
    expect(await readsTheTable(queue), `${queue}, few among unpaid orders`).toBe(false);
  await sql(
    `update orders set status = 'completed', payment_status = 'paid', paid_at = created_at
     where customer_email = 'many@crowd.example'`,
  );
  await sql('analyze orders');
  expect(await readsTheTable('unpaid'), 'few among completed orders').toBe(false);
});
