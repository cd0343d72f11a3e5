// What visitors leave on the dashboard.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder } from '../../../tests/support/orders.ts';
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

const { clear, dashboard, record, sql } = visitSteps(() => store);

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
