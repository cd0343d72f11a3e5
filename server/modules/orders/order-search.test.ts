// Searches among more orders than a search looks at: the same orders, in the same order, whichever way they are found.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchWindow } from '../../../contract/list-limits.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  // By time: a few rare ones, as many old ones as no search counts, then a crowd in which every second is a Smith.
  await fill(
    'old',
    0,
    searchWindow + 100,
    `case when n % 1000 = 1 then 'rare.old@seldom.example' else 'old@past.example' end`,
  );
  await fill(
    'new',
    400,
    searchWindow + 500,
    `case when n % 2 = 0 then 'smith@crowd.example' else 'jones@crowd.example' end`,
  );
  await store.db.database.pool.query('analyze orders');
}, 60_000);
afterAll(() => store.stop());

async function fill(kind: 'old' | 'new', daysLater: number, count: number, email: string): Promise<void> {
  const prefix = kind === 'old' ? '0' : '1';
  await store.db.database.pool.query(`
    insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
      status, payment_status, created_at, updated_at)
    select '${prefix}' || lpad(translate(upper(to_hex(n)), 'ILOU', '0000'), 11, '0'), ${email}, 'customer',
      case when n % 3 = 0 then 'Views' else 'Likes' end, 500, 300 + 100 * (n % 7), 'USD',
      array['https://www.instagram.com/p/Crowd/'], 'pending', 'none',
      timestamptz '2024-01-01' + ${daysLater} * interval '1 day' + n * interval '1 minute', now()
    from generate_series(1, ${count}) as n`);
}

async function search(query: Record<string, string | number | undefined>) {
  const { body, headers } = await store.admin.ask('GET /api/orders', { query: query as { search: string } });
  return {
    ids: (body as { id: string }[]).map(({ id }) => id),
    total: Number(headers.get('x-total-count')),
    capped: headers.get('x-total-capped') === 'true',
    cursor: headers.get('link')?.match(/cursor=([^&>]+)/)?.[1],
  };
}

/** What the list is by its definition, without any index. */
async function expected(condition: string, order: string): Promise<string[]> {
  const { rows } = await store.db.database.pool.query(
    `select id from (select * from orders offset 0) o where deleted_at is null and ${condition} order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

type Counted = { total: number; capped: boolean };
/** How many there are, or fewer where they were not counted. */
const countsAs = (count: number) => (counted: Counted) =>
  counted.capped ? counted.total < count : counted.total === count;

describe('D-7: a search among many orders', () => {
  const orders = {
    newest: 'created_at desc, id desc',
    oldest: 'created_at, id',
    highest: 'amount_cents desc, id desc',
    lowest: 'amount_cents, id',
  };

  test.each(Object.entries(orders))(
    'finds a common text, the %s first, page after page, and tells of no more than there are',
    async (sort, order) => {
      const all = await expected(`customer_email = 'smith@crowd.example'`, order);
      let cursor: string | undefined;
      for (const from of [0, 20, 40]) {
        const page = await search({ search: 'SMITH@crowd', sort, limit: 20, ...(cursor && { cursor }) });
        expect(page.ids).toEqual(all.slice(from, from + 20));
        expect(page).toSatisfy(countsAs(all.length));
        cursor = page.cursor;
      }
    },
  );

  test('looks no further than it has to: a common text is not counted', async () => {
    for (const [limit, total] of [
      [20, 50],
      [100, 100],
    ]) {
      const { ids, ...told } = await search({ search: 'crowd', limit });
      expect(ids).toHaveLength(limit ?? 0);
      expect(told).toMatchObject({ total, capped: true });
    }
  });

  test.each(Object.entries(orders))(
    'finds a text that few orders hold, wherever they stand, the %s first, and counts them',
    async (sort, order) => {
      const all = await expected(`customer_email = 'rare.old@seldom.example'`, order);
      expect(all).toHaveLength(6);
      const first = await search({ search: 'rare.old@seldom.example', sort, limit: 4 });
      expect(first.ids).toEqual(all.slice(0, 4));
      expect(first).toMatchObject({ total: 6, capped: false });
      const second = await search({ search: 'rare.old@seldom.example', sort, limit: 4, cursor: first.cursor });
      expect(second).toMatchObject({ ids: all.slice(4), total: 6, capped: false, cursor: undefined });
    },
  );

  test('finds what very many orders hold, all of them far down the list', async () => {
    const all = await expected(`customer_email = 'old@past.example'`, orders.newest);
    expect(all.length).toBeGreaterThan(searchWindow);
    expect(await search({ search: 'past.example', limit: 30 })).toMatchObject({
      ids: all.slice(0, 30),
      total: searchWindow,
      capped: true,
    });
  });

  test('counts exactly where few orders pass the other filters', async () => {
    const day = { from: '2025-02-05', to: '2025-02-05' };
    const onDay = `created_at >= '2025-02-05' and created_at < '2025-02-06'`;
    const all = await expected(`customer_email = 'smith@crowd.example' and ${onDay}`, orders.newest);
    expect(await search({ search: 'smith', limit: 30, ...day })).toMatchObject({
      ids: all.slice(0, 30),
      total: all.length,
      capped: false,
    });
    expect(await search({ search: 'nobody', ...day })).toMatchObject({ ids: [], total: 0, capped: false });
  });

  test('a page that ends with the last order has no link to a next page', async () => {
    const { ids, cursor } = await search({ search: 'rare.old', limit: 6 });
    expect(ids).toHaveLength(6);
    expect(cursor).toBeUndefined();
  });

  test('leaves out what was deleted', async () => {
    const [id = ''] = (await search({ search: 'rare.old' })).ids;
    await store.admin.call('DELETE /api/orders/{id}', { params: { id } });
    const after = await search({ search: 'rare.old' });
    expect(after.ids).not.toContain(id);
    expect(after.total).toBe(5);
  });

  test('reads no order to look through the first of a list', async () => {
    const client = await store.db.database.pool.connect();
    try {
      await client.query('vacuum (analyze) orders');
      for (const order of Object.values(orders)) {
        const { rows } = await client.query(`explain select id, strpos(search_text, 'x') > 0 from orders
          where deleted_at is null and status = 'pending' and category = 'Likes' and amount_cents >= 300
            and created_at > '2024-01-01' order by ${order} limit 100`);
        expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(
          /Index Only Scan .*using orders_(newest|by_amount)/,
        );
      }
    } finally {
      client.release();
    }
  });
});
