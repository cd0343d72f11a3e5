// An admin who looks at the store is no attack.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/support/program.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

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

async function limited(admin = store.admin) {
  const { alerts } = await admin.call('GET /api/admin/security-alerts', {});
  return alerts.filter(({ type }) => type === 'rate_limited').map(({ details }) => details.ip);
}

test('A-62: an admin who opens many pages of the store raises no rate_limited; a visitor does', async () => {
  const answers = await openPages('203.0.114.8', `Bearer ${store.adminToken}`);
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  await openPages('203.0.115.8', '');
  await until('the alert is there', async () => (await limited()).includes('203.0.115.8'));
  expect(await limited()).not.toContain('203.0.114.8');
});

// Last, because it moves the clock.
test('A-62: a token that has expired is no sign of an admin', async () => {
  store.advance(25 * 3_600_000);
  await openPages('203.0.116.8', `Bearer ${store.adminToken}`);
  const admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
  await until('the alert is there', async () => (await limited(admin)).includes('203.0.116.8'));
});
