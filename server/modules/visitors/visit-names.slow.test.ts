// Sources, campaigns and pages of a period: every visit counts, and no figure reads the visits.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { plainPath } from '../../../contract/page-labels.ts';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import {
  chrome,
  dayMs,
  hourMs,
  iphone,
  minuteMs,
  startStoreAtNoon,
  visitSteps,
} from '../../../tests/support/visit-steps.ts';
import { openDatabase } from '../../database/database.ts';
import { makeTables, migrateDatabase } from '../../database/migrate.ts';
import { projectRoot } from '../../platform/project-root.ts';
import { readBreakdown, type VisitorBreakdown } from './dashboard.ts';
import { mostVisits } from './visit-breakdown.repository.ts';
import * as visitsRepository from './visits.repository.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
  beside = await startStore({ TRUST_PROXY: '1' }, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
beforeEach(() => clear());

const { clear, record, sql } = visitSteps(() => store);
type Period = 'day' | 'week' | 'month';
type Filter = { source?: string; campaign?: string; page?: string };

async function breakdown(period: Period, query: Filter = {}, at = store): Promise<VisitorBreakdown> {
  const { token } = await at.visitor.call('POST /api/admin/login', { body: owner });
  return at.as(token).call('GET /api/admin/visitor-breakdown/{period}', { params: { period }, query });
}

const listsOf = ({ sources, campaigns, pages, entries, exits }: Omit<VisitorBreakdown, 'orders'>) => ({
  sources,
  campaigns,
  pages,
  entries,
  exits,
});

type Visit = {
  visitor_key: string;
  visited_at: Date;
  starts_session: boolean;
  page_url: string;
  referrer: string | null;
  campaign: string | null;
};

/** The same lists by a count of all visits. */
async function counted(period: Period) {
  const now = Date.now() + store.db.clockOffsetMs();
  const today = now - (now % dayMs);
  const fromMs = { day: now - (now % hourMs) - 23 * hourMs, week: today - 6 * dayMs, month: today - 29 * dayMs }[
    period
  ];
  const visitors = new Map<string, Visit[]>();
  for (const visit of (await sql('select * from visits order by id')) as Visit[])
    visitors.set(visit.visitor_key, [...(visitors.get(visit.visitor_key) ?? []), visit]);
  const counts = () => new Map<string, number>();
  const lists = { sources: counts(), campaigns: counts(), views: counts(), entries: counts(), exits: counts() };
  const pages = counts();
  const add = (to: Map<string, number>, name: string | null) => {
    if (name !== null) to.set(name, (to.get(name) ?? 0) + 1);
  };
  for (const visits of visitors.values()) {
    const inside = visits.filter((visit) => visit.visited_at.getTime() >= fromMs);
    if (inside.length === 0) continue;
    const host = visits[0]?.referrer ? new URL(visits[0].referrer).hostname.replace(/^www\./, '') : 'direct';
    add(lists.sources, host === '127.0.0.1' ? 'direct' : host);
    add(lists.campaigns, visits[0]?.campaign ?? null);
    for (const page of new Set(inside.map((visit) => plainPath(visit.page_url)))) add(pages, page);
    visits.forEach((visit, at) => {
      if (visit.visited_at.getTime() < fromMs) return;
      const page = plainPath(visit.page_url);
      add(lists.views, page);
      if (visit.starts_session) add(lists.entries, page);
      if (visits[at + 1]?.starts_session !== false) add(lists.exits, page);
    });
  }
  const named = (list: Map<string, number>) =>
    [...list]
      .map(([name, count]) => ({ name, count }))
      .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  return {
    sources: named(lists.sources),
    campaigns: named(lists.campaigns),
    pages: named(pages).map((page) => ({ ...page, views: lists.views.get(page.name) })),
    entries: named(lists.entries),
    exits: named(lists.exits),
  };
}

test('they are a count of the visits, whatever happened in which order at which process', async () => {
  store.advance(3 * hourMs);
  const ips = ['8.8.8.8', '200.160.2.3', '2001:4860:4860::8888', '127.0.0.1'];
  const pages = ['/', '/pt', '/checkout', '/about', '/pt/checkout', '/pt/about'];
  const referrers = [null, 'https://www.google.com/', 'https://l.instagram.com/x?u=1', `${store.url}/about`];
  const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  let seed = 11;
  const pick = <T>(all: readonly T[]) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return all[seed % all.length] as T;
  };
  const own = { headers: { authorization: `Bearer ${store.adminToken}` } };
  for (let round = 0; round < 16; round += 1) {
    await Promise.all(
      Array.from({ length: 15 }, () =>
        record(
          {
            page_url: pick(pages),
            referrer: pick(referrers),
            campaign: pick([null, 'summer', 'bio']),
            session_duration: pick([0, 7, 60]),
          },
          {
            ip: pick(ips),
            agent: pick([chrome, iphone, chrome, iphone, robot]),
            at: pick([store, beside]),
            ...pick([{}, {}, {}, own]),
          },
        ),
      ),
    );
    await breakdown('day', {}, beside);
    for (const period of ['day', 'week', 'month'] as const) {
      const found = await breakdown(period);
      expect(found.is_cut).toBe(false);
      expect(listsOf(found)).toEqual(await counted(period));
    }
    store.advance(pick([minuteMs, 20 * minuteMs, 50 * minuteMs, 3 * hourMs, 9 * hourMs]));
  }
  for (const period of ['day', 'month'] as const) {
    const { sources, campaigns, pages: seen } = await breakdown(period);
    expect(sources.length * campaigns.length * seen.length).toBeGreaterThan(10);
    const counts = async (filter: Filter) => (await breakdown(period, filter)).summary.totalVisitors;
    for (const { name, count } of sources) expect(await counts({ source: name })).toBe(count);
    for (const { name, count } of campaigns) expect(await counts({ campaign: name })).toBe(count);
    for (const { name, count } of seen) expect(await counts({ page: name })).toBe(count);
  }
});

/** Visitors of two pages each, on each of the last 20 days, written without their roll-ups: as by the version before. */
const addVisits = (
  visitors: number,
) => `insert into visits (visitor_key, visited_at, starts_session, page_url, referrer,
    ip_address, country, city, device_type, browser, os, session_seconds, "returning")
  select to_char(at, 'YYMMDD') || n, at + page * interval '1 minute', page = 0, (array['/', '/pt/about'])[page + 1],
    case when n % 4 = 0 then 'https://www.google.com/' end, '', 'Chile', 'Unknown', 'desktop', 'Chrome', 'Windows', 5, false
  from (select n, date_trunc('day', now(), 'UTC') - n % 20 * interval '1 day' as at from generate_series(1, ${visitors}) n) v,
    generate_series(0, 1) page order by n, page`;
const listsOfAdded = (visitors: number) => ({
  sources: [
    { name: 'direct', count: (visitors / 4) * 3 },
    { name: 'google.com', count: visitors / 4 },
  ],
  campaigns: [],
  pages: [
    { name: '/', count: visitors, views: visitors },
    { name: '/about', count: visitors, views: visitors },
  ],
  entries: [{ name: '/', count: visitors }],
  exits: [{ name: '/about', count: visitors }],
});

test('a month covers more visits than a filter reads, and reads the roll-ups instead of the visits', async () => {
  const visitors = 30_000;
  await sql(addVisits(visitors));
  await sql(`select rebuild_visits('UTC')`);
  // The job has not run yet: the latest visits, and the response says so.
  expect(await breakdown('month')).toMatchObject({ is_cut: true, summary: { totalPageViews: mostVisits } });
  await store.app.jobHandlers.fold_counts({});
  const found = await breakdown('month');
  expect(found).toMatchObject({ is_cut: false, summary: { totalVisitors: visitors, totalPageViews: 2 * visitors } });
  expect(listsOf(found)).toEqual(listsOfAdded(visitors));
  expect(await breakdown('month', { source: 'direct' })).toMatchObject({ is_cut: true });

  const alone = openDatabase({ connection: store.db.connection, poolSize: 1, clockOffsetMs: store.db.clockOffsetMs });
  const rowsRead = async () => {
    await alone.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await alone.pool.query(
      "select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relname = 'visits'",
    );
    return rows[0].read as number;
  };
  try {
    const before = await rowsRead();
    await readBreakdown(alone, 'month', {}, 'store.example');
    // The table of recent visits shows 100.
    expect((await rowsRead()) - before).toBeLessThan(200);
  } finally {
    await alone.close();
  }
});

test('visits that an older version writes beside this one are counted with the next visit', async () => {
  await record({ page_url: '/about' });
  await breakdown('month');
  await sql(addVisits(40));
  await sql(`select rebuild_visits('UTC')`);
  expect((await breakdown('month')).entries).toEqual([
    { name: '/', count: 40 },
    { name: '/about', count: 1 },
  ]);
  await record({ page_url: '/contact' });
  expect((await breakdown('month')).pages).toContainEqual({ name: '/', count: 40, views: 40 });
  expect(await sql('select folded_to - (select max(id) from visits) as behind from visit_fold')).toEqual([
    { behind: 0 },
  ]);
});

test('D-8, A-83, D-94: the names of a month stay when its visits are deleted; after it, those of sources by day for 400 days', async () => {
  await record({ referrer: 'https://www.google.com/' });
  await breakdown('day');
  store.advance(20 * dayMs);
  await visitsRepository.purge(store.db.database, 7);
  expect(await sql('select from visits')).toHaveLength(0);
  expect((await breakdown('month')).sources).toEqual([{ name: 'google.com', count: 1 }]);
  store.advance(11 * dayMs);
  await store.app.jobHandlers.purge_expired({});
  expect(await sql('select grain, list, name from visit_names order by list')).toEqual([
    { grain: 'day', list: 'country', name: 'United States' },
    { grain: 'day', list: 'device', name: 'desktop' },
    { grain: 'day', list: 'landing', name: '/' },
    { grain: 'day', list: 'source', name: 'google.com' },
  ]);
  store.advance(370 * dayMs);
  await store.app.jobHandlers.purge_expired({});
  expect(await sql('select from visit_names')).toEqual([]);
});

test('visits of the version before are added in steps that an interruption does not repeat', async () => {
  const { connection, drop } = await emptyDatabase();
  await makeTables(connection, projectRoot(), 1795610000000);
  const database = openDatabase({ connection, poolSize: 2 });
  const lists = async () => listsOf(await readBreakdown(database, 'month', {}, 'store.example'));
  try {
    await database.pool.query(addVisits(4_000));
    await migrateDatabase(connection, projectRoot(), 'sandbox');
    await database.pool.query(`select rebuild_visits('UTC')`);
    expect(await lists()).toEqual(listsOfAdded(4_000));
    await visitsRepository.fold(database, 1);
    const foldedTo = async () => (await database.pool.query('select folded_to::int as id from visit_fold')).rows[0].id;
    expect(await foldedTo()).toBe(5_000);
    expect(await lists()).toEqual(listsOfAdded(4_000));
    await Promise.all([visitsRepository.fold(database, 5), visitsRepository.fold(database, 5)]);
    expect(await foldedTo()).toBe(8_000);
    expect(await lists()).toEqual(listsOfAdded(4_000));
    await visitsRepository.rebuild(database, 'Asia/Tokyo');
    expect(await lists()).toEqual(listsOfAdded(4_000));
  } finally {
    await database.close();
    await drop();
  }
});
