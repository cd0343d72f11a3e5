// What tests of the admin's list of orders do and look at, in a store that is started later.
import { placeOrder } from './orders.ts';
import type { TestStore } from './store.ts';

export function orderListSteps(storeOf: () => TestStore) {
  const query = async (sql: string) => (await storeOf().db.database.pool.query(sql)).rows;
  return {
    sql: query,
    asAdmin: (path: string) => storeOf().raw(path, { headers: { authorization: `Bearer ${storeOf().adminToken}` } }),
    /** Five orders, the oldest first: two of one amount, so that a page may end between them. */
    placeFive: async (email: string): Promise<string[]> => {
      const ids: string[] = [];
      for (const quantity of [1000, 500, 2000, 1000, 1500])
        ids.push((await placeOrder(storeOf(), { email, quantity })).id);
      return ids;
    },
    /** So many orders of many@crowd.example, a year old, for $777 each. */
    addCrowd: (count: number) =>
      query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, created_at, updated_at)
        select translate(upper(lpad(to_hex(n), 12, '0')), 'ILOU', '0000'), 'many@crowd.example', 'customer', 'Likes', 500, 77700, 'USD',
          array['https://www.instagram.com/p/Crowd/'], 'pending', 'none', now() - interval '1 year', now()
        from generate_series(1, ${count}) as n`),
    /** The plan of a page of orders, as in a table that is too large to be read whole. */
    pagePlan: async (condition: string, order: string): Promise<string> => {
      const client = await storeOf().db.database.pool.connect();
      try {
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
        const { rows } = await client.query(
          `explain select id from orders where deleted_at is null ${condition} order by ${order} limit 50`,
        );
        return rows.map((row) => row['QUERY PLAN']).join(' ');
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  };
}
