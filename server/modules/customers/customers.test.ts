import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallFor } from '../../../contract/index.ts';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import * as customersRepository from './customers.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

type Query = CallFor<'GET /api/admin/customers'>['query'];
const listCustomers = (query: Query = {}) => store.admin.ask('GET /api/admin/customers', { query });
const list = async (query: Query = {}) => (await listCustomers(query)).body;
const emails = async (query: Query = {}) => (await list(query)).map(({ email }) => email);
const nextCursor = (headers: Headers) =>
  headers.get('link')?.match(/[?&]cursor=([\w-]+)[^>]*>; rel="next"/)?.[1] ?? null;

describe('customers', () => {
  test('API-16, DATA-11: each once, by email without case, with what they spent and their newest orders first', async () => {
    const first = await paidOrder(store, { email: 'Ana@Mail.example', quantity: 1_000 });
    const second = await placeOrder(store, { email: 'ana@mail.EXAMPLE' });
    const { body, headers } = await listCustomers();
    expect(body).toEqual([
      {
        email: 'ana@mail.EXAMPLE',
        username: 'customer',
        totalSpent: 6,
        totalOrders: 2,
        last_order_at: body[0]?.orders[0]?.created_at,
        orders: [second.id, first.id].map((id) => expect.objectContaining({ id, customer_username: 'customer' })),
        tags: [],
      },
    ]);
    expect(body[0]?.orders[1]).toMatchObject({ status: 'paid', payment_status: 'paid', amount: 6, refunded_amount: 0 });
    expect(headers.get('x-total-count')).toBe('1');
    expect(headers.get('link')).toBeNull();
  });

  test('D-7: the most spent first, or the most orders, or the latest', async () => {
    await paidOrder(store, { email: 'big@mail.example', quantity: 20_000 });
    for (let i = 0; i < 3; i += 1) await placeOrder(store, { email: 'often@mail.example' });
    await placeOrder(store, { email: 'late@mail.example' });
    expect(await emails()).toEqual(['big@mail.example', 'ana@mail.EXAMPLE', 'often@mail.example', 'late@mail.example']);
    expect((await emails({ sort: 'orders' })).slice(0, 2)).toEqual(['often@mail.example', 'ana@mail.EXAMPLE']);
    expect((await emails({ sort: 'recent' }))[0]).toBe('late@mail.example');
  });

  test.each(['spent', 'orders', 'recent'] as const)(
    'D-7: by pages in the order of %s, each customer once',
    async (sort) => {
      const whole = await emails({ sort });
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body, headers } = await listCustomers({ sort, limit: 1, ...(cursor ? { cursor } : {}) });
        expect(headers.get('x-total-count')).toBe(String(whole.length));
        seen.push(...body.map(({ email }) => email));
        cursor = nextCursor(headers);
      } while (cursor);
      expect(seen).toEqual(whole);
    },
  );

  test('D-7: searched by any part of the email, taken literally, the total counting what matches', async () => {
    const { body, headers } = await listCustomers({ search: 'NA@mail' });
    expect(body.map(({ email }) => email)).toEqual(['ana@mail.EXAMPLE']);
    expect(headers.get('x-total-count')).toBe('1');
    for (const search of ['%', '_na@', '\\', "'"]) expect(await list({ search }), search).toEqual([]);
  });

  test.each([
    [{ sort: 'price' }, 'sort'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ orders: -1 }, 'orders'],
    [{ orders: 21 }, 'orders'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('spent 99999999999999999999 a@b.c').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from('recent 2026-13-41T00:00:00Z a@b.c').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from('orders 5 a@b.c').toString('base64url') }, 'cursor'],
    [{ cursor: Buffer.from('spent 5 a\0b').toString('base64url') }, 'cursor'],
    [{ search: 'a\0b' }, 'search'],
  ])('D-7: %j is refused', async (query, field) => {
    expect(await listCustomers(query as never)).toMatchObject({ status: 400, body: { field } });
  });

  test('D-7: of one with many orders the newest twenty come along, and the number of all', async () => {
    const placed: string[] = [];
    for (let i = 0; i < 22; i += 1) placed.push((await placeOrder(store, { email: 'many@mail.example' })).id);
    const [customer] = await list({ search: 'many@' });
    expect(customer?.totalOrders).toBe(22);
    expect(customer?.orders.map(({ id }) => id)).toEqual(placed.reverse().slice(0, 20));
  });

  test.each([0, 1, 7])(
    'D-62: `orders=%i` includes only the newest ones of each, and changes nothing else',
    async (orders) => {
      for (const name of ['a', 'a', 'b']) await placeOrder(store, { email: `${name}@pages.example` });
      const search = '@pages.example';
      const { body, headers } = await listCustomers({ orders, limit: 1, search });
      const whole = await list({ limit: 1, search });
      expect(body).toEqual(whole.map((customer) => ({ ...customer, orders: customer.orders.slice(0, orders) })));
      const following = await list({ orders, search, cursor: String(nextCursor(headers)) });
      expect(following.map((customer) => customer.orders.length <= orders)).toEqual([true]);
      expect(headers.get('link')).toContain(`orders=${orders}`);
    },
  );

  test('D-18: who has no visible order is not on the list; money of a deleted order stays with the customer', async () => {
    const gone = await placeOrder(store, { email: 'gone@mail.example' });
    const kept = await paidOrder(store, { email: 'kept@mail.example' });
    await placeOrder(store, { email: 'kept@mail.example' });
    const total = Number((await listCustomers()).headers.get('x-total-count'));
    for (const { id } of [gone, kept]) await store.admin.call('DELETE /api/orders/{id}', { params: { id } });
    expect(await list({ search: 'gone@' })).toEqual([]);
    expect(await list({ search: 'kept@' })).toMatchObject([{ totalSpent: 3, totalOrders: 1, orders: [{}] }]);
    expect((await listCustomers()).headers.get('x-total-count')).toBe(String(total - 1));
    const { rows } = await store.db.database.pool.query(
      "select 1 from customers where email_key = 'gone@mail.example'",
    );
    expect(rows).toEqual([]);
  });

  test('S-4: an order that gets another email moves to that customer', async () => {
    const { id } = await placeOrder(store, { email: 'wrong@mail.example' });
    expect(await emails({ search: 'wrong@' })).toHaveLength(1);
    await store.admin.call('PUT /api/orders/{id}', { params: { id }, body: { customer_email: 'Right@mail.example' } });
    expect(await emails({ search: 'wrong@' })).toEqual([]);
    expect(await list({ search: 'right@' })).toMatchObject([{ email: 'Right@mail.example', orders: [{ id }] }]);
  });

  test('D-7: looked at by many at once while orders come in, every order is counted once', async () => {
    const coming = Array.from({ length: 10 }, () => placeOrder(store, { email: 'crowd@mail.example' }));
    await Promise.all([...Array.from({ length: 10 }, () => listCustomers()), ...coming]);
    // The last look may have passed by another one that was still counting.
    await expect.poll(async () => (await list({ search: 'crowd@' }))[0]?.totalOrders).toBe(10);
    const total = Number((await listCustomers()).headers.get('x-total-count'));
    expect(total).toBe((await list({ limit: 200 })).length);
  });

  test('D-7: what matches a search beyond a thousand is not counted to the end, and says so', async () => {
    await store.db.database.pool.query(
      `insert into customers (email_key, email, username, orders, spent_cents, last_order_at)
       select 'c' || n || '@crowded.example', 'c' || n || '@crowded.example', 'customer', 1, 0, now() - interval '1 year'
       from generate_series(1, $1::int) as n`,
      [countedAtMost + 5],
    );
    const { headers } = await listCustomers({ search: '@crowded.EXAMPLE', limit: 1 });
    expect(headers.get('x-total-count')).toBe(String(countedAtMost));
    expect(headers.get('x-total-capped')).toBe('true');
    expect(await emails({ search: 'c1005@crowded.example' })).toEqual(['c1005@crowded.example']);
    expect((await listCustomers({ search: 'c1005@crowded.example' })).headers.get('x-total-capped')).toBeNull();
  });

  test('D-7: what came together while nobody looked is taken in parts, and each change counts once', async () => {
    const placed: string[] = [];
    for (const name of ['p1', 'p2', 'p1', 'p3', 'p1']) {
      placed.push((await placeOrder(store, { email: `${name}@parts.example` })).id);
    }
    const { database } = store.db;
    const left = async () => (await database.pool.query('select 1 from customer_changes')).rowCount;
    expect(await left()).toBeGreaterThanOrEqual(placed.length);
    await customersRepository.fold(database, 2);
    expect(await left()).toBe(0);
    const { body, headers } = await listCustomers({ search: '@parts.example', sort: 'orders' });
    expect(body.map(({ email, totalOrders }) => [email, totalOrders])).toEqual([
      ['p1@parts.example', 3],
      ['p3@parts.example', 1],
      ['p2@parts.example', 1],
    ]);
    expect(headers.get('x-total-count')).toBe('3');
  });
});
