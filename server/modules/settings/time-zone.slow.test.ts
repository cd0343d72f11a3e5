// The store's time zone through the contract: chosen in the settings, taken up by the figures, and days of 23 and 25 hours.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { openDatabase } from '../../database/database.ts';
import { makeTables, migrateDatabase } from '../../database/migrate.ts';
import { projectRoot } from '../../platform/project-root.ts';
import * as analyticsRepository from '../analytics/analytics.repository.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { read, save } = settingsSteps(() => store);
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const state = (of = store) => of.admin.call('GET /api/admin/time-zone', {});
const choose = (zone: string) =>
  save((settings) => {
    settings.time_zone = zone;
  });
async function use(zone: string): Promise<void> {
  await choose(zone);
  await store.drain();
  expect(await state()).toEqual({ time_zone: zone, next: null });
}
async function placedAt(...moments: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const moment of moments) {
    const { id } = await placeOrder(store);
    await sql(`update orders set created_at = '${moment}' where id = '${id}'`);
    ids.push(id);
  }
  return ids;
}
/** Which orders are listed on these days, in their order, and how many there are said to be. */
async function listed(from: string, to = from): Promise<[string[], string | null]> {
  const { body, headers } = await store.admin.ask('GET /api/orders', { query: { from, to, sort: 'oldest' } });
  return [(body as { id: string }[]).map(({ id }) => id), headers.get('x-total-count')];
}
const expected = (...ids: (string | undefined)[]) => [ids, String(ids.length)];

describe('D-38: the time zone of the settings', () => {
  beforeEach(() => use('UTC'));

  test('a new store has the zone of its machine', async () => {
    const abroad = await startStore({ TZ: 'Asia/Kolkata' });
    try {
      expect((await read(abroad)).settings.time_zone).toBe('Asia/Kolkata');
      await abroad.drain();
      expect(await state(abroad)).toEqual({ time_zone: 'Asia/Kolkata', next: null });
    } finally {
      await abroad.stop();
    }
  });

  test.each(['Mars/Olympus', '+02:00', '', "UTC'; drop table orders"])('refuses %j with a sentence', async (zone) => {
    const { status, body } = await choose(zone);
    expect(status).toBe(400);
    expect(body).toMatchObject({ problems: [{ field: 'time_zone' }] });
    expect((await read()).settings.time_zone).toBe('UTC');
  });

  test('is taken up by a job: until it is done, days are those of the old zone, and the store says so', async () => {
    const [late] = await placedAt('2025-03-10T20:00:00Z');
    expect((await choose('Asia/Kolkata')).status).toBe(200);
    expect(await state()).toEqual({ time_zone: 'UTC', next: 'Asia/Kolkata' });
    expect(await listed('2025-03-10')).toEqual(expected(late));
    await store.drain();
    expect(await state()).toEqual({ time_zone: 'Asia/Kolkata', next: null });
    expect(await listed('2025-03-10')).toEqual(expected());
    expect(await listed('2025-03-11')).toEqual(expected(late));
  });

  test('a moment stays the moment that it is', async () => {
    const [id] = await placedAt('2025-04-10T20:00:00Z');
    await use('Asia/Kolkata');
    expect(await listed('2025-04-10T20:00:00Z', '2025-04-10T20:00:01Z')).toEqual(expected(id));
    expect((await listed('2025-04-10T20:00:00.001Z', '2025-04-11'))[0]).toEqual([]);
  });

  test('days at the ends of the calendar are days', async () => {
    for (const zone of ['UTC', 'Asia/Kolkata']) {
      await use(zone);
      expect((await listed('0001-01-01', '9999-12-31'))[1]).toBe((await listed('2020-01-01', '2040-01-01'))[1]);
    }
    const odd = await store.admin.ask('GET /api/orders', { query: { from: '0000-01-01' } });
    expect(odd.status).toBeLessThan(500);
  });

  test('orders that come while the figures are rebuilt are counted once, on the days of the new zone', async () => {
    const coming = Array.from({ length: 12 }, () => placeOrder(store));
    await choose('Asia/Kathmandu');
    await store.drain();
    await Promise.all(coming);
    await store.app.jobHandlers.fold_counts({});
    const days = () =>
      sql(`select day::text, category, status, sum(placed), sum(paid) from order_days
        group by 1, 2, 3 having sum(placed) <> 0 order by 1, 2, 3`);
    const counted = await days();
    await analyticsRepository.rebuild(store.db.database);
    expect(await days()).toEqual(counted);
  });

  test('folding sets the day of what was counted by the old zone', async () => {
    const [id] = await placedAt('2025-05-10T20:00:00Z');
    // As of a transaction that began before the zone changed and ends after it.
    await sql("update time_zones set orders = 'Asia/Kolkata'");
    await store.app.jobHandlers.fold_counts({});
    expect(await listed('2025-05-11')).toEqual(expected(id));
    await sql("update time_zones set orders = 'UTC'");
    await analyticsRepository.rebuild(store.db.database);
  });
});

describe('D-38: days of 23 and 25 hours, and those without a midnight or with two', () => {
  test.each([
    ['Europe/Berlin', '2025-10-26', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
    ['Europe/Berlin', '2025-03-30', '2025-03-29T23:00:00Z', '2025-03-30T22:00:00Z'],
    ['America/Los_Angeles', '2025-11-02', '2025-11-02T07:00:00Z', '2025-11-03T08:00:00Z'],
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00Z', '2025-09-08T03:00:00Z'],
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00Z', '2025-11-03T05:00:00Z'],
    ['Asia/Kathmandu', '2025-11-02', '2025-11-01T18:15:00Z', '2025-11-02T18:15:00Z'],
  ])('%s, %s', async (zone, day, first, end) => {
    await use(zone);
    const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
    const [, begins, ends] = await placedAt(justBefore(first), first, justBefore(end), end);
    expect(await listed(day)).toEqual(expected(begins, ends));
    // Counted by the triggers, folded, and rebuilt: the same.
    await store.app.jobHandlers.fold_counts({});
    expect(await listed(day)).toEqual(expected(begins, ends));
    await analyticsRepository.rebuild(store.db.database);
    expect(await listed(day)).toEqual(expected(begins, ends));
    await sql('update orders set created_at = now()');
  });
});

test('D-38, D-29: visitors are counted by the days of the new zone once it is taken up', async () => {
  await use('UTC');
  await sql('truncate visits, visit_people, visit_hours, visit_places, visit_machines');
  // A visit on each side of midnight in Kolkata, at 18:30 UTC, on one day in UTC.
  await sql(`insert into visits (visitor_key, visited_at, page_url, ip_address, country, city, device_type, browser, os,
      session_seconds, "returning")
    select 'key' || minute, date_trunc('day', now(), 'UTC') - interval '3 days' + interval '18 hours' + minute * interval '1 minute',
      '/', '', 'Chile', 'Unknown', 'desktop', 'Chrome', 'Windows', 10, false from unnest(array[15, 45]) as minute`);
  await sql("select rebuild_visits('UTC')");
  const week = () => store.admin.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'week' } });
  const counts = async () => (await week()).timeline.data.map(({ visitors }) => visitors).filter(Boolean);
  expect(await counts()).toEqual([2]);
  await use('Asia/Kolkata');
  expect(await counts()).toEqual([1, 1]);
  const { summary, geography } = await week();
  expect([summary.totalVisitors, geography.countries[0]?.count]).toEqual([2, 2]);
  await use('UTC');
  expect(await counts()).toEqual([2]);
});

test('a store of the version before keeps its figures, in UTC, until its zone is taken up', async () => {
  const { connection, drop } = await emptyDatabase();
  const before = 1795362305115;
  await makeTables(connection, projectRoot(), before);
  const database = openDatabase({ connection, poolSize: 2 });
  const queryRows = async (text: string) => (await database.pool.query(text)).rows;
  try {
    await queryRows(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, refunded_cents,
        currency, language, post_links, status, payment_status, paid_at, created_at, updated_at)
      select lpad(n::text, 12, '0'), 'a@example.com', 'a', 'Likes', 500, 300, 0, 'USD', 'en', '{x}', 'paid', 'paid', moment, moment, moment
      from (select n, timestamptz '2026-01-01 20:00Z' + n * interval '1 hour' as moment from generate_series(0, 9) n) m`);
    const days = () =>
      queryRows(`select o.day::text, sum(o.placed)::int as placed,
        (select sum(payments)::int from revenue_days r where r.day = o.day) as paid from order_days o group by 1, o.day order by 1`);
    const inUtc = [
      { day: '2026-01-01', placed: 4, paid: 4 },
      { day: '2026-01-02', placed: 6, paid: 6 },
    ];
    expect(await days()).toEqual(inUtc);
    await migrateDatabase(connection, projectRoot(), 'sandbox');
    expect(await days()).toEqual(inUtc);
    expect(await queryRows('select orders, visits from time_zones')).toEqual([{ orders: 'UTC', visits: 'UTC' }]);
    await analyticsRepository.rebuild(database, 'America/Los_Angeles');
    expect(await days()).toEqual([{ day: '2026-01-01', placed: 10, paid: 10 }]);
  } finally {
    await database.close();
    await drop();
  }
});
