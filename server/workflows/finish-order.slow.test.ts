// How paid orders end, and that no click on a status loses paid work.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { type Placed, placeOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.db.database.pool.query(`update orders set deleted_at = now() where deleted_at is null`);
});
const { waitsFor, linksToSend, aside, itemOf } = actionItemSteps(() => store);
const { end, paid, readAsAdmin, sent } = deliverySteps(() => store);
const { give, ledgerFaults } = refundSteps(() => store);

const mails = async ({ id }: Placed) => {
  const { rows } = await store.db.database.pool.query(`select kind from mails where order_id = $1 order by kind`, [id]);
  return rows.map(({ kind }) => kind).filter((kind) => kind === 'order_completed');
};
const setStatus = ({ id }: Placed, status: string, more: object = {}) =>
  store.admin.ask('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, ...more } });
const undo = ({ id }: Placed) => store.admin.ask('POST /api/admin/orders/{id}/undo-status', { params: { id } });

describe('D-34: every response has the state of payment and delivery', () => {
  test('from the unpaid order to the delivered one, alike for admin, stranger and tracking', async () => {
    const unpaid = await placeOrder(store);
    expect(await readAsAdmin(unpaid)).toMatchObject({
      payment: 'unpaid',
      delivery: { state: 'none', links: 1, sent: 0, ended: 0, ordered: 500, delivered: 0 },
    });
    const order = await paid(2);
    expect(await readAsAdmin(order)).toMatchObject({
      payment: 'paid',
      delivery: { state: 'to_send', links: 2, sent: 0 },
    });
    const first = await sent(order);
    expect((await readAsAdmin(order)).delivery).toMatchObject({ state: 'sending', sent: 1 });
    const second = await sent(order, order.postLinks[1]);
    expect((await readAsAdmin(order)).delivery).not.toHaveProperty('delivered');
    await end(first, 'In progress', 200);
    expect((await readAsAdmin(order)).delivery).toMatchObject({ state: 'in_progress', ended: 0, ordered: 1000 });
    await end(first, 'Completed', 0);
    await end(second, 'Completed', 0);
    const { payment, delivery } = await readAsAdmin(order);
    expect([payment, delivery]).toEqual([
      'paid',
      { state: 'completed', links: 2, sent: 2, ended: 2, ordered: 1000, delivered: 1000 },
    ]);
    const { id, email } = order;
    const stranger = await store.visitor.call('GET /api/orders/{id}', { params: { id } });
    const tracked = (await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } })).find(
      (one) => one.id === id,
    );
    const listed = (await store.admin.call('GET /api/orders', { query: { search: id } }))[0];
    for (const seen of [stranger, tracked, listed]) expect(seen).toMatchObject({ payment, delivery });
  });
});

describe('a paid order ends by itself', () => {
  test('completed, once every link is, with one mail', async () => {
    const order = await paid();
    await end(await sent(order), 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('completed');
    expect(await mails(order)).toEqual(['order_completed']);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('under-delivered: it waits for a hand, and completes when the missing part is refunded', async () => {
    const order = await paid(2);
    await end(await sent(order), 'Completed', 0);
    await end(await sent(order, order.postLinks[1]), 'Partial', 100);
    expect(await readAsAdmin(order)).toMatchObject({
      status: 'processing',
      delivery: { state: 'partial', delivered: 900 },
    });
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    expect((await give(order, { undelivered: true })).status).toBe(200);
    expect(await readAsAdmin(order)).toMatchObject({
      status: 'completed',
      payment: 'partly_refunded',
      delivery: { state: 'partial', delivered: 900 },
    });
    expect(await waitsFor(order)).toEqual([]);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('under-delivered: a refund of less does not complete it', async () => {
    const order = await paid();
    await end(await sent(order), 'Partial', 500);
    await give(order, { amount: 1 });
    expect(await readAsAdmin(order)).toMatchObject({ status: 'processing', payment: 'partly_refunded' });
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    await give(order, { amount: 2 });
    expect((await readAsAdmin(order)).status).toBe('completed');
  });

  test('under-delivered: it completes when an admin dismisses the missing part with a reason', async () => {
    const order = await paid();
    await end(await sent(order), 'Canceled', 400);
    const item = await itemOf(order);
    expect((await aside('delivery_stopped', item?.subject ?? '', 'Settled by phone')).status).toBe(200);
    expect(await readAsAdmin(order)).toMatchObject({
      status: 'completed',
      delivery: { state: 'partial', delivered: 600 },
    });
  });

  test('A-44: a status set by hand stays, and the order waits under the hand it needs', async () => {
    const order = await paid();
    await setStatus(order, 'Processing');
    await end(await sent(order), 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('processing');
    expect(await waitsFor(order)).toEqual(['order_stuck']);
    await setStatus(order, 'Completed');
    expect(await waitsFor(order)).toEqual([]);
  });

  test('what ended while no one noticed is completed by a job', async () => {
    const order = await paid();
    await end(await sent(order), 'Completed', 0);
    await store.db.database.pool.query(`update orders set status = 'processing' where id = $1`, [order.id]);
    await store.app.jobHandlers.finish_orders({});
    expect((await readAsAdmin(order)).status).toBe('completed');
  });
});

describe('links of paid orders that are not sent', () => {
  test('A-32: wait as an action item, also where some were sent, until the last one is', async () => {
    const order = await paid(3);
    expect(await linksToSend(order)).toBe('3 of 3 links to send');
    await sent(order);
    expect(await linksToSend(order)).toBe('2 of 3 links to send');
    const { linksToSend: links, ordersToSend, paidAwaiting } = await store.admin.call('GET /api/admin/stats', {});
    expect([links, ordersToSend]).toEqual([2, 1]);
    expect(paidAwaiting).toBe(0);
    await sent(order, order.postLinks[1]);
    await sent(order, order.postLinks[2]);
    expect(await linksToSend(order)).toBeUndefined();
  });

  test('cannot be dismissed: paid links are not forgotten', async () => {
    const order = await paid();
    expect((await aside('links_to_send', order.id)).status).toBe(400);
  });
});

describe('D-43: Completed by hand on a paid order of which not all was delivered', () => {
  test('is refused and says what is missing, until it is confirmed', async () => {
    const order = await paid(2);
    await sent(order);
    const refused = await setStatus(order, 'Completed');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'undelivered' });
    expect(refused.body.message).toBe(
      `Order ${order.id} is paid: 1 of 2 links not sent, 1 of 2 links still being delivered. Complete it all the same?`,
    );
    expect((await readAsAdmin(order)).status).toBe('processing');
    expect((await setStatus(order, 'Completed', { confirm: true })).status).toBe(200);
    expect(await readAsAdmin(order)).toMatchObject({ status: 'completed', delivery: { state: 'in_progress' } });
  });

  test('STATE-1: is not asked where nothing is missing, nothing was paid, or another status is set', async () => {
    const delivered = await paid();
    await end(await sent(delivered), 'Completed', 0);
    await setStatus(delivered, 'Pending');
    expect((await setStatus(delivered, 'Completed')).status).toBe(200);
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    expect((await setStatus(await placeOrder(store), 'Completed')).status).toBe(200);
    const order = await paid();
    for (const status of ['Pending', 'Failed', 'Processing']) expect((await setStatus(order, status)).status).toBe(200);
  });

  test('Failed on a paid order waits for a refund or another word', async () => {
    const order = await paid();
    await setStatus(order, 'Failed');
    expect(await waitsFor(order)).toEqual(['order_stuck']);
  });
});

describe('the undo of a status that was set by hand', () => {
  test('restores status and mark: later deliveries complete the order again', async () => {
    const order = await paid();
    const id = await sent(order);
    await setStatus(order, 'Failed');
    expect((await readAsAdmin(order)).undo_status?.status).toBe('processing');
    const undone = await undo(order);
    expect(undone.status).toBe(200);
    expect(undone.body.order).toMatchObject({ status: 'processing', undo_status: null });
    await end(id, 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('completed');
  });

  test('takes in what happened meanwhile', async () => {
    const order = await paid();
    const id = await sent(order);
    await setStatus(order, 'Pending');
    await end(id, 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('pending');
    expect((await undo(order)).body.order).toMatchObject({ status: 'completed' });
    expect(await mails(order)).toEqual(['order_completed']);
  });

  test('keeps an earlier choice of an admin', async () => {
    const order = await paid();
    await setStatus(order, 'Processing');
    await setStatus(order, 'Failed');
    expect((await undo(order)).body.order).toMatchObject({ status: 'processing' });
    expect((await undo(order)).status).toBe(409);
    await end(await sent(order), 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('processing');
  });

  test('is refused after ten minutes, and where nothing was set', async () => {
    const order = await paid();
    expect((await undo(order)).body).toMatchObject({ code: 'undo_expired' });
    await setStatus(order, 'Failed');
    store.advance(601_000);
    const late = await undo(order);
    expect([late.status, late.body.code]).toEqual([409, 'undo_expired']);
    expect((await readAsAdmin(order)).undo_status).toBeNull();
  });

  test('brings an unpaid order back to where it expires', async () => {
    const order = await placeOrder(store);
    await setStatus(order, 'Completed');
    await undo(order);
    store.advance(25 * 3_600_000);
    await store.app.jobHandlers.sweep_orders({});
    await store.drain();
    // The admin's session ended with the day.
    const { id } = order;
    expect(await store.visitor.call('GET /api/orders/{id}', { params: { id } })).toMatchObject({
      status: 'failed',
      payment: 'expired',
    });
  });
});
