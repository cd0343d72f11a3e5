// An admin replaces a link of a paid order: the most frequent request of all.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, type Placed, placeOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.control('/provider/clear', {}));
const { end, paid, readAsAdmin, send, sent } = deliverySteps(() => store);
const { give } = refundSteps(() => store);

const replace = ({ id }: Placed, postLink: string, newLink: string, reason?: string) =>
  store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
    params: { id },
    body: { postLink, newLink, ...(reason ? { reason } : {}) },
  });
const stored = async ({ id }: Placed) => {
  const sql = `select kind from mails where order_id = $1 and kind = 'link_replaced'`;
  return (await store.db.database.pool.query(sql, [id])).rows.map(({ kind }) => kind);
};
const first = ({ postLinks }: Placed) => postLinks[0] ?? '';

describe('a link of a paid order', () => {
  test('that is not sent is replaced, and the new one is sent in full', async () => {
    const order = await paid(2);
    const newLink = aLink();
    const { status, body } = await replace(order, first(order), ` ${newLink} `, 'The buyer mistyped it');
    expect(status).toBe(200);
    expect(body.order.post_links).toEqual([newLink, order.postLinks[1]]);
    expect(await stored(order)).toEqual(['link_replaced']);
    expect((await send(order, newLink)).body.apiOrder.quantity).toBe(500);
    const timeline = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: order.id } });
    expect(timeline.find(({ what }) => what === 'order.link_replaced')).toMatchObject({
      who: owner.email,
      details: { position: 0, from: first(order), to: newLink, reason: 'The buyer mistyped it' },
    });
  });

  test('that was canceled halfway is replaced: the undelivered rest goes to the new one, and the order completes', async () => {
    const order = await paid();
    const placed = await sent(order);
    await end(placed, 'Canceled', 700);
    const newLink = aLink();
    expect((await replace(order, first(order), newLink)).status).toBe(200);
    expect((await readAsAdmin(order)).delivery).toMatchObject({
      state: 'to_send',
      sent: 0,
      ordered: 1000,
      delivered: 300,
    });
    expect((await readAsAdmin(order)).delivered_before).toEqual([300]);
    const again = (await send(order, newLink)).body.apiOrder;
    expect(again.quantity).toBe(700);
    await end(again.api_order_id, 'Completed', 0);
    expect(await readAsAdmin(order)).toMatchObject({
      status: 'completed',
      delivery: { state: 'completed', delivered: 1000 },
    });
  });

  test('the undelivered worth counts what the replaced link brought', async () => {
    const order = await paid();
    const placed = await sent(order);
    await end(placed, 'Partial', 500);
    await replace(order, first(order), aLink());
    const { undelivered } = await store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id: order.id } });
    expect(undelivered).toMatchObject({ quantity: 500, amount: 3 });
  });

  test('that is on its way or delivered stays: 409', async () => {
    const order = await paid();
    const placed = await sent(order);
    const running = await replace(order, first(order), aLink());
    expect([running.status, running.body.code]).toEqual([409, 'conflict']);
    await end(placed, 'Completed', 0);
    expect((await replace(order, first(order), aLink())).status).toBe(409);
    expect((await readAsAdmin(order)).post_links).toEqual(order.postLinks);
  });

  test('whose missing part was refunded stays: 409', async () => {
    const order = await paid(2);
    const placed = await sent(order);
    await end(placed, 'Canceled', 500);
    await give(order, { amount: 6 });
    expect((await replace(order, first(order), aLink())).status).toBe(409);
  });
});

test.each([
  ['a link that the shop would refuse', 'https://www.instagram.com/'],
  ['no link', 'x'],
])('%s is refused by the same rule, with the field', async (_, newLink) => {
  const order = await paid();
  const { status, body } = await replace(order, first(order), newLink);
  expect([status, body.field, body.code]).toEqual([400, 'newLink', 'invalid_input']);
});

test('a second link to the same post, a link that is not of the order, and one of an unpaid order are refused', async () => {
  const order = await paid(2);
  expect((await replace(order, first(order), order.postLinks[1] ?? '')).status).toBe(400);
  expect((await replace(order, first(order), first(order))).status).toBe(400);
  expect((await replace(order, aLink(), aLink())).body.field).toBe('postLink');
  const unpaid = await placeOrder(store);
  expect((await replace(unpaid, first(unpaid), aLink())).body.code).toBe('not_paid');
  const { body } = await replace({ ...order, id: '000000000000' }, first(order), aLink());
  expect(body.code).toBe('order_not_found');
});

test('two admins at once: one replaces, the other hears that the link is gone', async () => {
  const order = await paid();
  const [one, other] = await Promise.all([
    replace(order, first(order), aLink()),
    replace(order, first(order), aLink()),
  ]);
  expect([one.status, other.status].sort()).toEqual([200, 400]);
  const [link = ''] = (await readAsAdmin(order)).post_links;
  expect((await replace(order, link, aLink())).status).toBe(200);
  expect(await stored(order)).toHaveLength(2);
});
