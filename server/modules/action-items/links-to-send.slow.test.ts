// What can be sent now: the figure of Home, the queue, the order and the send agree.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { aLink, type Placed } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { jwtSecret, startStore, type TestStore } from '../../../tests/support/store.ts';
import { derivedSecret } from '../../platform/secrets.ts';
import { createReceiptLinks } from '../receipts/receipt-links.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await clear();
  await proveAgain();
});

const { end, paid, readAsAdmin, send, sent } = deliverySteps(() => store);
const { give, lookAgain, proveAgain } = refundSteps(() => store);
const { clear, linksToSend } = actionItemSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));

/** What the screens show of the links to send, all of this order: the store has no other. */
async function shown(order: Placed) {
  const { to_send: home } = await store.admin.call('GET /api/admin/attention', { query: {} });
  const { linksToSend: tab } = await store.admin.call('GET /api/admin/stats', {});
  const queue = await store.admin.call('GET /api/orders', { query: { queue: 'to_send' } });
  return {
    home: home?.links ?? 0,
    tab,
    queue: queue.filter(({ id }) => id === order.id).length,
    item: await linksToSend(order),
    barrier: (await readAsAdmin(order)).send_barrier,
  };
}

const nothing = { home: 0, tab: 0, queue: 0, item: undefined };

test('A-27, rule 11: no link is to be sent while a refund is open', async () => {
  const order = await paid(2);
  const all = { home: 2, tab: 2, queue: 1, item: '2 of 2 links to send', barrier: null };
  expect(await shown(order)).toEqual(all);

  await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
  await give(order, { amount: 1 });
  expect((await send(order)).status).toBe(409);
  expect(await shown(order)).toEqual({ ...nothing, barrier: 'refund_open' });

  await lookAgain();
  expect(await shown(order)).toEqual(all);
  for (const link of order.postLinks) expect((await send(order, link)).status).toBe(200);
  expect(await shown(order)).toEqual({ ...nothing, barrier: null });
});

test('A-44: links that were refunded as undelivered are not to be sent', async () => {
  const order = await paid(2);
  const running = await sent(order);
  expect((await give(order, { undelivered: true })).body.refund).toMatchObject({ undelivered_quantity: 500 });
  expect((await send(order, order.postLinks[1])).status).toBe(409);
  expect(await shown(order)).toEqual({ ...nothing, barrier: 'refunded' });
  await end(running, 'Completed', 0);
  expect(await readAsAdmin(order)).toMatchObject({ status: 'completed', send_barrier: null });
});

test('D-91: a link is not to be sent until the request for another one is decided; the order is a problem meanwhile', async () => {
  const order = await paid(2);
  const [postLink = '', other = ''] = order.postLinks;
  const body = { postLink, newLink: aLink() };
  const headers = { 'order-key': `${order.id}.${links.computeKey(order.id)}` };
  await store.visitor.call('POST /api/orders/{id}/request-link', { params: { id: order.id }, body }, headers);
  const problems = async () =>
    (await store.admin.call('GET /api/orders', { query: { queue: 'problems' } })).filter(({ id }) => id === order.id);
  expect(await shown(order)).toEqual({ home: 1, tab: 1, queue: 1, item: '1 of 2 links to send', barrier: null });
  expect(await problems()).toHaveLength(1);
  expect((await send(order, other)).status).toBe(200);
  expect(await shown(order)).toEqual({ ...nothing, barrier: null });
  expect(await problems()).toHaveLength(1);
  await store.admin.call('POST /api/admin/orders/{id}/replace-link', { params: { id: order.id }, body });
  expect(await shown(order)).toEqual({ home: 1, tab: 1, queue: 1, item: '1 of 2 links to send', barrier: null });
  expect(await problems()).toEqual([]);
});
