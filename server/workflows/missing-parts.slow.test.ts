// Parts of a paid order that no provider delivers: what settles them, and that nothing of them is sent after their refund.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import type { Placed } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  // Each test moves the clock on, and a refund needs a recent password.
  await proveAgain();
});
const { aside, itemOf } = actionItemSteps(() => store);
const { give, ledgerFaults, look, proveAgain } = refundSteps(() => store);
const { paid, send, sent, end, refill, readAsAdmin, calls } = deliverySteps(() => store);
const link = ({ postLinks }: Placed, position: number) => postLinks[position] ?? '';

describe('a missing part that was refunded', () => {
  test('settles the order also where the refunds were rounded down one by one', async () => {
    const order = await paid(3);
    const ids = [
      await sent(order, link(order, 0)),
      await sent(order, link(order, 1)),
      await sent(order, link(order, 2)),
    ];
    for (const id of ids) {
      await end(id, 'Partial', 2);
      await give(order, { undelivered: true });
    }
    // 6 of 1000 units at $6.00 are $0.04 together, and $0.01 a link.
    expect(await readAsAdmin(order)).toMatchObject({ refunded_amount: 0.03, status: 'completed' });
  });

  test('cannot be refilled or replaced while another link is on its way', async () => {
    const order = await paid(2);
    const short = await sent(order, link(order, 0));
    const running = await sent(order, link(order, 1));
    await end(short, 'Partial', 100);
    await give(order, { undelivered: true });
    expect((await refill(order, short)).body).toMatchObject({ message: 'What was missing of this link was refunded.' });
    const replaced = await store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
      params: { id: order.id },
      body: { postLink: link(order, 0), newLink: 'https://www.instagram.com/p/Another0001/' },
    });
    expect(replaced).toMatchObject({ status: 409, body: { message: 'The missing part of this link was refunded.' } });
    await end(running, 'Completed', 0);
    expect((await readAsAdmin(order)).status).toBe('completed');
    expect(await ledgerFaults()).toEqual([]);
  });

  test('rule 11: a link that was refunded before it was sent is not sent any more, and holds up no order', async () => {
    const order = await paid(2);
    const first = await sent(order, link(order, 0));
    await give(order, { undelivered: true });
    const callsBefore = (await calls('add')).length;
    const refused = await send(order, link(order, 1));
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(refused.body.message).toBe('This link was refunded as undelivered. It is not sent any more.');
    expect((await calls('add')).length).toBe(callsBefore);
    await end(first, 'Completed', 0);
    expect(await readAsAdmin(order)).toMatchObject({
      status: 'completed',
      payment: 'partly_refunded',
      delivery: { state: 'partial', sent: 1, delivered: 500 },
    });
  });

  test('is not refunded while a refill of it is under way, so that nobody gets both', async () => {
    const order = await paid(2);
    const short = await sent(order, link(order, 0));
    await end(await sent(order, link(order, 1)), 'Completed', 0);
    await end(short, 'Partial', 100);
    // As after an accepted refill: the sandbox refills completed links only, other panels partial ones too.
    await store.db.database.pool.query('update dispatches set following = true where provider_order_id = $1', [short]);
    const { undelivered } = await look(order);
    expect(undelivered).toMatchObject({ quantity: 0, running: 1 });
    expect((await give(order, { undelivered: true })).status).toBe(409);
  });

  test('leaves the links that were not refunded to be sent', async () => {
    const order = await paid(3);
    await end(await sent(order, link(order, 0)), 'Partial', 50);
    await give(order, { amount: 0.3 });
    expect((await send(order, link(order, 1))).status).toBe(200);
    expect((await send(order, link(order, 2))).status).toBe(200);
  });
});

test('a part that was dismissed is not refunded with the others', async () => {
  const order = await paid(2);
  const second = await sent(order, link(order, 1));
  await end(await sent(order, link(order, 0)), 'Canceled', 400);
  await aside('delivery_stopped', (await itemOf(order))?.subject ?? '', 'Settled by phone');
  await end(second, 'Partial', 100);
  await give(order, { undelivered: true });
  expect(await readAsAdmin(order)).toMatchObject({ refunded_amount: 0.6, status: 'completed' });
});

test('D-43: a link whose sending has no known result is not called unsent', async () => {
  const order = await paid(2);
  await store.control('/provider/fail', { kind: 'lose', operation: 'add', times: 1 });
  await send(order, link(order, 0));
  const { body } = await store.admin.ask('PATCH /api/admin/orders/{id}/status', {
    params: { id: order.id },
    body: { status: 'Completed' },
  });
  expect(body.message).toContain('1 of 2 links not sent, 1 of 2 links sent without a known result.');
});
