// An admin who looks at the store is no attack.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/support/program.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => store.stop());

function openPages(ip: string, authorization: string) {
  return Promise.all(
    Array.from({ length: 25 }, (_, at) =>
      store.visitor.ask(
        'POST /api/admin/visitor-analytics',
        { body: { page_url: `/${at}` } },
        { 'x-forwarded-for': ip, authorization },
      ),
    ),
  );
}

test('A-62: an admin who opens many pages of the store raises no rate_limited; a visitor does', async () => {
  const limited = async () =>
    (await store.admin.call('GET /api/admin/security-alerts', {})).alerts
      .filter(({ type }) => type === 'rate_limited')
      .map(({ details }) => details.ip);
  const answers = await openPages('203.0.114.8', `Bearer ${store.adminToken}`);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  await openPages('203.0.115.8', '');
  await until('the alert is there', async () => (await limited()).includes('203.0.115.8'));
  expect(await limited()).not.toContain('203.0.114.8');
});
