import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { iphone } from '../../../tests/support/visit-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
});
afterAll(() => store.stop());
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;
beforeEach(() => sql('truncate visits, visit_people, visit_hours, visit_places, visit_machines'));

const record = (change: object, ip = '8.8.8.8') =>
  store.visitor.call(
    'POST /api/admin/visitor-analytics',
    { body: { page_url: '/', session_duration: 0, ...change } },
    { 'x-forwarded-for': ip, 'user-agent': iphone },
  );
const dashboard = () => store.admin.call('GET /api/admin/visitor-dashboard/{period}', { params: { period: 'day' } });

test('DATA-27, D-8: of the twelve fields all are kept but the user agent, of which only the classes are', async () => {
  await record({
    is_mobile: true,
    device_type: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    user_agent: iphone,
    page_url: '/about',
    session_duration: 7,
    referrer: 'https://search.example/?q=secret',
    screen_resolution: '390x844',
    timezone: 'America/Sao_Paulo',
    language: 'pt-BR',
    is_returning_visitor: false,
  });
  await dashboard();
  const [kept] = await sql('select * from visits');
  expect(kept).toMatchObject({
    device_type: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    page_url: '/about',
    session_seconds: 7,
    referrer: 'https://search.example/',
    screen_resolution: '390x844',
    timezone: 'America/Sao_Paulo',
    language: 'pt-BR',
    returning: false,
  });
  expect(JSON.stringify(kept)).not.toContain('Mozilla');
});

test('DATA-23: an unknown place is shown and counted as no country', async () => {
  await record({});
  await record({}, '10.1.2.3');
  const { geography } = await dashboard();
  expect(geography.totalCountries).toBe(1);
  expect(geography.countries.map(({ country }) => country).sort()).toEqual(['United States', 'Unknown']);
});
