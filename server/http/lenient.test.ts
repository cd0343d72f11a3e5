// Refusals of what pages report in the background: their status is 200 when the page prefers it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { limits } from './rate-limits.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => store.stop());

function send(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  return store.raw(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const lenient = { prefer: 'handling=lenient' };
const visits = '/api/admin/visitor-analytics';

test('S-13: beyond the limit a record is refused with 429, or with 200 and the same body where the caller prefers it', async () => {
  const record = { page_url: '/', user_agent: 'Mozilla/5.0 Firefox/140.0' };
  for (let sent = 0; sent < limits.visitor_record.count; sent += 1) {
    const taken = await send('POST', visits, record, lenient);
    expect([taken.status, await taken.json()]).toEqual([200, { success: true }]);
  }
  const refused = await send('POST', visits, record);
  const preferred = await send('POST', visits, record, lenient);
  expect([refused.status, preferred.status]).toEqual([429, 200]);
  const body = await preferred.json();
  expect(body).toEqual(await refused.json());
  expect(body).toMatchObject({ code: 'rate_limited' });
  expect(Number(preferred.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(preferred.headers.get('preference-applied')).toBe('handling=lenient');
});

test('A-64: a beat of a forgotten page is answered 404, or 200 with the same body', async () => {
  const path = '/api/admin/track-user/forgotten';
  expect((await send('PATCH', path, { page: '/' })).status).toBe(404);
  const preferred = await send('PATCH', path, { page: '/' }, lenient);
  expect([preferred.status, await preferred.json()]).toEqual([200, expect.objectContaining({ code: 'not_found' })]);
});

test('other calls keep their status', async () => {
  const answer = await store.raw('/api/orders/ZZZZZZZZZZZZ', { headers: lenient });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([404, null]);
});
