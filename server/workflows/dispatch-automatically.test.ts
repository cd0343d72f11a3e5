import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, openSession, paidOrder, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => reset());

const { adds, reset, setAutomatic, states, sweepAfter } = automaticDispatchSteps(() => store);
const { apiOrders, send } = deliverySteps(() => store);
const { read, rows } = paymentSteps(() => store);

describe('automatic dispatch (D-3)', () => {
  test('every link of a paid order goes out once, by its share, and the order moves on', async () => {
    const order = await paidOrder(store, { post_links: [aLink(), aLink(), aLink()] });
    await store.drain();
    expect(await apiOrders(order.id)).toMatchObject([
      { status: 'sent', quantity: 167, api_order_id: expect.any(String) },
      { status: 'sent', quantity: 167 },
      { status: 'sent', quantity: 166 },
    ]);
    expect(await read(order.id)).toMatchObject({ status: 'processing' });
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await adds()).toHaveLength(3);
    const [claimed] = await rows<{ actor: string }>(
      "select actor from audit_log where subject = $1 and action = 'dispatch.sent' limit 1",
      order.id,
    );
    expect(claimed).toEqual({ actor: 'system' });
  });

  test('switched off, which it is at first, nothing is sent; orders paid meanwhile stay for the admin', async () => {
    await setAutomatic(false);
    const order = await paidOrder(store);
    await store.drain();
    expect(await states(order.id)).toEqual([]);
    await setAutomatic(true);
    await sweepAfter();
    expect(await states(order.id)).toEqual([]);
    expect((await send(order)).status).toBe(200);
  });

  test('an order that is not paid is never sent; one that an admin vouched for by hand is', async () => {
    const order = await placeOrder(store);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await states(order.id)).toEqual([]);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'paid in cash' },
    });
    await store.drain();
    expect(await states(order.id)).toEqual(['sent']);
  });

  test('the job runs five times at once beside an admin who sends: one call for each link', async () => {
    await setAutomatic(false);
    const order = await paidOrder(store, { post_links: [aLink(), aLink()] });
    await store.drain();
    await setAutomatic(true);
    const job = () => store.app.jobHandlers.dispatch_order({ orderId: order.id });
    await Promise.all([job(), job(), send(order), job(), send(order, order.postLinks[1]), job(), job()]);
    expect(await states(order.id)).toEqual(['sent', 'sent']);
    expect(await adds()).toHaveLength(2);
  });

  test('a payment confirmed by a notification and the payer at once leads to one send', async () => {
    const order = await placeOrder(store);
    await payAtGateway(store, await openSession(store, order));
    const confirm = () =>
      store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
    await Promise.all([confirm(), confirm(), confirm()]);
    await store.drain();
    await sweepAfter();
    expect(await adds()).toHaveLength(1);
  });
});
