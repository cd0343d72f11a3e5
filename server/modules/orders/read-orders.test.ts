import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortLink } from '../../../contract/short-link.ts';
import { orderListSteps } from '../../../tests/support/order-list-steps.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { asAdmin, pagePlan } = orderListSteps(() => store);

describe('reading orders', () => {
  test('S-3: anyone who knows the id sees the order without email, user name and links', async () => {
    const { id } = await placeOrder(store);
    const order = await store.visitor.call('GET /api/orders/{id}', { params: { id } });
    expect(Object.keys(order).sort()).toEqual(
      ['amount', 'category', 'created_at', 'delivery', 'id', 'payment', 'payment_status', 'quantity', 'status'].sort(),
    );
  });

  test('API-9, DATA-1: an admin sees all of it, with a number and an array', async () => {
    const placed = await placeOrder(store, { quantity: 5000 });
    const order = await store.admin.call('GET /api/orders/{id}', { params: { id: placed.id } });
    expect(order).toMatchObject({
      amount: 27,
      post_links: placed.postLinks,
      customer_email: 'buyer@example.com',
      paid_at: null,
    });
  });

  test.each(['AAAAAAAAAAAA', 'nonsense', '%00', '1 or 1=1'])('S-3: the id %s is 404', async (id) => {
    const response = await store.raw(`/api/orders/${id === '%00' ? id : encodeURIComponent(id)}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Order not found', code: 'order_not_found' });
  });

  test('API-8, D-7: the list is paged, newest first, each order once, with total and next page', async () => {
    const email = 'pages@example.com';
    const placed: string[] = [];
    for (let n = 0; n < 7; n += 1) placed.push((await placeOrder(store, { email })).id);
    const seen: string[] = [];
    let path: string | null = `/api/orders?limit=3&search=${email}`;
    while (path) {
      const response: Response = await asAdmin(path);
      expect(response.headers.get('x-total-count')).toBe('7');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const page = (await response.json()) as { id: string }[];
      expect(page.length).toBeLessThanOrEqual(3);
      seen.push(...page.map(({ id }) => id));
      path = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1] ?? null;
    }
    expect(seen).toEqual(placed.reverse());
  });

  test.each([
    ['ADM-ORD-2', (id: string) => id.toLowerCase().slice(2, 9)],
    ['ADM-ORD-3', () => 'FINDME@example'],
    ['ADM-ORD-4', () => '@customer'],
    ['ADM-ORD-5', () => 'pending'],
  ])('%s: the search finds the order', async (_id, searchOf) => {
    const { id } = await placeOrder(store, { email: 'findme@example.com' });
    const found = await store.admin.call('GET /api/orders', { query: { search: searchOf(id), limit: 200 } });
    expect(found.map((order) => order.id)).toContain(id);
  });

  test('D-7: filters by category, status and time; wild cards in a search are plain text', async () => {
    const { id } = await placeOrder(store, { category: 'Views', quantity: 5000 });
    const ids = async (query: object) =>
      (await store.admin.call('GET /api/orders', { query: { limit: 200, ...query } })).map((o) => o.id);
    expect(await ids({ category: 'Views' })).toContain(id);
    expect(await ids({ category: 'Likes' })).not.toContain(id);
    expect(await ids({ status: 'Pending' })).toContain(id);
    expect(await ids({ status: 'completed' })).not.toContain(id);
    expect(await ids({ to: '2020-01-01' })).toEqual([]);
    expect(await ids({ search: '%' })).toEqual([]);
  });

  test('D-7: the total is counted without looking at the orders, before and after the counts are folded', async () => {
    const moved = await placeOrder(store, { category: 'Views', quantity: 5000 });
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: moved.id },
      body: { status: 'Failed' },
    });
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: (await placeOrder(store)).id } });
    const totals = async (query: object) =>
      Number(
        (await store.admin.ask('GET /api/orders', { query: { limit: 1, ...query } })).headers.get('x-total-count'),
      );
    const counted = async (condition: string) =>
      (await store.db.database.pool.query(`select count(*) from orders where deleted_at is null and ${condition}`))
        .rows[0].count;
    for (const round of ['running', 'folded']) {
      expect(await totals({}), round).toBe(await counted('true'));
      expect(await totals({ status: 'Failed' }), round).toBe(await counted("status = 'failed'"));
      expect(await totals({ category: 'Views', status: 'failed' }), round).toBe(
        await counted("category = 'Views' and status = 'failed'"),
      );
      await store.app.jobHandlers.fold_counts({});
    }
  });

  test.each([
    ['all', ''],
    ['of a status', "and status = 'paid'"],
    ['from a position on', "and (created_at, id) < (now(), 'AAAAAAAAAAAA')"],
  ])('D-7: a page of orders %s is read from an index in its order, never sorted', async (_name, condition) => {
    const plan = await pagePlan(condition, 'created_at desc, id desc');
    expect(plan).toMatch(/Index (Only )?Scan using orders_(newest|status)/);
    expect(plan).not.toMatch(/Sort/);
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'category=Comments', 'from=yesterday'])(
    'D-7: the query %s is refused',
    async (query) => {
      expect((await asAdmin(`/api/orders?${query}`)).status).toBe(400);
    },
  );
});

describe('tracking', () => {
  test('TRK-4, TRK-18, S-7: an email finds its orders in any case, with shortened links and without anything of the person', async () => {
    const { id, postLinks } = await placeOrder(store, { email: 'Track.Me@example.com' });
    const found = await store.visitor.call('GET /api/orders/by-email/{email}', {
      params: { email: 'track.me@EXAMPLE.com' },
    });
    expect(found).toMatchObject([{ id, post_links: postLinks.map(shortLink), api_orders: [] }]);
    expect(JSON.stringify(found)).not.toMatch(/customer|Track\.Me/i);
  });

  test.each(['İstanbul@example.com', 'ΑΣ@example.gr', 'straße@example.de'])(
    'A-45: %s finds its own orders',
    async (email) => {
      const { id } = await placeOrder(store, { email });
      const found = await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } });
      expect(found.map((order) => order.id)).toEqual([id]);
    },
  );

  test('A-45: an unknown email is 200 with an empty list', async () => {
    const answer = await store.visitor.ask('GET /api/orders/by-email/{email}', {
      params: { email: 'nobody@example.com' },
    });
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
