// What the overview shows beside an action item, and the line of the links to send.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { apiOrders, end, paid, refill, send, sent } = deliverySteps(() => store);
const { itemOf } = actionItemSteps(() => store);
const list = (query: object = {}) => store.admin.call('GET /api/admin/attention', { query });

test('A-32: the links to send are counted with their units, without those that were sent', async () => {
  expect(await list()).not.toHaveProperty('to_send');
  const order = await paid(3);
  expect((await list()).to_send).toMatchObject({ links: 3, orders: 1, units: [{ category: 'Likes', quantity: 1000 }] });
  await send(order);
  expect((await list()).to_send).toEqual({
    links: 2,
    orders: 1,
    units: [{ category: 'Likes', quantity: 666 }],
    rests: { links: 0, quantity: 0 },
  });
  expect(await list({ kind: 'links_to_send' })).not.toHaveProperty('to_send');
  for (const link of order.postLinks.slice(1)) await send(order, link);
  expect(await list()).not.toHaveProperty('to_send');
});

test('A-44: an under-delivered link has its buyer, product, provider order and the amount of the refund', async () => {
  const order = await paidOrder(store);
  const providerOrder = await sent(order);
  await end(providerOrder, 'Partial', 200);
  const item = await itemOf(order);
  expect(item).toMatchObject({
    order: { customer_email: order.email, category: 'Likes', quantity: 500, amount: order.amount },
    link: { post_link: order.postLinks[0], quantity: 500, api_order_id: providerOrder, refill_requested_at: null },
  });
  const { undelivered } = await store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id: order.id } });
  expect(undelivered.amount).toBeGreaterThan(0);
  expect(item?.refund).toBe(undelivered.amount);
});

test('A-44: a canceled link without a count is worth all of it, here as on the page of the order', async () => {
  const order = await paidOrder(store);
  await end(await sent(order), 'Canceled', 500);
  await store.db.database.pool.query('update dispatches set remains = null where order_id = $1', [order.id]);
  const { undelivered, proposed } = await store.admin.call('GET /api/admin/orders/{id}/refunds', {
    params: { id: order.id },
  });
  expect([proposed, undelivered.amount]).toEqual([true, order.amount]);
  expect((await itemOf(order))?.refund).toBe(order.amount);
});

test('A-44: while another link of the order is unsent, no amount is proposed', async () => {
  const order = await paid(2);
  await end(await sent(order), 'Partial', 200);
  const item = await itemOf(order);
  expect(item?.link?.post_link).toBe(order.postLinks[0]);
  expect(item).not.toHaveProperty('refund');
});

test('A-41: a refused refill has the time of its request, by which a newer one is recognized', async () => {
  const order = await paidOrder(store);
  const providerOrder = await sent(order);
  await end(providerOrder, 'Completed', 0);
  await store.control('/provider/fail', { kind: 'error', operation: 'refill', text: 'Refill is disabled' });
  await refill(order, providerOrder);
  const link = (await itemOf(order))?.link;
  expect(await apiOrders(order.id)).toMatchObject([{ requests: [{ requested_at: link?.refill_requested_at }] }]);
});
