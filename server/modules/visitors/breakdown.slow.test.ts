// Where visitors come from, what they open, and the figures of those who match a filter.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { owner, type TestStore } from '../../../tests/support/store.ts';
import { chrome, iphone, minuteMs, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());
beforeEach(() => clear());

const { clear, dashboard, record, sql } = visitSteps(() => store);

async function breakdown(query: object = {}, period: 'day' | 'week' | 'month' = 'day') {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  return store.as(token).call('GET /api/admin/visitor-breakdown/{period}', { params: { period }, query });
}

/** Three visitors: by a campaign on Instagram, by a search, and by the address alone. */
async function threeVisitors(): Promise<void> {
  const first = { ip: '8.8.8.8', agent: chrome };
  await record({ page_url: '/', referrer: 'https://l.instagram.com/x?u=1', campaign: ' summer ' }, first);
  await record({ page_url: '/checkout', session_duration: 30, referrer: `${store.url}/` }, first);
  const second = { ip: '200.160.2.3', agent: chrome };
  await record({ page_url: '/about', referrer: 'https://www.google.com/' }, second);
  await record({ page_url: '/pt/', referrer: 'https://www.google.com/' }, second);
  await record({ page_url: '/pt/about' }, { ip: '200.160.2.4', agent: iphone });
  await breakdown();
}

const named = (name: string, count: number) => ({ name, count });

test('S-10: the breakdown is for admins only, and kept nowhere; an empty filter is refused', async () => {
  const refused = await store.raw('/api/admin/visitor-breakdown/day');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
  await expect(breakdown({ source: '' })).rejects.toThrow('answered 400');
});

test('sources, campaigns, pages, entry and exit pages; a page counts once in all languages', async () => {
  await threeVisitors();
  expect(await breakdown()).toMatchObject({
    is_cut: false,
    sources: [named('direct', 1), named('google.com', 1), named('l.instagram.com', 1)],
    campaigns: [named('summer', 1)],
    pages: [
      { name: '/', count: 2, views: 2 },
      { name: '/about', count: 2, views: 2 },
      { name: '/checkout', count: 1, views: 1 },
    ],
    entries: [named('/about', 2), named('/', 1)],
    exits: [named('/', 1), named('/about', 1), named('/checkout', 1)],
  });
});

test.each(['day', 'week', 'month'] as const)(
  'without a filter its figures are those of the dashboard: %s',
  async (period) => {
    await threeVisitors();
    store.advance(40 * minuteMs);
    await record({ page_url: '/' }, { ip: '8.8.8.8', agent: chrome });
    const { summary, geography, devices, rawAnalytics, timeline, funnel } = await dashboard(period);
    const { visitors, picker, checkout } = funnel;
    const found = await breakdown({}, period);
    expect(found).toMatchObject({ summary, geography, devices });
    const idsOf = (visits: typeof rawAnalytics) => visits.map(({ id }) => id).sort();
    expect(idsOf(found.rawAnalytics)).toEqual(idsOf(rawAnalytics));
    expect(found.funnel).toEqual({ visitors, picker, checkout });
    expect(found.timeline.data).toEqual(timeline.data);
  },
);

test.each([
  [{ source: 'l.instagram.com' }, 1, 2],
  [{ source: 'direct' }, 1, 1],
  [{ campaign: 'summer' }, 1, 2],
  [{ page: '/about' }, 2, 3],
  [{ entry: '/about' }, 2, 3],
  [{ exit: '/' }, 1, 2],
  [{ entry: '/about', source: 'google.com' }, 1, 2],
  [{ source: 'elsewhere.example' }, 0, 0],
])('a filter narrows every figure to the visitors that match: %j', async (filter, people, views) => {
  await threeVisitors();
  const found = await breakdown(filter);
  expect(found.summary).toMatchObject({ totalVisitors: people, totalPageViews: views });
  expect(found.rawAnalytics).toHaveLength(views);
  const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
  expect([sum(found.sources), sum(found.geography.countries), sum(found.devices.data)]).toEqual([
    ...[people, people, people],
  ]);
  expect(found.timeline.data.reduce((all, { visitors }) => all + visitors, 0)).toBe(people);
  expect(found.funnel.visitors).toBe(people);
});

test('a country narrows as the list of countries counts', async () => {
  await threeVisitors();
  const [first] = (await breakdown()).geography.countries;
  expect((await breakdown({ country: first?.country })).summary.totalVisitors).toBe(first?.count);
});

test('the campaign is that of the page that sent the record', async () => {
  const from = (referer: string) => record({}, { headers: { referer } });
  await from(`${store.url}/?utm_campaign=summer%20sale&orderId=SECRET`);
  await breakdown();
  expect(await sql('select campaign from visits')).toEqual([{ campaign: 'summer sale' }]);
});

test('D-94: a tag of the link is the source, before the referrer, and no link names a word of the store', async () => {
  const from = (query: string, ip: string) =>
    record({ referrer: 'https://l.instagram.com/' }, { ip, headers: { referer: `${store.url}/?${query}` } });
  await from('utm_source=news&utm_medium=email', '8.8.8.8');
  await from('ref=friend', '8.8.4.4');
  await from('utm_source=withheld', '200.160.2.3');
  const { sources } = await breakdown();
  expect(sources).toEqual([named('friend', 1), named('l.instagram.com', 1), named('news', 1)]);
  expect((await breakdown({ source: 'news' })).summary.totalVisitors).toBe(1);
});

test('D-8, S-13: a campaign is stored short and without an email address', async () => {
  await record({ campaign: 'to=someone@mail.example' });
  await record({ page_url: '/about', campaign: `${'x'.repeat(101)}/` });
  await breakdown();
  expect(await sql('select campaign from visits order by id')).toEqual([
    { campaign: null },
    { campaign: 'x'.repeat(100) },
  ]);
});

test("A-62: an admin's own visits are counted in no figure", async () => {
  await record({}, { headers: { authorization: `Bearer ${store.adminToken}` } });
  expect((await breakdown()).summary.totalVisitors).toBe(0);
});

type Visit = {
  visitor: string;
  page: string;
  starts: boolean;
  seconds: number;
  returning: boolean;
  referrer: string | null;
  source: string | null;
  campaign: string | null;
  country: string;
};

/** Random visits of twenty visitors, in the order of their IDs; the facts of the connection belong to the visitor. */
function randomVisits(count: number): Visit[] {
  let seed = 11;
  const pick = <T>(all: readonly T[]) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return all[seed % all.length] as T;
  };
  const visitors = Array.from({ length: 20 }, (_, at) => `visitor ${at}`);
  const countries = new Map(visitors.map((visitor) => [visitor, pick(['Brazil', 'India', 'Portugal'])]));
  return Array.from({ length: count }, () => {
    const visitor = pick(visitors);
    return {
      visitor,
      page: pick(['/', '/pt', '/about', '/pt/about', '/checkout', '/pt/checkout', '/portugal']),
      starts: pick([true, false, false]),
      seconds: pick([0, 7, 60]),
      returning: pick([true, false, false, false]),
      referrer: pick([null, 'https://www.google.com/a', `${store.url}/`, 'https://Www.News.example:8080/x']),
      source: pick([null, null, 'news']),
      campaign: pick([null, 'summer', 'winter']),
      country: countries.get(visitor) ?? '',
    };
  });
}

const plain = (page: string) => (page === '/pt' ? '/' : page.replace(/^\/pt\//, '/'));

/** The same figures from all visits in memory. */
function readNaively(visits: readonly Visit[], filter: Record<string, string>) {
  const of = new Map<string, Visit[]>();
  for (const visit of visits) of.set(visit.visitor, [...(of.get(visit.visitor) ?? []), visit]);
  const people = [...of.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const host = first.referrer === null ? '' : new URL(first.referrer).hostname.replace(/^www\./, '');
    const source = first.source ?? (host === '' || host === new URL(store.url).hostname ? 'direct' : host);
    const pages = own.map(({ page }) => plain(page));
    const entries = own.filter(({ starts }) => starts).map(({ page }) => plain(page));
    const exits = own.filter((_, at) => own[at + 1]?.starts ?? true).map(({ page }) => plain(page));
    const person = { own, source, campaign: first.campaign, country: first.country, pages, entries, exits };
    const isMatch =
      (filter.source === undefined || filter.source === source) &&
      (filter.campaign === undefined || filter.campaign === first.campaign) &&
      (filter.country === undefined || filter.country === first.country) &&
      (filter.page === undefined || pages.includes(filter.page)) &&
      (filter.entry === undefined || entries.includes(filter.entry)) &&
      (filter.exit === undefined || exits.includes(filter.exit));
    return isMatch ? [person] : [];
  });
  const count = (names: readonly (string | null)[]) => {
    const counts = new Map<string, number>();
    for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .map(([name, times]) => named(name, times))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  };
  const viewed = count(people.flatMap(({ pages }) => [...new Set(pages)]));
  const views = new Map(count(people.flatMap(({ pages }) => pages)).map((one) => [one.name, one.count]));
  const saw = (page: string) => people.filter(({ pages }) => pages.includes(page)).length;
  return {
    summary: {
      totalVisitors: people.length,
      totalPageViews: people.reduce((sum, { pages }) => sum + pages.length, 0),
      returningVisitors: people.filter(({ own }) => own.some(({ returning }) => returning)).length,
    },
    funnel: { visitors: people.length, picker: saw('/'), checkout: saw('/checkout') },
    sources: count(people.map(({ source }) => source)),
    campaigns: count(people.map(({ campaign }) => campaign)),
    pages: viewed.map((one) => ({ ...one, views: views.get(one.name) ?? 0 })),
    entries: count(people.flatMap(({ entries }) => entries)),
    exits: count(people.flatMap(({ exits }) => exits)),
    timeline: [people.length],
  };
}

test('every filter, and two at once, gives the figures of a reading of all visits', async () => {
  const visits = randomVisits(400);
  const { database } = store.db;
  await database.pool.query(
    `insert into visits (visitor_key, visited_at, starts_session, page_url, referrer, source, campaign, ip_address, country,
       city, device_type, browser, os, session_seconds, "returning")
     select v.visitor, $2::timestamptz + v.at * interval '1 second', v.starts, v.page, v.referrer, v.source, v.campaign,
       '192.0.2.0', v.country, 'City', 'mobile', 'Chrome', 'Android', v.seconds, v."returning"
     from jsonb_to_recordset($1::jsonb) as v(at int, visitor text, page text, starts boolean, seconds int, "returning" boolean,
       referrer text, source text, campaign text, country text) order by v.at`,
    [
      JSON.stringify(visits.map((visit, at) => ({ ...visit, at }))),
      new Date(Date.now() + store.db.clockOffsetMs() - 10 * minuteMs),
    ],
  );
  const values = {
    source: ['direct', 'google.com', 'news', 'news.example'],
    campaign: ['summer', 'none of these'],
    country: ['Brazil', 'India'],
    page: ['/checkout', '/portugal'],
    entry: ['/about', '/'],
    exit: ['/', '/checkout'],
  };
  const filters: Record<string, string>[] = Object.entries(values).flatMap(([name, all]) =>
    all.map((value) => ({ [name]: value })),
  );
  for (const filter of [...filters, ...filters.map((one, at) => ({ ...one, ...filters[(at + 5) % filters.length] }))]) {
    const { timeline, ...found } = await breakdown(filter, 'month');
    const shown = timeline.data.map(({ visitors }) => visitors).filter((visitors) => visitors > 0);
    const { timeline: days, ...expected } = readNaively(visits, filter);
    expect(found, JSON.stringify(filter)).toMatchObject({ ...expected, is_cut: false });
    expect(shown, JSON.stringify(filter)).toEqual(days.filter((visitors) => visitors > 0));
  }
});
