import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestStore } from '../../../tests/support/store.ts';
import { chrome, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';
import { mostPagesPerDay } from './tally.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());
beforeEach(() => clear());

const { clear, dashboard, record, sql } = visitSteps(() => store);

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

  test('S-13: more visitors from one address in a day than a house has, however their browsers are named', async () => {
    const strict = await startStoreAtNoon({ RATE_LIMIT_FACTOR: '1' });
    try {
      const there = visitSteps(() => strict);
      for (let n = 0; n < 130; n += 1) {
        if (n % 20 === 0) strict.advance(61_000);
        expect((await there.record({ user_agent: `${chrome} ${n}` }, { agent: `${chrome} ${n}` })).status).toBe(200);
      }
      const { excluded: leftOut, summary } = await there.dashboard();
      expect(summary.totalVisitors).toBe(100);
      expect(leftOut).toMatchObject([{ reason: 'flood', count: 30 }]);
    } finally {
      await strict.stop();
    }
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
