// `npm run seed`: as many as asked for, again on top, never in a live store's database, and a clear word otherwise.
import { beforeEach, expect, test } from 'vitest';
import { isFinalProviderStatus, providerStatusKind } from '../../contract/provider-status.ts';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import { projectRoot } from '../platform/project-root.ts';
import { seedDatabase } from './seeding.ts';

let testDatabase: TestDatabase;
beforeEach(async ({ onTestFinished }) => {
  testDatabase = await freshDatabase();
  onTestFinished(() => testDatabase.drop());
});

const lines: string[] = [];
const seed = (orderCount: number, visitCount: number, seed = 5) =>
  seedDatabase({
    request: { orderCount, visitCount, seed },
    connection: testDatabase.connection,
    rootDir: projectRoot(),
    say: (line) => void lines.push(line),
  });

async function count(sql: string): Promise<number> {
  const { rows } = await testDatabase.database.pool.query<{ count: number }>(`select count(*) from ${sql}`);
  return rows[0]?.count ?? -1;
}

test('exactly as many orders and visits as asked for, in more than one batch, with valid ids', async () => {
  await seed(5_001, 12_001);
  expect(await count('orders')).toBe(5_001);
  expect(await count('visits')).toBe(12_001);
  expect(await count("orders where id !~ '^[0-9A-HJKMNP-TV-Z]{12}$'")).toBe(0);
  expect(await count("orders where customer_email !~ '@example[.](com|org)$'")).toBe(0);
  expect(await count("dispatches where state = 'sent' and provider_order_id::bigint <= 9000000")).toBe(0);
  expect(await count('orders where created_at > now() or updated_at > now() or paid_at > now()')).toBe(0);
  const paid = "payment_attempts a join orders o on o.id = a.order_id where a.state = 'paid'";
  expect(await count(`${paid} and (a.amount_cents <> o.amount_cents or o.paid_at is null)`)).toBe(0);
  expect(await count(paid)).toBe(await count('orders where paid_at is not null'));
  const ended = await count("dispatches where state = 'sent' and link_has_ended(dispatches)");
  expect(await count('delivery_marks')).toBe(4 * ended);
  expect(await count('delivery_times where completed_at is not null')).toBe(
    await count("orders where status = 'completed'"),
  );
  for (const measure of ['completed', 'short'])
    expect(await count(`service_speed_days where measure = '${measure}'`)).toBeGreaterThan(0);
  expect(lines.at(-1)).toMatch(/^Done in /);
});

test('DATA-17: what a seeded store counts of its provider orders is what its rows say, link by link', async () => {
  await seed(5_001, 0);
  const placed = "dispatches where state = 'sent'";
  expect(await count(`${placed} and provider_order_id is null`)).toBe(0);
  expect(await count("dispatches where state <> 'sent' and provider_order_id is not null")).toBe(0);
  const { rows } = await testDatabase.database.pool.query<{ live_status: string }>(`select live_status from ${placed}`);
  const outcomes = { total: rows.length, completed: 0, pending: 0 };
  for (const { live_status: word } of rows) {
    if (providerStatusKind(word) === 'completed') outcomes.completed += 1;
    else if (!isFinalProviderStatus(word)) outcomes.pending += 1;
  }
  const counted = await analyticsRepository.placedOutcomes(testDatabase.database.db);
  const sum = [...counted.values()].reduce((all, one) => all + one, 0);
  expect({ total: sum, completed: counted.get('completed') ?? 0, pending: counted.get('pending') ?? 0 }).toEqual(
    outcomes,
  );
  expect(outcomes.total).toBeGreaterThan(5_000);
});

test('the same seed a second time adds, and nothing meets what is there', async () => {
  await seed(300, 10);
  await seed(300, 10);
  expect(await count('orders')).toBe(600);
  expect(await count('visits')).toBe(20);
});

test('the same seed on the same database gives the same orders', async () => {
  const ids = async () =>
    (await testDatabase.database.pool.query('select array_agg(id order by id) as ids from orders')).rows[0];
  await seed(50, 0);
  const first = await ids();
  await testDatabase.database.pool.query('alter table payment_events disable trigger payment_events_not_emptied');
  await testDatabase.database.pool.query('alter table refunds disable trigger refunds_kept');
  await testDatabase.database.pool.query('alter table audit_log disable trigger audit_log_not_emptied');
  await testDatabase.database.pool.query(
    'truncate orders, payment_attempts, payment_events, dispatches, audit_log, alerts cascade',
  );
  await seed(50, 0);
  expect(await ids()).toEqual(first);
});

test("a live store's database is refused and stays untouched", async () => {
  await testDatabase.database.pool.query("update store_meta set mode = 'live'");
  await expect(seed(10, 10)).rejects.toThrow(
    'This database belongs to a live store: only the database of a sandbox store is filled.',
  );
  expect(await count('orders')).toBe(0);
  expect(await count('visits')).toBe(0);
});
