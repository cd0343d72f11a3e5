import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { chrome, iphone, startStoreAtNoon, visitSteps } from '../../../tests/support/visit-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStoreAtNoon();
});
afterAll(() => store.stop());
beforeEach(() => clear());

const { clear, dashboard, record, sql } = visitSteps(() => store);

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
