import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder } from '../../tests/world/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/world/store.ts';
import { mostPagesPerDay } from './tally.ts';
import { createVisitsStore } from './visits-store.ts';

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/1 Safari/604.1';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
  beside = await startStore({ TRUST_PROXY: '1' }, store);
  // Noon, so that no test crosses midnight unless it means to.
  const now = Date.now();
  store.advance(now - (now % dayMs) + 1.5 * dayMs - now);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
const tables = ['visits', 'visit_people', 'visit_hours', 'visit_places', 'visit_machines', 'visit_exclusions'];
beforeEach(() => sql(`truncate ${tables.join()}`));

type From = { ip?: string; agent?: string; at?: TestStore; headers?: Record<string, string> };
const record = (change: object, { ip = '8.8.8.8', agent = chrome, at = store, headers = {} }: From = {}) =>
  at.visitor.ask(
    'POST /api/admin/visitor-analytics',
    { body: { page_url: '/', session_duration: 0, ...change } as { page_url: string } },
    { 'x-forwarded-for': ip, 'user-agent': agent, ...headers },
  );
/** The sign-in of before is over where clocks were moved on. */
async function dashboard(period: 'day' | 'week' | 'month' = 'day', at = store) {
  const { token } = await at.visitor.call('POST /api/admin/login', { body: owner });
  return at.as(token).call('GET /api/admin/visitor-dashboard/{period}', { params: { period } });
}
const rollUps = async () => [
  await sql('select * from visit_hours order by hour'),
  await sql('select * from visit_places order by grain, starts_at, country, city'),
  await sql('select * from visit_machines order by grain, starts_at, device_type, browser, os'),
];

test('S-10: the dashboard is for admins only, and kept nowhere; other periods are not offered', async () => {
  const refused = await store.raw('/api/admin/visitor-dashboard/day');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const headers = { authorization: `Bearer ${token}` };
  expect((await store.raw('/api/admin/visitor-dashboard/year', { headers })).status).toBe(400);
});

test('DATA-22..26: nothing is shown where nobody was, with every hour and day', async () => {
  const day = await dashboard('day');
  expect(day).toMatchObject({
    summary: {
      totalVisitors: 0,
      totalPageViews: 0,
      avgSessionDuration: 0,
      newVisitors: 0,
      returningVisitors: 0,
      retentionRate: 0,
    },
    geography: { totalCountries: 0, countries: [] },
    devices: { totalCombinations: 0, data: [] },
    rawAnalytics: [],
    excluded: [],
    funnel: { visitors: 0, picker: 0, checkout: 0, checkouts: 0, paid: 0, delivered: 0 },
  });
  expect(day.timeline.data).toHaveLength(24);
  expect(day.timeline.data.at(-1)).toEqual({ hour: '12:00', visitors: 0 });
  for (const [period, days] of [['week', 7] as const, ['month', 30] as const]) {
    const { data } = (await dashboard(period)).timeline;
    expect(data).toHaveLength(days);
    expect(data.every(({ day: name }) => /^\d{4}-\d\d-\d\d$/.test(name ?? ''))).toBe(true);
  }
});

test('TRA-4, A-62, DATA-22..27: a visit needs no token, and is seen at once in every part', async () => {
  const answer = await record({
    page_url: 'https://shop.example/checkout?orderId=SECRET#x',
    session_duration: 42,
    is_returning_visitor: true,
    is_mobile: false,
    device_type: 'desktop',
    browser: 'Chrome',
    os: 'Windows',
    user_agent: chrome,
    referrer: 'https://www.google.com/search?q=secret',
    screen_resolution: '1920x1080',
    timezone: 'America/Sao_Paulo',
    language: 'pt-BR',
  });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  const day = await dashboard();
  expect(day).toMatchObject({
    summary: {
      totalVisitors: 1,
      totalPageViews: 1,
      avgSessionDuration: 42,
      newVisitors: 0,
      returningVisitors: 1,
      retentionRate: 100,
    },
    geography: {
      totalCountries: 1,
      countries: [{ country: 'United States', city: 'Unknown', count: 1, percentage: 100 }],
    },
    timeline: { peakTime: { hour: '12:00', visitors: 1 } },
    devices: { totalCombinations: 1, data: [{ device_type: 'desktop', browser: 'Chrome', os: 'Windows', count: 1 }] },
    rawAnalytics: [
      {
        id: expect.any(Number),
        is_returning_visitor: true,
        ip_address: '8.8.8.0',
        country: 'United States',
        visit_date: expect.stringMatching(/Z$/),
        city: 'Unknown',
        device_type: 'desktop',
        browser: 'Chrome',
        session_duration: 42,
        page_url: '/checkout',
      },
    ],
    funnel: { visitors: 1, picker: 0, checkout: 1, checkouts: 0, paid: 0, delivered: 0 },
  });
  expect(await sql('select referrer, language, timezone, screen_resolution from visits')).toEqual([
    {
      referrer: 'https://www.google.com/search',
      language: 'pt-BR',
      timezone: 'America/Sao_Paulo',
      screen_resolution: '1920x1080',
    },
  ]);
  for (const period of ['week', 'month'] as const) {
    const longer = await dashboard(period);
    expect([longer.summary, longer.geography, longer.devices]).toEqual([day.summary, day.geography, day.devices]);
    expect(longer.timeline.peakTime).toEqual({ day: expect.any(String), visitors: 1 });
  }
});

describe('A-63: what is one visit, one session, one visitor', () => {
  test('a repeat for the same page within 30 minutes only lengthens it; later it is another', async () => {
    await record({ session_duration: 5 });
    await dashboard();
    for (const session_duration of [65, 125, 60]) await record({ session_duration });
    expect((await dashboard()).rawAnalytics).toMatchObject([{ session_duration: 125, page_url: '/' }]);
    store.advance(29 * minuteMs);
    await record({ session_duration: 200 });
    expect((await dashboard()).summary).toMatchObject({ totalVisitors: 1, totalPageViews: 1, avgSessionDuration: 200 });
    store.advance(31 * minuteMs);
    await record({ session_duration: 10 });
    const { summary } = await dashboard();
    expect(summary).toMatchObject({ totalVisitors: 1, totalPageViews: 2, avgSessionDuration: 105 });
  });

  test('pages of one sitting are one session, whose seconds add up', async () => {
    await record({ page_url: '/', session_duration: 30 });
    await record({ page_url: '/about', session_duration: 50 });
    expect((await dashboard()).summary).toMatchObject({ totalVisitors: 1, totalPageViews: 2, avgSessionDuration: 80 });
  });

  test('another address or another browser is another visitor; shares have one decimal', async () => {
    await record({ is_returning_visitor: true });
    await record({}, { agent: iphone });
    await record({}, { ip: '200.160.2.3' });
    const { summary, geography, devices } = await dashboard();
    expect(summary).toMatchObject({ totalVisitors: 3, newVisitors: 2, returningVisitors: 1, retentionRate: 33.3 });
    expect(geography).toEqual({
      totalCountries: 2,
      countries: [
        { country: 'United States', city: 'Unknown', count: 2, percentage: 66.7 },
        { country: 'Brazil', city: 'Unknown', count: 1, percentage: 33.3 },
      ],
    });
    expect(devices.data).toEqual([
      { device_type: 'desktop', browser: 'Chrome', os: 'Windows', count: 2 },
      { device_type: 'mobile', browser: 'Safari', os: 'iOS', count: 1 },
    ]);
  });

  test('many processes and many at once count a visitor once', async () => {
    const all = Array.from({ length: 40 }, (_, number) =>
      record({ page_url: `/page-${number % 4}`, session_duration: number }, { at: number % 2 ? beside : store }),
    );
    await Promise.all(all);
    await dashboard('day', beside);
    const { summary, rawAnalytics } = await dashboard();
    expect(summary).toMatchObject({ totalVisitors: 1, totalPageViews: 4, avgSessionDuration: 36 + 37 + 38 + 39 });
    expect(rawAnalytics.map(({ page_url }) => page_url).sort()).toEqual(['/page-0', '/page-1', '/page-2', '/page-3']);
  });

  test('D-29: on the next day the same visitor is somebody else', async () => {
    await record({});
    await dashboard();
    store.advance(dayMs);
    await record({});
    expect((await dashboard('week')).summary).toMatchObject({ totalVisitors: 2, totalPageViews: 2 });
    expect((await dashboard('day')).summary).toMatchObject({ totalVisitors: 1 });
    const keys = await sql('select distinct visitor_key from visits');
    expect(keys).toHaveLength(2);
  });

  test('the last 24 hours hold who was last here in them, counted once, whatever hours they visited in', async () => {
    await record({});
    await dashboard();
    store.advance(2 * hourMs);
    await record({});
    await record({ page_url: '/about' }, { ip: '200.160.2.3' });
    const day = await dashboard('day');
    expect(day.summary).toMatchObject({ totalVisitors: 2, totalPageViews: 3 });
    expect(day.timeline.data.filter(({ visitors }) => visitors > 0).map(({ visitors }) => visitors)).toEqual([1, 2]);
    expect(day.geography.countries.map(({ count }) => count)).toEqual([1, 1]);
    expect((await dashboard('week')).timeline.data.at(-1)?.visitors).toBe(2);
    // Now the first hour is out of the window, and the visitor is still in it.
    store.advance(23 * hourMs);
    expect((await dashboard('day')).summary).toMatchObject({ totalVisitors: 2, totalPageViews: 2 });
    store.advance(hourMs);
    expect((await dashboard('day')).summary).toMatchObject({ totalVisitors: 0 });
  });
});

describe('who is left out, and counted', () => {
  const excluded = async () =>
    Object.fromEntries((await dashboard()).excluded.map(({ reason, count }) => [reason, count]));

  test('A-62: the staff, by a token of ours, also one that is over; a forged one leaves nobody out', async () => {
    const authorization = `Bearer ${store.adminToken}`;
    await record({}, { headers: { authorization } });
    await record({}, { headers: { authorization: 'Bearer a.b.c' }, ip: '200.160.2.3' });
    expect(await excluded()).toEqual({ staff: 1 });
    expect((await dashboard()).summary.totalVisitors).toBe(1);
  });

  test('D-8, D-29, S-13: whoever sends GPC or DNT', async () => {
    await record({}, { headers: { 'sec-gpc': '1' } });
    await record({}, { headers: { dnt: '1' } });
    expect(await excluded()).toEqual({ dnt: 1, gpc: 1 });
    expect(await sql('select from visits')).toEqual([]);
    expect(await sql('select from visit_people')).toEqual([]);
  });

  test.each([
    ['bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', {}],
    ['bot', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36', {}],
    ['bot', 'facebookexternalhit/1.1', {}],
    ['program', 'curl/8.5.0', {}],
    ['program', 'python-requests/2.32', {}],
    ['prefetch', chrome, { 'sec-purpose': 'prefetch;prerender' }],
  ])('S-13: %s: %s', async (reason, agent, headers) => {
    expect((await record({}, { agent, headers })).status).toBe(200);
    expect(await excluded()).toEqual({ [reason]: 1 });
    expect((await dashboard()).summary.totalVisitors).toBe(0);
  });

  test('S-13: a visitor of more pages than anybody reads in a day', async () => {
    await record({});
    await dashboard();
    await sql(`update visit_people set pages = ${mostPagesPerDay}`);
    await record({ page_url: '/one-more' });
    await record({ session_duration: 9 });
    expect(await excluded()).toEqual({ flood: 1 });
    expect((await dashboard()).summary).toMatchObject({ totalPageViews: 1, avgSessionDuration: 9 });
  });
});

describe('S-13: what is sent is not trusted', () => {
  test('unknown words, forged addresses and impossible times are not kept', async () => {
    const { status } = await record(
      {
        ip_address: '1.2.3.4',
        country: 'Atlantis',
        city: 'Atlantis',
        visitor_key: 'forged',
        device_type: 'toaster',
        browser: '<b>',
        os: 'x'.repeat(2_000),
        session_duration: 1e12,
        referrer: 'javascript:alert(1)',
        screen_resolution: 'wide',
        timezone: "'; drop",
        language: '<en>',
      },
      { agent: iphone },
    );
    expect(status).toBe(200);
    const { rawAnalytics, devices } = await dashboard();
    expect(rawAnalytics).toMatchObject([{ ip_address: '8.8.8.0', country: 'United States', session_duration: 14_400 }]);
    expect(devices.data).toEqual([{ device_type: 'mobile', browser: 'Safari', os: 'iOS', count: 1 }]);
    expect(await sql('select referrer, screen_resolution, timezone, language from visits')).toEqual([
      { referrer: null, screen_resolution: null, timezone: null, language: null },
    ]);
  });

  test.each([
    [{ page_url: 'javascript:alert(1)' }],
    [{ page_url: `/${'x'.repeat(300)}` }],
    [{ page_url: '/a\u0000b' }],
    [{ page_url: 7 }],
    [{ session_duration: 'long' }],
    [{ user_agent: 'x'.repeat(3_000) }],
  ])('%j is refused', async (change) => {
    expect((await record(change)).status).toBe(400);
  });

  test('negative times, zero bytes in words and half characters do no harm to the others of a batch', async () => {
    await record({ session_duration: -5, user_agent: `${chrome}\u0000`, language: '\ud800' });
    await record({}, { ip: '200.160.2.3' });
    expect((await dashboard()).summary).toMatchObject({ totalVisitors: 2, avgSessionDuration: 0 });
  });

  test('the key of a receipt is not kept', async () => {
    await record({ page_url: '/receipt/ABC/the-key?x' });
    expect((await dashboard()).rawAnalytics[0]?.page_url).toBe('/receipt');
  });

  test('20 a minute for one address', async () => {
    const strict = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' }, store);
    for (let number = 0; number < 20; number += 1) await record({}, { at: strict });
    const refused = await record({}, { at: strict });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    await strict.stop();
  });
});

test('DATA-18, A-61: the funnel runs from visitors over the picker and the checkout to orders paid and delivered', async () => {
  for (const page of ['/', '/checkout']) await record({ page_url: page });
  await record({ page_url: '/pt' }, { ip: '200.160.2.3' });
  await record({ page_url: '/about' }, { ip: '200.160.2.4' });
  const before = (await dashboard('week')).funnel;
  expect(before).toMatchObject({ visitors: 3, picker: 2, checkout: 1 });
  const paid = await paidOrder(store);
  await sql(`update orders set status = 'completed' where id = '${paid.id}'`);
  for (const period of ['day', 'week', 'month'] as const) {
    expect((await dashboard(period)).funnel).toEqual({
      ...before,
      checkouts: before.checkouts + 1,
      paid: before.paid + 1,
      delivered: before.delivered + 1,
    });
  }
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const { conversionFunnel } = await store.as(token).call('GET /api/admin/advanced-stats', {});
  expect(conversionFunnel.visitors).toBe(3);
});

describe('roll-ups', () => {
  test('made anew from the visits they are the same, whatever happened in which order', async () => {
    const ips = ['8.8.8.8', '200.160.2.3', '2001:4860:4860::8888', '127.0.0.1'];
    const pages = ['/', '/pt', '/checkout', '/about', '/pt/checkout'];
    let seed = 7;
    const pick = <T>(all: readonly T[]) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return all[seed % all.length] as T;
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 15 }, () =>
          record(
            {
              page_url: pick(pages),
              session_duration: pick([0, 7, 60, 900]),
              is_returning_visitor: pick([true, false]),
            },
            { ip: pick(ips), agent: pick([chrome, iphone]), at: pick([store, beside]) },
          ),
        ),
      );
      await dashboard('day', beside);
      await dashboard();
      store.advance(pick([minuteMs, 20 * minuteMs, 50 * minuteMs, 3 * hourMs, 9 * hourMs]));
    }
    const counted = await rollUps();
    const shown = await dashboard('month');
    expect(shown.summary.totalVisitors).toBeGreaterThan(8);
    await createVisitsStore(store.db.database).rebuild();
    expect(await rollUps()).toEqual(counted);
    expect(await dashboard('month')).toEqual(shown);
  });

  test('D-8, A-83: visits are forgotten after 30 whole days, what they came to stays, also when it is made anew', async () => {
    await record({ session_duration: 20 });
    await dashboard();
    store.advance(25 * dayMs);
    await record({});
    const { summary } = await dashboard('month');
    expect(summary).toMatchObject({ totalVisitors: 2 });
    store.advance(7 * dayMs);
    const counted = await rollUps();
    await store.app.jobHandlers.purge_expired({});
    expect(await sql('select from visits')).toHaveLength(1);
    expect(await sql('select from visit_people')).toHaveLength(0);
    await createVisitsStore(store.db.database).rebuild();
    expect(await rollUps()).toEqual(counted);
  });
});
