// Lists of orders as the admin asks for them: order, amounts, days.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { orderListSteps } from '../../../tests/support/order-list-steps.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { addCrowd, asAdmin, pagePlan, placeFive, sql } = orderListSteps(() => store);

async function pageThrough(query: string): Promise<{ ids: string[]; totals: Set<string | null> }> {
  const ids: string[] = [];
  const totals = new Set<string | null>();
  let path: string | null = `/api/orders?limit=2&${query}`;
  while (path) {
    const response: Response = await asAdmin(path);
    expect(response.status).toBe(200);
    totals.add(response.headers.get('x-total-count'));
    ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
    path = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1] ?? null;
  }
  return { ids, totals };
}

describe('the order of the list', () => {
  const email = 'sorted@example.com';
  let placed: string[];
  beforeAll(async () => {
    placed = await placeFive(email);
  });

  test.each([
    ['newest', () => [...placed].reverse()],
    ['oldest', () => placed],
  ])('D-7: %s first, page by page, each order once', async (sort, expected) => {
    const { ids, totals } = await pageThrough(`search=${email}&sort=${sort}`);
    expect(ids).toEqual(expected());
    expect([...totals]).toEqual(['5']);
  });

  test.each(['highest', 'lowest'])('D-7: the %s amount first, page by page, each order once', async (sort) => {
    const { ids } = await pageThrough(`search=${email}&sort=${sort}`);
    expect([...ids].sort()).toEqual([...placed].sort());
    const amounts = (await sql(`select id, amount_cents from orders where customer_email = '${email}'`)).map((row) => [
      row.id,
      row.amount_cents,
    ]);
    const amountOf = Object.fromEntries(amounts);
    const sorted = ids.map((id) => amountOf[id]);
    expect(sorted).toEqual([...sorted].sort((one, other) => (sort === 'highest' ? other - one : one - other)));
  });

  test('a cursor of another order of the list is refused, not misread', async () => {
    const link = (await asAdmin('/api/orders?limit=1&sort=highest')).headers.get('link') ?? '';
    const cursor = new URL(link.slice(1, link.indexOf('>')), store.url).searchParams.get('cursor');
    expect((await asAdmin(`/api/orders?sort=newest&cursor=${cursor}`)).status).toBe(400);
    expect((await asAdmin(`/api/orders?sort=highest&cursor=${cursor}`)).status).toBe(200);
  });

  test.each([
    ['by amount', '', 'amount_cents desc, id desc', 'orders_by_amount'],
    ['of a status by amount', "and status = 'paid'", 'amount_cents desc, id desc', 'orders_by_amount'],
    ['from the lowest amount', '', 'amount_cents asc, id asc', 'orders_by_amount'],
    ['from the oldest', '', 'created_at asc, id asc', 'orders_newest'],
  ])('D-7: a page %s is read from an index in its order, never sorted', async (_name, condition, order, index) => {
    const plan = await pagePlan(condition, order);
    expect(plan).toContain(`using ${index}`);
    expect(plan).not.toMatch(/Sort/);
  });
});

describe('what the list is narrowed by', () => {
  test('by one or two characters with which the email, the username or the status begins', async () => {
    const { id } = await placeOrder(store, { email: 'zqx@example.com' });
    const found = async (search: string) =>
      (await store.admin.call('GET /api/orders', { query: { search, limit: 200 } })).map((order) => order.id);
    for (const search of ['ZQ', 'z', 'cu', '@c', 'pe']) expect(await found(search), search).toContain(id);
    for (const search of ['qx', 'x@', '%', '_', '.', '\\', '(', '[', '*', '+', '$', '{1', '\\y'])
      expect(await found(search), search).not.toContain(id);
    expect(await found('qx@')).toContain(id);
  });

  test('by an amount in dollars, both ends included', async () => {
    const email = 'amounts@example.com';
    for (const quantity of [500, 1000, 1500]) await placeOrder(store, { email, quantity });
    const amounts = async (query: object) =>
      (await store.admin.call('GET /api/orders', { query: { search: email, sort: 'lowest', ...query } })).map(
        ({ amount }) => amount,
      );
    expect(await amounts({})).toEqual([3, 6, 9]);
    expect(await amounts({ amountMin: 6 })).toEqual([6, 9]);
    expect(await amounts({ amountMin: 6, amountMax: 6 })).toEqual([6]);
    expect(await amounts({ amountMax: 5.99 })).toEqual([3]);
  });

  test('D-38: days are whole, in the zone of the store, here UTC, and counted from roll-ups as they are listed', async () => {
    const email = 'days@example.com';
    const { id } = await placeOrder(store, { email });
    await sql(`update orders set created_at = '2025-03-10T23:59:59.999Z' where id = '${id}'`);
    // A changed time is no event of a store: the roll-ups are rebuilt as after a restore.
    await sql('select rebuild_figures()');
    const idsBetween = async (from: string, to: string) => {
      const { body, headers } = await store.admin.ask('GET /api/orders', { query: { from, to } });
      return [(body as unknown[]).length, headers.get('x-total-count')];
    };
    expect(await idsBetween('2025-03-10', '2025-03-10')).toEqual([1, '1']);
    expect(await idsBetween('2025-03-11', '2025-03-12')).toEqual([0, '0']);
    expect(await idsBetween('2025-03-01', '2025-03-09')).toEqual([0, '0']);
    expect(await idsBetween('2025-03-10T23:59:59Z', '2025-03-11T00:00:00Z')).toEqual([1, '1']);
  });

  test.each([
    ['highest', [9, 6, 6, 3]],
    ['lowest', [3, 6, 6, 9]],
  ])('D-7: by a day, the %s amount first, page by page, each order once', async (sort, expected) => {
    const day = sort === 'highest' ? '2024-05-05' : '2024-05-06';
    const email = `${sort}@example.com`;
    for (const quantity of [1000, 500, 1500, 1000]) await placeOrder(store, { email, quantity });
    await sql(`update orders set created_at = '${day}T12:00:00Z' where customer_email = '${email}'`);
    const { ids } = await pageThrough(`from=${day}&to=${day}&sort=${sort}`);
    expect(new Set(ids).size).toBe(4);
    const rows = await sql(`select id, amount_cents from orders where customer_email = '${email}'`);
    const dollarsOf = new Map(rows.map(({ id, amount_cents }) => [id, Number(amount_cents) / 100]));
    expect(ids.map((id) => dollarsOf.get(id))).toEqual(expected);
  });

  test('ADM-ORD: of a long text every character counts, taken literally, wherever it stands', async () => {
    const { id } = await placeOrder(store, { email: 'mariana.sil_va@long.example' });
    const found = async (search: string) =>
      (await store.admin.call('GET /api/orders', { query: { search } })).map((order) => order.id);
    for (const search of [
      'ana.sil_va@long.ex',
      'MARIANA.SIL_VA@LONG.EXAMPLE',
      '_va@long.example @',
      id,
      `${id} mariana`,
    ]) {
      expect(await found(search), search).toEqual([id]);
    }
    for (const search of ['ana.sil_va@long.ez', 'ana.silxva@long.example', 'ana.sil%@long.example', `${id}x`]) {
      expect(await found(search), search).toEqual([]);
    }
  });

  test('D-7: what is narrowed by an amount is counted to a thousand, and says so', async () => {
    await addCrowd(countedAtMost + 5);
    const many = await store.admin.ask('GET /api/orders', { query: { amountMin: 777, amountMax: 777, limit: 1 } });
    expect(many.headers.get('x-total-count')).toBe(String(countedAtMost));
    expect(many.headers.get('x-total-capped')).toBe('true');
    for (const query of [{}, { search: 'crowd.EXAMPLE' }]) {
      const all = await store.admin.ask('GET /api/orders', { query: { limit: 1, ...query } });
      expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(countedAtMost);
      expect(all.headers.get('x-total-capped')).toBeNull();
    }
  });

  test.each(['sort=random', 'amountMin=-1', 'amountMax=lots', 'cursor=MjAyNSBB'])('%s is refused', async (query) => {
    expect((await asAdmin(`/api/orders?${query}`)).status).toBe(400);
  });
});
