import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLink, deleteOrder, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { give, proveAgain } = refundSteps(() => store);

describe('changing orders by hand', () => {
  test('D-40: an unpaid order is hidden without a password', async () => {
    const { id } = await placeOrder(store);
    store.advance(11 * 60_000);
    expect((await store.admin.ask('DELETE /api/orders/{id}', { params: { id } })).status).toBe(200);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
  });

  test('D-30, D-40, S-4: to hide an order that was ever paid the password must have been given lately', async () => {
    const { id } = await paidOrder(store);
    await proveAgain();
    expect((await give({ id }, { amount: 3 })).status).toBe(200);
    store.advance(11 * 60_000);
    const refused = await store.admin.ask('DELETE /api/orders/{id}', { params: { id } });
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up']);
    await deleteOrder(store, id);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
  });

  test('STATE-1, ADM-ORD-11: any of the four statuses from any other, in any case; the payment stays', async () => {
    const { id } = await paidOrder(store);
    for (const status of ['Completed', 'pending', 'FAILED', 'Processing', 'Failed', 'Completed']) {
      const { order } = await store.admin.call('PATCH /api/admin/orders/{id}/status', {
        params: { id },
        body: { status, confirm: true },
      });
      expect(order).toMatchObject({ status: status.toLowerCase(), payment_status: 'paid' });
    }
  });

  test('STATE-1, ADM-ORD-24: what was changed meanwhile is not overwritten by whoever looked at it before', async () => {
    const { id } = await paidOrder(store);
    const set = (body: { status: string; expected: string }) =>
      store.admin.ask('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { ...body, confirm: true } });
    const [one, other] = await Promise.all([
      set({ status: 'processing', expected: 'Paid' }),
      set({ status: 'failed', expected: 'paid' }),
    ]);
    const refused = one.status === 409 ? one : other;
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const { status } = await store.admin.call('GET /api/orders/{id}', { params: { id } });
    expect(refused.body.message).toBe(`Order ${id} was changed meanwhile: it is ${status} by now.`);
    expect((await set({ status: 'completed', expected: status })).status).toBe(200);
  });

  test.each(['paid', 'shipped', ''])('A-30: the status %s cannot be chosen', async (status) => {
    const { id } = await placeOrder(store);
    const answer = await store.admin.ask('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status } });
    expect(answer).toMatchObject({ status: 400, body: { field: 'status' } });
  });

  test('S-4, D-19: the amount follows the quantity of an unpaid order; a paid one is fixed', async () => {
    const unpaid = await placeOrder(store);
    const change = (id: string, body: object) => store.admin.ask('PUT /api/orders/{id}', { params: { id }, body });
    expect((await change(unpaid.id, { quantity: 5000, amount: 1 })).body).toMatchObject({ quantity: 5000, amount: 27 });
    expect((await change(unpaid.id, { customer_email: 'new@example.com' })).body).toMatchObject({
      customer_email: 'new@example.com',
    });
    expect((await change(unpaid.id, { post_links: ['nonsense'] })).status).toBe(400);
    const paid = await paidOrder(store);
    expect((await change(paid.id, { quantity: 5000 })).status).toBe(409);
    expect((await change(paid.id, { post_links: [aLink()] })).status).toBe(409);
  });

  test('API-11, A-35: a deleted order is gone from every list, and a repeat is 404', async () => {
    const { id } = await placeOrder(store, { email: 'gone@example.com' });
    expect(await store.admin.call('DELETE /api/orders/{id}', { params: { id } })).toEqual({ success: true, id });
    expect((await store.admin.ask('DELETE /api/orders/{id}', { params: { id } })).status).toBe(404);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
    expect(
      await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email: 'gone@example.com' } }),
    ).toEqual([]);
  });
});
