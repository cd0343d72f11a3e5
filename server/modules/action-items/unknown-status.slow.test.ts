// A status that the store does not know is never paid, never failed, and never passed over in silence.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => clear());

const { alertsOf, attemptsOf, confirm, read, rows } = paymentSteps(() => store);
const { aside, clear, itemOf, waitsFor } = actionItemSteps(() => store);
const { end, sent } = deliverySteps(() => store);

const setStatusAtGateway = ({ id }: Placed, status: string, result = 'SUCCESS') =>
  store.control('/gateway/status', { orderId: `${id}-1`, status, result });

async function opened(): Promise<{ order: Placed; session: string }> {
  const order = await placeOrder(store);
  return { order, session: await openSession(store, order) };
}

describe('a gateway status in another case', () => {
  test.each(['captured', 'Captured', ' CAPTURED '])('A-24: "%s" pays the order', async (status) => {
    const { order, session } = await opened();
    await payAtGateway(store, session);
    await setStatusAtGateway(order, status, 'success');
    expect(await confirm(order.id)).toMatchObject({ status: 'success' });
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await waitsFor(order)).toEqual([]);
  });
});

describe('a gateway status that is unknown', () => {
  test.each(['SETTLED', 'PAID', 'captured_later', 'FUNDING'])(
    'rule 7: "%s" is never paid and never failed, and is an action item at the second look',
    async (status) => {
      const { order, session } = await opened();
      await payAtGateway(store, session);
      await setStatusAtGateway(order, status);
      expect(await confirm(order.id)).toMatchObject({ status: 'pending' });
      expect(await waitsFor(order)).toEqual([]);
      expect(await confirm(order.id)).toMatchObject({ status: 'pending' });
      expect(await waitsFor(order)).toEqual(['payment_unknown_status']);
      expect((await itemOf(order))?.words).toContain(`"${status}"`);
      expect(await read(order.id)).toMatchObject({ payment_status: 'session', status: 'pending' });
      expect(await attemptsOf(order.id)).toEqual([{ number: 1, state: 'open' }]);
      await setStatusAtGateway(order, 'CAPTURED');
      expect(await confirm(order.id)).toMatchObject({ status: 'success' });
      expect(await waitsFor(order)).toEqual([]);
      expect(await alertsOf(order.id)).toEqual([]);
    },
  );

  test('rule 7: one look is enough after some minutes, and the store looks again by itself', async () => {
    const { order, session } = await opened();
    await payAtGateway(store, session);
    await setStatusAtGateway(order, 'SETTLED');
    await confirm(order.id);
    const planned = await rows('select from graphile_worker.jobs where key = $1', `look again ${order.id}-1`);
    expect(planned).toHaveLength(1);
    store.advance(4 * 60_000);
    expect(await waitsFor(order)).toEqual(['payment_unknown_status']);
    await setStatusAtGateway(order, 'AUTHENTICATED', 'PENDING');
    await confirm(order.id);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('rule 7: of a paid order it shows as well, and changes nothing', async () => {
    const order = await paidOrder(store);
    await setStatusAtGateway(order, 'UNDER_CLEARING');
    const look = () => store.app.jobHandlers.settle_payment({ gatewayOrderId: `${order.id}-1` });
    await look();
    await look();
    expect(await waitsFor(order)).toEqual(['payment_unknown_status']);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect((await aside('payment_unknown_status', (await itemOf(order))?.subject ?? '')).status).toBe(200);
    expect(await waitsFor(order)).toEqual([]);
    await setStatusAtGateway(order, 'ANOTHER_ONE');
    await look();
    expect(await waitsFor(order)).toEqual(['payment_unknown_status']);
  });
});

async function sentOrder(): Promise<{ order: Placed; id: string }> {
  const order = await paidOrder(store);
  return { order, id: await sent(order) };
}

describe('a delivery status that is unknown', () => {
  test('D-50: it keeps the state, is an action item with the word, and goes away with a known one', async () => {
    const { order, id } = await sentOrder();
    await end(id, 'Awaiting moderation', 500);
    expect(await waitsFor(order)).toEqual(['delivery_unknown_status']);
    expect((await itemOf(order))?.words).toContain('"Awaiting moderation"');
    const [link] = await rows('select state, following from dispatches where order_id = $1', order.id);
    expect(link).toEqual({ state: 'sent', following: true });
    expect(await read(order.id)).toMatchObject({ status: 'processing' });
    await end(id, 'in_progress', 500);
    expect(await waitsFor(order)).toEqual([]);
  });

  test.each(['Fail', 'FAILED', 'Error'])('D-50: "%s" ends a link at the second look, like Canceled', async (status) => {
    const { order, id } = await sentOrder();
    await end(id, status, 500);
    expect(await waitsFor(order)).toEqual([]);
    const following = async () =>
      (await rows<{ following: boolean }>('select following from dispatches where order_id = $1', order.id))[0];
    expect(await following()).toEqual({ following: true });
    const refunds = () => store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id: order.id } });
    expect(await refunds()).toMatchObject({ undelivered: { quantity: 0 } });
    await end(id, status, 500);
    expect(await following()).toEqual({ following: false });
    expect(await waitsFor(order)).toEqual(['delivery_stopped']);
    expect(await refunds()).toMatchObject({ undelivered: { quantity: 500 } });
    expect(await alertsOf(order.id)).toEqual(['delivery_stopped']);
  });

  test('D-50: a failure that the second look does not confirm ends nothing', async () => {
    const { order, id } = await sentOrder();
    await end(id, 'Error', 500);
    await end(id, 'In progress', 500);
    await end(id, 'Error', 500);
    const [link] = await rows('select live_status as said, following from dispatches where order_id = $1', order.id);
    expect(link).toEqual({ said: 'Error', following: true });
  });
});
