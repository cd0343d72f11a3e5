import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tests/support/program.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { dayMs, minuteMs } from '../../../tests/support/visit-steps.ts';
import { onlineSeconds } from './presence.repository.ts';
import { flushPages, openPage } from './presence.service.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1' });
  beside = await startStore({ TRUST_PROXY: '1' }, store);
  // Minutes of these tests belong to one day, also when they run just before midnight.
  if ((Date.now() + 10 * minuteMs) % dayMs < 10 * minuteMs) store.advance(10 * minuteMs);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});

const visitor = (ip: string, userAgent = 'A browser', more = {}) => ({
  'x-forwarded-for': ip,
  'user-agent': userAgent,
  ...more,
});
const open = (page: string, headers: Record<string, string>, at = store) =>
  at.visitor.ask('POST /api/admin/track-user', { body: { page } }, headers);
const beat = (userId: string, page: string, headers = {}, at = store) =>
  at.visitor.ask('PATCH /api/admin/track-user/{userId}', { params: { userId }, body: { page } }, headers);
const look = (at = store) => at.admin.call('GET /api/admin/online-users', {});
const sql = async (text: string) => (await store.db.database.pool.query(text)).rows;

test('S-10: who is here is for admins only, and kept nowhere', async () => {
  const refused = await store.raw('/api/admin/online-users');
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
});

test('TRA-1, DATA-19, ADM-LIVE-1..4, A-64: an open page is listed at once, with its country and without its address', async () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
  const opened = await open('/checkout?orderId=SECRET', visitor('8.8.8.8', agent));
  expect(opened).toMatchObject({ status: 200, body: { userId: expect.stringMatching(/^[0-9a-f]{32}$/) } });
  expect(await look()).toEqual({
    uniqueOnlineUsers: 1,
    totalUsers: 1,
    todayUniqueVisitors: 1,
    timestamp: expect.stringMatching(/Z$/),
    users: [
      {
        id: opened.body.userId,
        ip: '8.8.8.0',
        country: 'United States',
        currentPage: '/checkout',
        userAgent: agent,
        lastActivity: expect.stringMatching(/Z$/),
      },
    ],
  });
});

test('A-64: two pages of one visitor are two sessions of one visitor; IPv6 addresses are cut too', async () => {
  for (const page of ['/', '/about']) await open(page, visitor('2001:4860:4860:1::5'));
  const { users, ...counts } = await look();
  expect(counts).toMatchObject({ uniqueOnlineUsers: 2, totalUsers: 3, todayUniqueVisitors: 2 });
  expect(users.map(({ ip }) => ip)).toEqual(['2001:4860:4860::', '2001:4860:4860::', '8.8.8.0']);
});

test('TRA-2, TRA-3, A-64: a beat moves the page and keeps it alive; silence of 90 s ends it, its session stays for a day', async () => {
  const { body } = await open('/', visitor('198.51.100.4'));
  store.advance((onlineSeconds - 10) * 1000);
  expect(await beat(body.userId, '/client?email=a@b')).toMatchObject({ status: 200, body: { success: true } });
  store.advance(20_000);
  const { users, ...counts } = await look();
  expect(users.map(({ id, currentPage }) => [id, currentPage])).toEqual([[body.userId, '/client']]);
  expect(counts).toMatchObject({ uniqueOnlineUsers: 1, totalUsers: 4, todayUniqueVisitors: 3 });
  store.advance(onlineSeconds * 1000);
  expect(await look()).toMatchObject({ uniqueOnlineUsers: 0, totalUsers: 4, users: [] });
});

test.each(['0123456789abcdef0123456789abcdef', 'nonsense', '%00', "' or 1=1"])(
  'A-64, S-12: a beat of %s, which nobody knows, is answered 404',
  async (userId) => {
    expect((await beat(userId, '/')).status).toBe(404);
  },
);

test.each(['about', '', `/${'x'.repeat(200)}`, 'https://elsewhere.example/', '/a\u0000b'])(
  'S-12: %j is no page',
  async (page) => {
    const opened = await open(page, visitor('198.51.100.5'));
    expect(opened).toMatchObject({ status: 400, body: { field: 'page' } });
  },
);

test('D-29: with GPC or DNT nothing is kept, and the browser is not asked to register again', async () => {
  const before = await sql('select count(*) from presence');
  for (const signal of [{ 'sec-gpc': '1' }, { dnt: '1' }]) {
    const headers = visitor('198.51.100.6', 'A browser', signal);
    const { status, body } = await open('/', headers);
    expect(status).toBe(200);
    expect((await beat(body.userId, '/about', headers)).status).toBe(200);
  }
  expect(await sql('select count(*) from presence')).toEqual(before);
});

test('D-8: no whole address is in the database, and the salt of a day is gone with it', async () => {
  await open('/', visitor('203.0.113.77'));
  expect(await sql("select from presence where ip_address ~ '[.]77$'")).toEqual([]);
  expect(await sql('select from visit_salts')).toHaveLength(1);
  store.advance(86_400_000);
  await open('/', visitor('203.0.113.77'));
  const keys = await sql("select distinct visitor_key from presence where ip_address = '203.0.113.0'");
  expect(keys).toHaveLength(2);
  expect(await sql('select from visit_salts')).toHaveLength(1);
});

describe('several processes', () => {
  test('see one picture: a page of the one beats at the other, and its next page is seen there within moments', async () => {
    const { body } = await open('/', visitor('198.51.100.20'));
    expect((await beat(body.userId, '/about', {}, beside)).status).toBe(200);
    expect((await login(beside)).users[0]).toMatchObject({ id: body.userId, currentPage: '/about' });
    await beat(body.userId, '/contact');
    await until('the other process sees it', async () => (await login(beside)).users[0]?.currentPage === '/contact');
  });

  test('S-12: the oldest are evicted, and every process makes them register again', async () => {
    const oldest = (await open('/', visitor('198.51.100.30'))).body.userId;
    await beat(oldest, '/', {}, beside);
    await login(beside);
    const call = {
      admin: null,
      keyHolder: null,
      ip: '198.51.100.31',
      userAgent: '',
      headers: {},
      rawBody: '',
      answerHeader: () => {},
    };
    for (let number = 0; number < 7; number += 1) await openPage(store.app.ctx, '/', call);
    await flushPages(store.app.ctx, 5);
    expect(await sql('select from presence')).toHaveLength(5);
    // The other process remembers it: it learns that it is gone when it writes.
    await beat(oldest, '/', {}, beside);
    await login(beside);
    expect((await beat(oldest, '/', {}, beside)).status).toBe(404);
  });
});

test('A-83: open pages are forgotten after a day, and so is who was here', async () => {
  store.advance(86_400_000 + 1_000);
  await store.app.jobHandlers.purge_expired({});
  expect(await sql('select from presence')).toEqual([]);
  expect(await sql('select from presence_visitors')).toEqual([]);
});

test('S-12: 30 new ids an hour for one address', async () => {
  const strict = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1' }, store);
  for (let number = 0; number < 30; number += 1) await open('/', visitor('192.0.2.1'), strict);
  const refused = await open('/', visitor('192.0.2.1'), strict);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await open('/', visitor('192.0.3.1'), strict)).status).toBe(200);
  await strict.stop();
});

/** The clocks were advanced, so the earlier session may have expired. */
async function login(at: TestStore) {
  const { token } = await at.visitor.call('POST /api/admin/login', {
    body: { email: 'owner@shop.example', password: 'a long enough password' },
  });
  return at.as(token).call('GET /api/admin/online-users', {});
}
