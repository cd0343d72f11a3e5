// Links that stall among very many: the work grows with the open links alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { freshDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createUsualTimesRepository } from '../fulfilment/usual-times.repository.ts';
import { createStalledLinksRepository } from './stalled-links.repository.ts';

const openLinks = 10_000;
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await run(`
    insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
      status, payment_status, paid_at, created_at, updated_at)
    select translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK'), 'buyer@example.com', 'customer', 'Likes',
      500, 300, 'USD', array['x'], 'processing', 'paid', now(), now(), now()
    from generate_series(1, ${2 * openLinks}) n`);
  await run(`
    insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
      provider_order_id, live_status, remains, following, first_progress_at, created_at, updated_at)
    select translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK'), 0, 'x', n::text, '1', 500, 'sent',
      gen_random_uuid(), now() - interval '2 days', n::text,
      case when n > ${openLinks} then 'Completed' else 'In progress' end, 100, n <= ${openLinks}, now(), now(), now()
    from generate_series(1, ${2 * openLinks}) n`);
  await run(`
    insert into delivery_marks (order_id, position, kind, provider_id, service_id, quantity, sent_at, marked_at)
    select order_id, position, 'status', provider_id, service_id, quantity, claimed_at, claimed_at + m * interval '1 hour'
    from dispatches cross join generate_series(1, 3) m`);
  await run('analyze orders, dispatches, delivery_marks');
}, 120_000);
afterAll(() => db.drop());

const run = (text: string) => db.database.pool.query(text);

test('10,000 open links among all others are judged in one query, by the index of open links', async () => {
  const stalled = createStalledLinksRepository(db.database);
  const { rows } = await db.database.db.execute(sql`explain ${stalled.stalledLinks([])}`);
  const plan = JSON.stringify(rows);
  expect(plan).toContain(' dispatches_following ');
  expect(plan).not.toMatch(/Seq Scan on (dispatches|delivery_marks)/);
  const startedMs = performance.now();
  expect(await stalled.open([])).toHaveLength(101);
  // All of them are items here: 1.1 s on a machine with two busy processors.
  expect(performance.now() - startedMs).toBeLessThan(3_000);
});

test('what is usual counts them in one query', async () => {
  const startedMs = performance.now();
  const counts = await createUsualTimesRepository(db.database).countTimes(30);
  expect(counts).toEqual([
    expect.objectContaining({ measure: 'completed', isOpen: true, count: openLinks, serviceId: '1' }),
  ]);
  expect(performance.now() - startedMs).toBeLessThan(3_000);
});
