// One customer: totals, orders, messages, notes and tags, by the email without case.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestNote, longestTag, mostTags } from '../../../contract/list-limits.ts';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const request = (email: string) => store.admin.ask('GET /api/admin/customers/{email}', { params: { email } });
const get = (email: string) => store.admin.call('GET /api/admin/customers/{email}', { params: { email } });
const note = (email: string, text: string) =>
  store.admin.ask('POST /api/admin/customers/{email}/notes', { params: { email }, body: { note: text } });
const tag = (email: string, tags: string[]) =>
  store.admin.ask('PUT /api/admin/customers/{email}/tags', { params: { email }, body: { tags } });
const write = (email: string) =>
  store.visitor.call('POST /api/contact', {
    body: { name: 'Ana', email, subject: 'Where is it?', message: `Hello from ${email}` },
  });
const ordersOf = (email: string, query: { limit?: number; cursor?: string } = {}) =>
  store.admin.ask('GET /api/admin/customers/{email}/orders', { params: { email }, query });

describe('a customer', () => {
  test('D-46, ADM-CUS-2..5: has what the list has, and what was refunded', async () => {
    const { id } = await paidOrder(store, { email: 'Ana+1@Mail.example', quantity: 1_000 });
    await placeOrder(store, { email: 'ana+1@mail.example' });
    const refund = { params: { id }, body: { amount: 2, reason: 'Came late' } };
    await store.admin.call('POST /api/admin/orders/{id}/refunds', refund, { 'idempotency-key': 'two dollars' });
    const found = await get('ANA+1@mail.EXAMPLE');
    expect(found).toEqual({
      email: 'ana+1@mail.example',
      username: 'customer',
      totalSpent: 4,
      totalRefunded: 2,
      totalOrders: 2,
      last_order_at: expect.any(String),
      tags: [],
      notes: [],
    });
    const [listed] = await store.admin.call('GET /api/admin/customers', { query: { search: 'ana+1@' } });
    expect(listed).toMatchObject({ totalSpent: found.totalSpent, totalOrders: found.totalOrders });
  });

  test('who only wrote to the support is there, without orders; an unknown email is not', async () => {
    await write('Writer@mail.example');
    expect(await get('writer@mail.example')).toMatchObject({
      email: 'Writer@mail.example',
      totalSpent: 0,
      totalOrders: 0,
      last_order_at: null,
    });
    expect((await request('nobody@mail.example')).status).toBe(404);
    expect((await note('nobody@mail.example', 'Who?')).status).toBe(404);
    expect((await tag('nobody@mail.example', ['Who'])).status).toBe(404);
    expect((await ordersOf('nobody@mail.example')).body).toEqual([]);
    expect((await request('nobody')).status).toBe(400);
  });

  test('D-7: its orders come by pages, the newest first, without those of a similar email and deleted ones', async () => {
    const placed: string[] = [];
    for (let at = 0; at < 5; at += 1) placed.push((await placeOrder(store, { email: 'bea@mail.example' })).id);
    await placeOrder(store, { email: 'abea@mail.example' });
    const gone = await placeOrder(store, { email: 'bea@mail.example' });
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: gone.id } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await ordersOf('Bea@mail.example', { limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...body.map(({ id }) => id));
      cursor = headers.get('link')?.match(/[?&]cursor=([\w-]+)[^>]*>; rel="next"/)?.[1];
    } while (cursor);
    expect(seen).toEqual(placed.reverse());
    expect((await ordersOf('bea@mail.example', { cursor: 'nonsense' })).status).toBe(400);
  });

  test('its messages are those of the email, counted and by pages', async () => {
    for (const email of ['Cleo@mail.example', 'cleo@mail.example', 'ycleo@mail.example']) await write(email);
    const query = { email: 'CLEO@mail.example', limit: 1 };
    const { body, headers } = await store.admin.ask('GET /api/admin/contact-messages', { query });
    expect(body).toMatchObject([{ message: 'Hello from cleo@mail.example' }]);
    expect(headers.get('x-total-count')).toBe('2');
    expect(headers.get('link')).toContain('email=CLEO%40mail.example');
  });
});

describe('notes and tags', () => {
  test('notes come with their author, the newest first, and the log of them can be erased', async () => {
    await placeOrder(store, { email: 'dora@mail.example' });
    expect((await note('Dora@mail.example', '  Pays by invoice.  ')).status).toBe(200);
    expect((await note('dora@mail.example', 'Called.')).status).toBe(200);
    expect((await get('dora@mail.example')).notes).toMatchObject([
      { note: 'Called.', written_by: owner.email },
      { note: 'Pays by invoice.', written_by: owner.email },
    ]);
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'customer.noted', limit: 1 } });
    expect(entry).toMatchObject({ subject: 'customer', personal: { email: 'dora@mail.example' } });
    for (const text of [' ', 'x'.repeat(longestNote + 1)])
      expect((await note('dora@mail.example', text)).status).toBe(400);
  });

  test('an API key gets a customer without the notes', async () => {
    await placeOrder(store, { email: 'fay@mail.example' });
    await note('fay@mail.example', 'Pays late.');
    const body = { name: 'Newsletter', scopes: ['customers:read' as const] };
    const { key } = await store.admin.call('POST /api/admin/api-keys', { body });
    const params = { email: 'fay@mail.example' };
    const found = await store.as(key).call('GET /api/admin/customers/{email}', { params });
    expect(found).toMatchObject({ email: 'fay@mail.example', totalOrders: 1, notes: [] });
    expect((await get('fay@mail.example')).notes).toHaveLength(1);
  });

  test('tags are replaced as a whole, count once whatever their case, and are in the list', async () => {
    await placeOrder(store, { email: 'emma@mail.example' });
    expect((await tag('Emma@mail.example', ['VIP', ' Agency ', 'vip'])).body).toEqual({ tags: ['VIP', 'Agency'] });
    expect((await get('emma@mail.example')).tags).toEqual(['VIP', 'Agency']);
    const [listed] = await store.admin.call('GET /api/admin/customers', { query: { search: 'emma@' } });
    expect(listed?.tags).toEqual(['VIP', 'Agency']);
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'customer.tagged', limit: 1 } });
    expect(entry?.personal).toEqual({ email: 'Emma@mail.example', tags: { from: [], to: ['VIP', 'Agency'] } });
    const tags = (at: number) => (at === 2 ? [] : [`Tag ${at}`]);
    const saved = await Promise.all([0, 1, 2, 3, 4].map((at) => tag('emma@mail.example', tags(at))));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await tag('emma@mail.example', [])).body).toEqual({ tags: [] });
    expect((await get('emma@mail.example')).tags).toEqual([]);
    for (const tags of [
      ['x'.repeat(longestTag + 1)],
      [' '],
      Array.from({ length: mostTags + 1 }, (_, at) => `t${at}`),
    ]) {
      expect((await tag('emma@mail.example', tags)).status).toBe(400);
    }
  });
});
