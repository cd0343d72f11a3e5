// Counts of links to send, beside a reading of every link.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { countUnsentLinks } from '../analytics/analytics.repository.ts';
import { unsentUnits } from './action-item-details.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

test('the figures of many orders are those of their links one by one', async () => {
  const { database } = store.db;
  await database.pool.query(`
    insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links, status,
      payment_status, paid_at, created_at, updated_at)
    select 'AAAAAAAAA' || translate(to_char(n, 'FM000'), '01', 'BC'), 'many@mail.example', 'customer',
      (array['Likes', 'Views'])[1 + n % 2], 1000 + n, 300, 'USD', (array['x' || n, 'y' || n, 'z' || n])[1 : 1 + n % 3], 'paid', 'paid',
      now(), now(), now() from generate_series(1, 120) n`);
  const ofMany = `from orders o cross join generate_series(0, cardinality(o.post_links) - 1) p
    where o.customer_email = 'many@mail.example'`;
  // Some links have a send, a replaced one before them, or an open request.
  await database.pool.query(`
    insert into dispatches (order_id, position, post_link, link_key, action, service_id, quantity, state, claim_id, claimed_at,
      provider_order_id, created_at, updated_at)
    select o.id, p, o.post_links[p + 1], o.post_links[p + 1], 'likes', '1', 100, s.state, gen_random_uuid(), now(),
      case when s.state = 'sent' then o.id || p end, now(), now()
    from (select o.*, p ${ofMany}) o cross join lateral (
      select (array['sent', 'failed', 'waiting'])[1 + (o.quantity + p) % 3] as state) s
    where (o.quantity * 7 + p) % 5 < 2`);
  await database.pool.query(`
    insert into link_replacements (id, order_id, position, old_link, new_link, delivered, replaced_by, replaced_at)
    select gen_random_uuid(), o.id, p, 'old', 'new', (o.quantity * p) % 40, 'system', now() from (select o.*, p ${ofMany}) o
    where (o.quantity * 3 + p) % 7 = 0`);
  await database.pool.query(`
    insert into link_requests (order_id, number, position, old_link, new_link, link_key, state, requested_at, changed_at)
    select o.id, p + 1, p, o.post_links[p + 1], 'new', 'new', 'requested', now(), now() from (select o.*, p ${ofMany}) o
    where (o.quantity + p) % 11 = 0`);
  const { rows } = await database.pool.query<{ id: string; category: string; units: number; delivered: number }>(`
    select o.id, o.category, o.quantity / cardinality(o.post_links) + (p < o.quantity % cardinality(o.post_links))::int as units,
      (select coalesce(sum(delivered), 0)::int from link_replacements r where r.order_id = o.id and r.position = p) as delivered
    ${ofMany} and o.delivery_state in ('to_send', 'sending')
      and not exists (select from dispatches d where d.order_id = o.id and d.position = p and d.state <> 'waiting')
      and not exists (select from link_requests r where r.order_id = o.id and r.position = p)`);
  const sums = (links: typeof rows) => ({
    links: links.length,
    orders: new Set(links.map(({ id }) => id)).size,
    quantity: links.reduce((sum, { units, delivered }) => sum + units - delivered, 0),
    rests: links.filter(({ delivered }) => delivered > 0).length,
    restQuantity: links.reduce((sum, { units, delivered }) => sum + (delivered > 0 ? units - delivered : 0), 0),
  });
  expect(new Set(rows.map(({ id }) => id)).size).toBeGreaterThan(50);
  expect(rows.some(({ delivered }) => delivered > 0)).toBe(true);
  expect(await unsentUnits(database.db)).toEqual([
    ...['Likes', 'Views'].map((offer) => ({ offer, ...sums(rows.filter(({ category }) => category === offer)) })),
  ]);
  const { links: count, orders } = sums(rows);
  expect(await countUnsentLinks(database.db)).toEqual({ links: count, orders });
});
