// The demo on a real database: once, whole, in the past, and one story in every table.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Category } from '../../contract/category.ts';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { isAcceptableLink, looksLikePost } from '../../contract/post-links.ts';
import { isOnGrid, priceCents } from '../../contract/pricing.ts';
import { shares } from '../../contract/share.ts';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { openDatabase } from '../database/database.ts';
import { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { orders } from '../modules/orders/orders.schema.ts';
import { paymentAttempts } from '../modules/payments/payments.schema.ts';
import { visits } from '../modules/visitors/visitors.schema.ts';
import { fillWithDemo } from './demo.ts';
import { createRandom } from './random.ts';

const now = new Date('2031-05-14T21:40:00.000Z');
const clock = { now: () => now };

let filled: TestDatabase;
beforeAll(async () => {
  filled = await freshDatabase();
  expect(await fillWithDemo({ database: filled.database, clock, random: createRandom(7) })).toBe(true);
});
afterAll(() => filled.drop());

async function queryRows<Row extends object>(sql: string, testDatabase: TestDatabase = filled): Promise<Row[]> {
  return (await testDatabase.database.pool.query<Row>(sql)).rows;
}

async function count(sql: string, testDatabase: TestDatabase = filled): Promise<number> {
  const [found] = await queryRows<{ count: number }>(`select count(*) from ${sql}`, testDatabase);
  return found?.count ?? -1;
}

test('about 180 orders and 4,000 visits are there', async () => {
  expect(await count('orders')).toBe(180);
  expect(await count('visits')).toBe(4000);
});

test('a database with orders is left as it is', async () => {
  expect(await fillWithDemo({ database: filled.database, clock })).toBe(false);
  expect(await count('orders')).toBe(180);
  expect(await count('visits')).toBe(4000);
});

test('every kind of status is to be seen, most orders are completed', async () => {
  const seen = await queryRows<{ status: string; reason: string | null; payment: string; count: number }>(
    'select status, status_reason as reason, payment_status as payment, count(*) from orders group by 1, 2, 3',
  );
  const of = (status: string, reason: string | null = null) =>
    seen.filter((row) => row.status === status && row.reason === reason).reduce((sum, row) => sum + row.count, 0);
  expect(of('completed')).toBeGreaterThan(100);
  expect(of('processing')).toBeGreaterThanOrEqual(8);
  expect(of('paid')).toBeGreaterThanOrEqual(3);
  expect(of('pending')).toBeGreaterThanOrEqual(3);
  expect(of('failed', 'payment')).toBeGreaterThan(0);
  expect(of('failed', 'expired')).toBeGreaterThan(0);
  expect(of('failed')).toBe(0);
  expect(await count('(select from orders group by customer_email having count(*) > 1) as customers')).toBeGreaterThan(
    10,
  );
});

test('links are to be seen in every state: live, partial, canceled, lost, refused, refilled', async () => {
  const live = await queryRows<{ live_status: string }>(
    'select distinct live_status from dispatches where live_status is not null',
  );
  expect(live.map((row) => row.live_status).sort()).toEqual([
    'Canceled',
    'Completed',
    'In progress',
    'Partial',
    'Pending',
  ]);
  expect(await count("dispatches where live_status = 'Partial' and remains > 0")).toBe(1);
  expect(await count("dispatches where live_status = 'Canceled'")).toBe(1);
  expect(await count("dispatches where state = 'unknown'")).toBe(1);
  expect(await count("alerts where type = 'dispatch_unknown' and cleared_at is null")).toBe(1);
  expect(await count("dispatches where state = 'failed' and error <> ''")).toBe(1);
  expect(await count('dispatches where refill_id is not null')).toBeGreaterThan(0);
});

test('D-64: what is said about a refused or a lost send is a code, too', async () => {
  expect(await count("dispatches where state = 'failed' and hint_coded is not null")).toBe(1);
  expect(await count("dispatches where state = 'unknown' and error_coded is not null")).toBe(1);
});

test('nothing looks like a live job: no open session, no claim, no followed link, no id that the sandbox gives', async () => {
  expect(await count("payment_attempts where state not in ('paid', 'closed')")).toBe(0);
  expect(await count("dispatches where following or state = 'sending'")).toBe(0);
  expect(await count('dispatches where provider_order_id::bigint <= 9000000')).toBe(0);
  expect(
    await count(
      `orders where status = 'pending' and created_at < timestamptz '${now.toISOString()}' - interval '1 day'`,
    ),
  ).toBe(0);
});

test('no time is in the future, and no link is sent before the money is there', async () => {
  const columns = await queryRows<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and table_name in ('orders', 'payment_attempts', 'payment_events', 'dispatches', 'audit_log', 'alerts', 'visits')
  `);
  expect(columns.length).toBeGreaterThan(12);
  for (const { table, column } of columns) {
    expect(await count(`${table} where ${column} > '${now.toISOString()}'`), `${table}.${column}`).toBe(0);
  }
  const ends = await count(`visits where visited_at + session_seconds * interval '1 second' > '${now.toISOString()}'`);
  expect(ends).toBe(0);
  expect(await count('orders o join dispatches d on d.order_id = o.id where d.claimed_at <= o.paid_at')).toBe(0);
  expect(await count('orders where paid_at <= created_at or updated_at < created_at')).toBe(0);
});

test('A-2, A-3, A-19: prices, quantities, links and shares are those of the shop', async () => {
  const sold = await filled.database.db.select().from(orders);
  const sent = await filled.database.db.select().from(dispatches);
  for (const order of sold) {
    expect(isOnGrid(order.category as Category, order.quantity, defaultPriceList)).toBe(true);
    expect(order.amountCents).toBe(priceCents(order.category as Category, order.quantity, defaultPriceList));
    expect(order.postLinks.every((link) => isAcceptableLink(link) && looksLikePost(link))).toBe(true);
    const wanted = shares(order.quantity, order.postLinks.length);
    const rows = sent.filter(({ orderId }) => orderId === order.id);
    for (const row of rows) {
      expect(row.quantity).toBe(wanted[row.position]);
      expect(row.postLink).toBe(order.postLinks[row.position]);
    }
    if (order.status !== 'completed') continue;
    expect(rows.reduce((sum, row) => sum + row.quantity, 0)).toBe(order.quantity);
    expect(rows.every(({ liveStatus, remains }) => liveStatus === 'Completed' && remains === 0)).toBe(true);
  }
});

test('amounts are consistent: attempt, ledger and order agree to the cent', async () => {
  const attempts = await filled.database.db.select().from(paymentAttempts);
  for (const order of await filled.database.db.select().from(orders)) {
    const own = attempts.filter(({ orderId }) => orderId === order.id);
    expect(own.every(({ amountCents }) => amountCents === order.amountCents)).toBe(true);
    expect(own.filter(({ state }) => state === 'paid').length).toBe(order.paidAt ? 1 : 0);
    const [captured] = await queryRows<{ said: { capturedCents: number } }>(
      `select said from payment_events where order_id = '${order.id}' and conclusion = 'captured'`,
    );
    expect(captured?.said.capturedCents ?? null).toBe(order.paidAt ? order.amountCents : null);
    expect(own.length).toBe(order.paymentStatus === 'none' ? 0 : 1);
  }
  expect(await count("orders o join dispatches d on d.order_id = o.id where o.payment_status <> 'paid'")).toBe(0);
  expect(await count('orders o where not exists (select from audit_log where subject = o.id)')).toBe(0);
});

test('nobody real is named: reserved mail domains, documentation addresses', async () => {
  expect(await count("orders where customer_email !~ '^[a-z0-9._-]+@example[.](com|org)$'")).toBe(0);
  expect(await count("visits where ip_address !~ '^(192[.]0[.]2|198[.]51[.]100|203[.]0[.]113)[.]0$|^2001:db8:'")).toBe(
    0,
  );
  expect(await count("visits where page_url like '%?%' or referrer like '%?%'")).toBe(0);
});

test('visits look like a crowd: many places and machines, some who come back, more in the evening than at night', async () => {
  const rows = await filled.database.db.select().from(visits);
  const different = (values: (string | null)[]) => new Set(values).size;
  expect(different(rows.map(({ country }) => country))).toBeGreaterThan(10);
  expect(different(rows.map(({ browser }) => browser))).toBe(4);
  expect(different(rows.map(({ deviceType }) => deviceType))).toBe(3);
  const share = rows.filter(({ returning }) => returning).length / rows.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.4);
  const at = (from: number, to: number) =>
    rows.filter(({ visitedAt }) => visitedAt.getUTCHours() >= from && visitedAt.getUTCHours() < to).length;
  expect(at(18, 22)).toBeGreaterThan(3 * at(2, 6));
});

let other: TestDatabase;
beforeEach(async ({ onTestFinished }) => {
  other = await freshDatabase();
  onTestFinished(() => other.drop());
});

test('two processes that start together fill once', async () => {
  const second = openDatabase({ connection: other.connection, poolSize: 2 });
  const outcomes = await Promise.all([
    fillWithDemo({ database: other.database, clock }),
    fillWithDemo({ database: second, clock }),
    fillWithDemo({ database: other.database, clock }),
  ]).finally(() => second.close());
  expect(outcomes.filter((filledHere) => filledHere)).toHaveLength(1);
  expect(await count('orders', other)).toBe(180);
  expect(await count('visits', other)).toBe(4000);
});

test('a fill that breaks off leaves nothing behind', async () => {
  await queryRows('alter table visits add constraint breaks check (false)', other);
  await expect(fillWithDemo({ database: other.database, clock })).rejects.toThrow();
  expect(await count('orders', other)).toBe(0);
  await queryRows('alter table visits drop constraint breaks', other);
  expect(await fillWithDemo({ database: other.database, clock })).toBe(true);
});

test("a live store's database is never filled", async () => {
  await queryRows("update store_meta set mode = 'live'", other);
  expect(await fillWithDemo({ database: other.database, clock })).toBe(false);
  expect(await count('visits', other)).toBe(0);
});

test.each([1, 2, 3, 4, 5, 6])('at any hour of a day, with any chance, every constraint holds (%i)', async (seed) => {
  const at = new Date(now.getTime() + seed * 4 * 3_600_000);
  const fill = fillWithDemo({ database: other.database, clock: { now: () => at }, random: createRandom(seed) });
  expect(await fill).toBe(true);
  expect(await count("orders where status = 'pending'", other)).toBeGreaterThanOrEqual(3);
  expect(await count("orders where status = 'paid'", other)).toBeGreaterThanOrEqual(3);
  expect(await count("dispatches where live_status = 'In progress'", other)).toBeGreaterThanOrEqual(3);
});
