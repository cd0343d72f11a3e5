import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, deleteOrder, type Placed, paidOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => reset());

const { adds, reset, setAutomatic, states, sweepAfter } = automaticDispatchSteps(() => store);
const { apiOrders, leaveClaimed, send } = deliverySteps(() => store);
const { read, rows } = paymentSteps(() => store);
const { give, proveAgain } = refundSteps(() => store);

describe('an automatic send that does not go through', () => {
  test('rule 1: a lost answer leaves the link unknown, raises one alert, and the link is never sent again automatically', async () => {
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    const order = await paidOrder(store);
    await store.drain();
    expect(await states(order.id)).toEqual(['unknown']);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    await sweepAfter(3_600_000);
    expect(await adds()).toHaveLength(1);
    expect(await rows("select 1 from alerts where details->>'orderId' = $1", order.id)).toHaveLength(1);
  });

  test('5.3: a process that dies after its claim leaves an unknown outcome, not a second call', async () => {
    const order = await paidOrder(store);
    await leaveClaimed(order);
    await store.drain();
    expect(await states(order.id)).toEqual(['sending']);
    store.advance(121_000);
    await store.app.jobHandlers.expire_claims({});
    await sweepAfter();
    expect(await states(order.id)).toEqual(['unknown']);
    expect(await adds()).toHaveLength(0);
  });

  test('rule 5: a permanent refusal fails the link, raises an alert, and needs an admin', async () => {
    const order = await paidOrder(store, { post_links: [aLink('refuse')] });
    await store.drain();
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'failed', error: 'Bad link' }]);
    await sweepAfter(3_600_000);
    expect(await adds()).toHaveLength(1);
    expect(await rows("select type from alerts where details->>'orderId' = $1", order.id)).toEqual([
      { type: 'dispatch_failed' },
    ]);
  });

  test.each([
    ['too many requests', { kind: 'rate', operation: 'add' }, 40_000],
    [
      'an order of somebody else for the post',
      { kind: 'error', operation: 'add', text: 'neworder.error.link_duplicate' },
      40_000,
    ],
    ['no funds', { kind: 'empty_balance', operation: 'add' }, 1_000_000],
    ['a wrong key', { kind: 'error', operation: 'add', text: 'Invalid API key', status: 401 }, 1_000_000],
  ])('rule 5: %s is waited out and tried again', async (_name, trouble, laterMs) => {
    await store.control('/provider/fail', trouble);
    const order = await paidOrder(store);
    await store.drain();
    expect(await apiOrders(order.id)).toMatchObject([
      { status: 'waiting', api_order_id: null, error: expect.any(String) },
    ]);
    await store.app.jobHandlers.sweep_waiting({});
    await store.drain();
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await adds()).toHaveLength(1);
    await sweepAfter(laterMs);
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'sent', error: null }]);
    expect(await adds()).toHaveLength(2);
  });

  test('GEN-7: a refusal at an admin’s own click fails at once, and is not tried again', async () => {
    await setAutomatic(false);
    const order = await paidOrder(store);
    await store.drain();
    await setAutomatic(true);
    await store.control('/provider/fail', { kind: 'rate', operation: 'add' });
    expect((await send(order)).body.apiOrder).toMatchObject({ status: 'failed' });
    await sweepAfter(3_600_000);
    expect(await states(order.id)).toEqual(['failed']);
  });

  test('an order that is given back or deleted while its link waits is sent no more', async () => {
    await store.control('/provider/fail', { kind: 'rate', operation: 'add', times: 0 });
    const [refunded, deleted] = [await paidOrder(store), await paidOrder(store)];
    await store.drain();
    expect([await states(refunded.id), await states(deleted.id)]).toEqual([['waiting'], ['waiting']]);
    await rows("update orders set payment_status = 'refunded', status = 'failed' where id = $1", refunded.id);
    await deleteOrder(store, deleted.id);
    await store.control('/provider/clear', {});
    await store.control('/calls/clear', {});
    await sweepAfter(3_600_000);
    expect(await apiOrders(refunded.id)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/refunded/) },
    ]);
    expect(await adds()).toHaveLength(0);
  });

  test.each([
    ['refunded', 'refunded'],
    ['charged back', 'disputed'],
  ] as const)(
    'rule 11: a link that waits is given up with its %s order, also once nothing is sent by itself any more',
    async (_name, paymentStatus) => {
      await store.control('/provider/fail', { kind: 'rate', operation: 'add', times: 0 });
      const order = await paidOrder(store, { email: `${paymentStatus}@waits.example` });
      await store.drain();
      expect(await states(order.id)).toEqual(['waiting']);
      await setAutomatic(false);
      await store.control('/provider/clear', {});
      await store.control('/calls/clear', {});
      await proveAgain();
      if (paymentStatus === 'refunded') await give(order, { amount: 3 });
      else await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
      await store.control('/gateway/deliver', {});
      await store.drain();
      expect(await read(order.id)).toMatchObject({ payment_status: paymentStatus });
      expect(await apiOrders(order.id)).toMatchObject([{ status: 'failed', error: expect.stringMatching(/refunded/) }]);
      expect(await adds()).toHaveLength(0);
      const erased = await store.admin.ask('POST /api/admin/people/erase', { body: { email: order.email } });
      expect(erased.status).toBe(200);
    },
  );

  test.each(['Completed', 'Failed'])(
    'A-44: links of an order that an admin set to %s are sent by an admin only, paid and waiting ones alike',
    async (status) => {
      const params = ({ id }: Placed) => ({ params: { id }, body: { status, confirm: true } });
      const paid = await paidOrder(store);
      await store.admin.call('PATCH /api/admin/orders/{id}/status', params(paid));
      await store.drain();
      expect(await states(paid.id)).toEqual([]);
      await store.control('/provider/fail', { kind: 'empty_balance', operation: 'add' });
      const waits = await paidOrder(store);
      await store.drain();
      expect(await states(waits.id)).toEqual(['waiting']);
      await store.admin.call('PATCH /api/admin/orders/{id}/status', params(waits));
      await store.control('/provider/clear', {});
      await store.control('/calls/clear', {});
      await sweepAfter(1_000_000);
      expect([await states(waits.id), await adds()]).toEqual([['failed'], []]);
      expect((await send(waits)).status).toBe(200);
    },
  );

  test('without a service id links wait, and go out once one is entered', async () => {
    await proveAgain();
    await store.admin.call('POST /api/admin/settings', { body: { likes_service_id: '' } });
    const order = await paidOrder(store);
    await store.drain();
    expect(await apiOrders(order.id)).toMatchObject([
      { status: 'waiting', error: expect.stringMatching(/service id/) },
    ]);
    await store.admin.call('POST /api/admin/settings', { body: { likes_service_id: '1001' } });
    await sweepAfter(1_000_000);
    expect(await states(order.id)).toEqual(['sent']);
  });
});
