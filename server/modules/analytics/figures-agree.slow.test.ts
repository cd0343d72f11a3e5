// docs/figures.md: the same question gets the same number on every screen, over the API and in the file, in any time zone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { fillInBulk } from '../../demo/bulk.ts';
import { systemClock } from '../../platform/clock.ts';
import { parseCsvFile } from '../../platform/csv.ts';

const dayMs = 86_400_000;
let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  const { database } = store.db;
  await fillInBulk({
    database,
    clock: systemClock,
    orderCount: 1_500,
    visitCount: 3_000,
    seed: 38,
    progress: () => {},
  });
  // Bulk writes the visits and leaves their totals to be made.
  await database.pool.query("select rebuild_visits('UTC')");
});
afterAll(() => store.stop());
const { save } = settingsSteps(() => store);

type Row = Record<string, string>;

/** The whole list as a file. */
async function fileOfOrders(query: object = {}): Promise<Row[]> {
  const { path } = await store.admin.call('POST /api/admin/orders/export', { body: { sort: 'oldest', ...query } });
  const [head, ...rows] = parseCsvFile(await (await store.raw(path)).text()).rows;
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [head?.cells[at], cell])));
}

async function countOfOrders(query: { from?: string; to?: string }): Promise<number> {
  const { headers } = await store.admin.ask('GET /api/orders', { query: { limit: 1, ...query } });
  return Number(headers.get('x-total-count'));
}

const cents = (dollars: number | string) => Math.round(Number(dollars) * 100);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const keptCents = (row: Row) =>
  ['paid', 'refunded'].includes(row.payment_status ?? '')
    ? cents(row.amount ?? 0) - cents(row.refunded_amount ?? 0)
    : 0;
const isOn = (time: string | undefined, { from, to }: { from: string; to: string }) =>
  time !== undefined && time !== '' && time.slice(0, 10) >= from && time.slice(0, 10) <= to;
const dashboard = (period: 'day' | 'week' | 'month') =>
  store.admin.call('GET /api/admin/visitor-dashboard/{period}', { params: { period } });
const figures = async () => ({
  stats: await store.admin.call('GET /api/admin/stats', {}),
  monthly: await store.admin.call('GET /api/admin/monthly-stats', {}),
  advanced: await store.admin.call('GET /api/admin/advanced-stats', {}),
  month: await dashboard('month'),
});

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata'])('D-38, D-48: in %s', (zone) => {
  let rows: Row[];
  beforeAll(async () => {
    const { status } = await save((settings) => {
      settings.time_zone = zone;
    });
    expect(status).toBe(200);
    await store.drain();
    expect(await store.admin.call('GET /api/admin/time-zone', {})).toEqual({ time_zone: zone, next: null });
    rows = await fileOfOrders();
    expect(rows).toHaveLength(1_500);
  });

  test('the file names the zone, and its times are exact', () => {
    expect(new Set(rows.map(({ time_zone }) => time_zone))).toEqual(new Set([zone]));
    for (const { created_at = '' } of rows.slice(0, 50))
      expect(dayIn(zone, new Date(created_at))).toBe(created_at.slice(0, 10));
  });

  test.each([7, 30, 90, 365])('checkouts, paid orders, revenue and average of %i days', async (days) => {
    const { current, before } = await store.admin.call('GET /api/admin/period-stats', { query: { days } });
    expect(current.to).toBe(dayIn(zone, new Date()));
    for (const period of [current, before]) {
      const placed = rows.filter(({ created_at }) => isOn(created_at, period));
      const paid = rows.filter((row) => isOn(row.paid_at, period) && keptCents(row) > 0);
      expect(period.orders).toBe(placed.length);
      expect(await countOfOrders(period)).toBe(placed.length);
      expect((await fileOfOrders({ from: period.from, to: period.to })).length).toBe(placed.length);
      expect(period.paidOrders).toBe(paid.length);
      expect(cents(period.revenue)).toBe(sum(paid.map(keptCents)));
      const average = paid.length > 0 ? Math.round(cents(period.revenue) / period.paidOrders) : 0;
      expect(cents(period.averageOrder)).toBe(average);
      const byCategory = period.byCategory ?? [];
      for (const { category, revenue } of byCategory) {
        const ofCategory = paid.filter((row) => row.category === category);
        expect([category, cents(revenue)]).toEqual([category, sum(ofCategory.map(keptCents))]);
      }
      expect(sum(byCategory.map(({ revenue }) => cents(revenue)))).toBe(cents(period.revenue));
      // The bars and lines of the days add up to the cards.
      expect([period.byDay.length, period.byDay[0]?.date, period.byDay.at(-1)?.date]).toEqual([
        ...[days, period.from, period.to],
      ]);
      expect(sum(period.byDay.map(({ orders }) => orders))).toBe(period.orders);
      expect(sum(period.byDay.map(({ revenue }) => cents(revenue)))).toBe(cents(period.revenue));
    }
  });

  test('A-60, A-61: the chart, the funnels and the cards of 30 days say the same, day by day', async () => {
    const { monthly, advanced, month } = await figures();
    const { current } = await store.admin.call('GET /api/admin/period-stats', { query: { days: 30 } });
    const { visitors, checkouts, payments } = advanced.conversionFunnel;
    expect([monthly[0]?.date, monthly.at(-1)?.date]).toEqual([current.from, current.to]);
    expect([checkouts, sum(monthly.map(({ orders }) => orders)), month.funnel.checkouts]).toEqual(
      Array(3).fill(current.orders),
    );
    expect([payments, month.funnel.paid]).toEqual(Array(2).fill(current.paidOrders));
    expect(sum(monthly.map(({ revenue }) => cents(revenue)))).toBe(cents(current.revenue));
    for (const { date, orders, revenue } of monthly) {
      const day = { from: date, to: date };
      expect([date, await countOfOrders(day)]).toEqual([date, orders]);
      expect([date, sum(rows.filter((row) => isOn(row.paid_at, day)).map(keptCents))]).toEqual([date, cents(revenue)]);
    }
    expect(visitors).toBeGreaterThan(0);
    expect([
      ...[month.summary.totalVisitors, month.funnel.visitors],
      sum(month.timeline.data.map((point) => point.visitors)),
      sum(month.geography.countries.map(({ count }) => count)),
      sum(month.devices.data.map(({ count }) => count)),
    ]).toEqual(Array(5).fill(visitors));
    expect(month.timeline.data.map(({ day }) => day)).toEqual(monthly.map(({ date }) => date));
  });

  test('A-61: the weeks are those of the store, from Monday on', async () => {
    const { weeklyStats: last, weeklyStatsBefore } = (await figures()).advanced;
    const weeks = [...weeklyStatsBefore, ...last];
    const today = Date.parse(dayIn(zone, new Date()));
    const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * dayMs;
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(weeks.map(({ orders, revenue }) => [orders, cents(revenue)])).toEqual(
      weeks.map((_, at) => {
        const first = monday - (15 - at) * 7 * dayMs;
        const week = { from: dayOf(first), to: dayOf(first + 6 * dayMs) };
        const paid = rows.filter((row) => isOn(row.paid_at, week));
        return [rows.filter(({ created_at }) => isOn(created_at, week)).length, sum(paid.map(keptCents))];
      }),
    );
  });

  test('ADM-OVR-1..4: the store as a whole, and the last 24 hours, which no zone changes', async () => {
    const { stats, advanced } = await figures();
    const day = await dashboard('day');
    const paid = rows.filter((row) => keptCents(row) > 0);
    const revenue = sum(paid.map(keptCents));
    expect(cents(stats.formattedRevenue.replace(/[$,]/g, ''))).toBe(revenue);
    expect(sum(advanced.categoryStats.map((category) => cents(category.revenue)))).toBe(revenue);
    expect(advanced.paidOrders).toBe(paid.length);
    expect(cents(advanced.averageOrderValue)).toBe(Math.round(revenue / paid.length));
    const since = Date.now() - dayMs;
    const placed = rows.filter(({ created_at }) => Date.parse(created_at ?? '') > since);
    expect([stats.todayOrders, day.funnel.checkouts]).toEqual(Array(2).fill(placed.length));
    expect(await countOfOrders({ from: new Date(since).toISOString() })).toBe(placed.length);
    const paidToday = paid.filter(({ paid_at }) => Date.parse(paid_at ?? '') > since);
    expect(day.funnel.paid).toBe(paidToday.length);
    expect(sum(advanced.statusDistribution.map(({ count }) => count))).toBe(rows.length);
    expect(stats.totalOrders).toBe(rows.filter(({ status }) => status === 'completed').length);
    expect(stats.pendingOrders).toBe(rows.filter(({ status = '' }) => ['pending', 'paid'].includes(status)).length);
  });

  test('ADM-ANA-2: API orders are the links with a provider order, by their last status', async () => {
    const { apiOrdersStats } = (await figures()).advanced;
    const sent = await store.db.database.pool.query<{ live_status: string | null }>(
      "select live_status from dispatches where state = 'sent'",
    );
    const words = sent.rows.map(({ live_status }) => live_status ?? '');
    expect(apiOrdersStats).toEqual({
      total: words.length,
      completed: words.filter((word) => providerStatusKind(word) === 'completed').length,
      pending: words.filter((word) => !isFinalProviderStatus(word)).length,
    });
  });
});
