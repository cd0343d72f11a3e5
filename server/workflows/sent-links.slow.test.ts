// Sent links: status checks, refills, and who may read them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, deleteOrder, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/calls/clear', {});
});

const { read, rows } = paymentSteps(() => store);
const { apiOrders, calls, follow, refill, send, sent, status } = deliverySteps(() => store);

describe('following a link', () => {
  test('GEN-9, A-46: anyone asks for the two fields of a known id; an unknown one never reaches the provider', async () => {
    const providerId = await sent(await paidOrder(store));
    expect(await status(providerId)).toMatchObject({ status: 200, body: { status: 'Pending', remains: 500 } });
    expect((await status('999999')).status).toBe(404);
    expect(await calls('status')).toHaveLength(1);
  });

  test('A-46: twenty who look at once for the first time all get the answer of the one call', async () => {
    const providerId = await sent(await paidOrder(store));
    await store.control('/provider/fail', { kind: 'delay', operation: 'status', delayMs: 300 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => status(providerId)));
    expect(answers.map(({ status: code }) => code)).toEqual(Array(20).fill(200));
    expect(await calls('status')).toHaveLength(1);
  });

  test('A-42: the provider is called at most once in 55 s, however many requests arrive', async () => {
    const providerId = await sent(await paidOrder(store));
    await Promise.all(Array.from({ length: 10 }, () => status(providerId)));
    expect(await calls('status')).toHaveLength(1);
    store.advance(56_000);
    await Promise.all(Array.from({ length: 10 }, () => status(providerId)));
    expect(await calls('status')).toHaveLength(2);
  });

  test('5.1: when every link is completed the order is, once, with a mail; then nobody is asked any more', async () => {
    const order = await paidOrder(store, { post_links: [aLink(), aLink()] });
    for (const link of order.postLinks) await send(order, link);
    await store.control('/provider/advance', { status: 'Completed', remains: 0 });
    await store.app.jobHandlers.follow_deliveries({});
    await store.control('/calls/clear', {});
    expect(await read(order.id)).toMatchObject({ status: 'completed' });
    expect(await apiOrders(order.id)).toMatchObject([
      { live_status: 'Completed', remains: 0 },
      { live_status: 'Completed' },
    ]);
    expect(await rows("select from mails where order_id = $1 and kind = 'order_completed'", order.id)).toHaveLength(1);
    expect(await rows('select following from dispatches where order_id = $1', order.id)).toEqual([
      { following: false },
      { following: false },
    ]);
    store.advance(120_000);
    const [first] = await apiOrders(order.id);
    await status(first?.api_order_id ?? '');
    expect(await calls('status')).toHaveLength(0);
  });

  test('A-44: a partial delivery leaves the order processing; a status set by hand is left alone', async () => {
    const partial = await paidOrder(store);
    await store.control('/provider/advance', { order: await sent(partial), status: 'Partial', remains: 157 });
    const byHand = await paidOrder(store);
    await store.control('/provider/advance', { order: await sent(byHand), status: 'Completed' });
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: byHand.id },
      body: { status: 'Pending' },
    });
    await follow();
    expect(await read(partial.id)).toMatchObject({ status: 'processing' });
    expect(await apiOrders(partial.id)).toMatchObject([{ live_status: 'Partial', remains: 157 }]);
    expect(await read(byHand.id)).toMatchObject({ status: 'pending' });
  });

  test.each(['-5', 'Unknown', '99999', '12.5'])('rule 8: a remains of %s does not count', async (text) => {
    const providerId = await sent(await paidOrder(store));
    await status(providerId);
    store.advance(56_000);
    await store.control('/provider/fail', { kind: 'remains', text });
    expect((await status(providerId)).body).toMatchObject({ remains: expect.any(Number) });
    expect((await status(providerId)).body.remains).toBeLessThanOrEqual(500);
  });

  test('A-35: the provider order of a deleted order is known to nobody any more', async () => {
    const order = await paidOrder(store);
    const providerId = await sent(order);
    await deleteOrder(store, order.id);
    expect((await status(providerId)).status).toBe(404);
  });

  test('S-4: links and quantity are fixed once a link was sent, also of an order that an admin marked as paid', async () => {
    const order = await placeOrder(store);
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'paid at the desk' },
    });
    await sent(order);
    const changed = await store.admin.ask('PUT /api/orders/{id}', {
      params: { id: order.id },
      body: { post_links: [aLink()] },
    });
    expect(changed.status).toBe(409);
  });

  test('a provider that is down changes nothing of what is known', async () => {
    const providerId = await sent(await paidOrder(store));
    await status(providerId);
    store.advance(56_000);
    await store.control('/provider/fail', { kind: 'maintenance', operation: 'status', times: 0 });
    expect(await status(providerId)).toMatchObject({ status: 200, body: { status: 'Pending' } });
  });
});

describe('refilling', () => {
  test('DET-21, GEN-10: a delivered link is refilled, once a minute, and followed again', async () => {
    const order = await paidOrder(store);
    const providerId = await sent(order);
    await store.control('/provider/advance', { order: providerId, status: 'Completed', remains: 0 });
    await store.app.jobHandlers.follow_deliveries({});
    expect(await refill(order, providerId)).toMatchObject({
      status: 200,
      body: { success: true, refillId: expect.any(String) },
    });
    expect((await refill(order, providerId)).status).toBe(429);
    expect(await rows('select following from dispatches where order_id = $1', order.id)).toEqual([{ following: true }]);
    store.advance(61_000);
    expect((await refill(order, providerId)).status).not.toBe(429);
  });

  test('A-41: a refusal is 502 in the words of the provider, an id of another order 404', async () => {
    const [order, other] = [await paidOrder(store), await paidOrder(store)];
    const [providerId, otherId] = [await sent(order), await sent(other)];
    expect(await refill(order, providerId)).toMatchObject({
      status: 502,
      body: { message: expect.stringMatching(/not completed/i) },
    });
    expect((await refill(order, otherId)).status).toBe(404);
  });
});

describe('reading provider orders', () => {
  test('DATA-6, DATA-7, A-47: a batch answers in the order asked, unknown ids with none, a visitor with the public fields', async () => {
    const order = await paidOrder(store);
    const providerId = await sent(order);
    const ids = ['AAAAAAAAAAAA', order.id, 'nonsense'];
    const found = await store.visitor.call('POST /api/orders/api-orders-batch', { body: { orderIds: ids } });
    expect(found.map(({ orderId }) => orderId)).toEqual(ids);
    expect(found.map(({ apiOrders: list }) => list.length)).toEqual([0, 1, 0]);
    expect(found[1]?.apiOrders[0]).toMatchObject({
      api_order_id: providerId,
      category: 'Likes',
      status: 'sent',
      position: 0,
    });
    expect(found[1]?.apiOrders[0]).not.toHaveProperty('error');
  });

  test('S-6: a visitor asks for at most 50, an admin for 500', async () => {
    const readMany = (client: 'visitor' | 'admin', count: number) =>
      store[client].ask('POST /api/orders/api-orders-batch', { body: { orderIds: Array(count).fill('AAAAAAAAAAAA') } });
    expect((await readMany('visitor', 50)).status).toBe(200);
    expect((await readMany('visitor', 51)).status).toBe(400);
    expect((await readMany('admin', 500)).status).toBe(200);
    expect((await readMany('admin', 501)).status).toBe(400);
  });

  test('TRK-13, TRK-14: tracking shows sent links with their status, and nothing for the others', async () => {
    const order = await paidOrder(store, { email: 'two@example.com', post_links: [aLink(), aLink()] });
    await sent(order);
    const [found] = await store.visitor.call('GET /api/orders/by-email/{email}', {
      params: { email: 'two@example.com' },
    });
    expect(found?.post_links).toHaveLength(2);
    expect(found?.api_orders).toMatchObject([{ status: 'sent', position: 0, post_link: found?.post_links[0] }]);
    expect(
      (await store.visitor.ask('GET /api/orders/{id}/api-orders', { params: { id: 'AAAAAAAAAAAA' } })).status,
    ).toBe(404);
  });
});
