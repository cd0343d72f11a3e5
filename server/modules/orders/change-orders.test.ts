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
    expect((await change(unpaid.id, { quantity: 5000 })).body).toMatchObject({ quantity: 5000, amount: 27 });
    expect((await change(unpaid.id, { customer_email: 'new@example.com' })).body).toMatchObject({
      customer_email: 'new@example.com',
    });
    expect((await change(unpaid.id, { post_links: ['nonsense'] })).status).toBe(400);
    const paid = await paidOrder(store);
    expect((await change(paid.id, { quantity: 5000 })).status).toBe(409);
    expect((await change(paid.id, { post_links: [aLink()] })).status).toBe(409);
  });

  describe('D-71: PUT /api/orders/{id}', () => {
    const change = (id: string, body: object) => store.admin.ask('PUT /api/orders/{id}', { params: { id }, body });
    const read = (id: string) => store.admin.call('GET /api/orders/{id}', { params: { id } });
    const entries = async (id: string) =>
      (await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id } })).filter(
        ({ what }) => what === 'order.changed',
      );

    test('the whole order as it was read is no change, paid or not, however old the proof', async () => {
      for (const { id } of [await placeOrder(store), await paidOrder(store)]) {
        const before = await read(id);
        const { status, body } = await change(id, before);
        expect(status).toBe(200);
        const { receipt_path: _, earlier_sends: __, ...shown } = before as typeof before & Record<string, unknown>;
        expect(body).toEqual(shown);
        expect(await entries(id)).toEqual([]);
      }
    });

    test.each([
      ['amount', 3.01],
      ['amount', 0],
      ['amount', '2.99'],
      ['amount', 'three'],
      ['amount', ''],
      ['category', 'Views'],
      ['category', 'Comments'],
      ['category', ''],
    ])('another %s, %j, is refused, and nothing of the call is done', async (field, value) => {
      for (const { id } of [await placeOrder(store), await paidOrder(store)]) {
        const answer = await change(id, { customer_username: 'changed', [field]: value });
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field } });
        expect(await read(id)).toMatchObject({ customer_username: 'customer', amount: 3, category: 'Likes' });
      }
    });

    test.each([3, '3', '3.00', ' 3.0 '])('the stored amount as %j is no change', async (amount) => {
      const { id } = await placeOrder(store);
      expect((await change(id, { amount, category: 'Likes' })).status).toBe(200);
    });

    test('A-36: links come as a list, as JSON, or as one link; broken JSON is one link, and none are refused', async () => {
      const { id } = await placeOrder(store);
      const [a, b] = [aLink(), aLink()];
      for (const [sent, kept] of [
        [
          [a, b],
          [a, b],
        ],
        [JSON.stringify([b, a]), [b, a]],
        [a, [a]],
        [` ${b} `, [b]],
        [JSON.stringify(a), [a]],
      ]) {
        expect(await change(id, { post_links: sent })).toMatchObject({ status: 200, body: { post_links: kept } });
      }
      for (const sent of [`["${a}`, '', '[]', [], '{}', [' ']]) {
        expect(await change(id, { post_links: sent })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      }
      expect(await read(id)).toMatchObject({ post_links: [a] });
    });

    test('once paid, equal links and quantity are no change in any form; others stay refused', async () => {
      const { id, postLinks, quantity } = await paidOrder(store);
      for (const post_links of [postLinks, JSON.stringify(postLinks), ` ${postLinks[0]} `]) {
        expect((await change(id, { post_links, quantity })).status).toBe(200);
      }
      for (const body of [{ post_links: aLink() }, { post_links: [] }, { quantity: 5000 }, { quantity: 1.5 }]) {
        expect(await change(id, body)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      }
    });

    test('the user name is changed, also once paid, and is recorded as personal data', async () => {
      const { id } = await paidOrder(store);
      expect(await change(id, { customer_username: ' ana.silva ' })).toMatchObject({
        status: 200,
        body: { customer_username: 'ana.silva' },
      });
      expect(await entries(id)).toMatchObject([
        { details: { customerUsername: { from: 'customer', to: 'ana.silva' } } },
      ]);
    });

    test.each(['', '  ', 'a\nb', 'x'.repeat(101)])('%j is no user name', async (customer_username) => {
      const { id } = await placeOrder(store);
      expect(await change(id, { customer_username })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'customer_username' },
      });
    });

    test('the stored status is no change: the order stays automatic', async () => {
      const { id } = await paidOrder(store);
      expect((await change(id, { status: 'Paid' })).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'paid', undo_status: null });
    });
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
