// D-42: a page that nobody uses is signed out; calls of API clients have no idle end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstSessions } from '../../../contract/setting-fields.ts';
import { unattendedHeader } from '../../../contract/unattended-header.ts';
import { type BoundSession, bindSession } from '../../../tests/support/bound-session.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let session: BoundSession;
beforeAll(async () => {
  store = await startStore();
});
beforeEach(async () => {
  session = await bindSession(store);
});
afterAll(() => store.stop());

const minute = 60_000;
const statusOf = async (headers: Record<string, string> = {}) =>
  (await session.ask('GET /api/admin/verify', {}, headers)).status;
const lastUse = async (): Promise<Date | null> =>
  (
    await store.db.database.pool.query(
      'select last_used_at as at from admin_sessions where secret_hash is not null order by login_at desc limit 1',
    )
  ).rows[0].at;

/** The use is noted after the answer. */
async function useAndWait(): Promise<void> {
  const before = await lastUse();
  expect(await statusOf()).toBe(200);
  await expect.poll(() => lastUse()).not.toEqual(before);
}

const { read, inputOf, save } = settingsSteps(() => store);
async function saveIdle(minutes: number) {
  await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  return save((input) => {
    input.sessions = { idle_minutes: minutes as 30 };
  });
}

describe('D-42: a session of a page', () => {
  test('ends after 120 minutes without a use; each use prolongs it', async () => {
    expect(firstSessions.idle_minutes).toBe(120);
    store.advance(119 * minute);
    await useAndWait();
    store.advance(119 * minute);
    await useAndWait();
    store.advance(121 * minute);
    expect(await statusOf()).toBe(401);
    expect(await statusOf()).toBe(401);
  });

  test('is not prolonged by the page’s own refreshes, which work until then', async () => {
    for (let passed = 0; passed < 110; passed += 10) {
      store.advance(10 * minute);
      expect(await statusOf({ [unattendedHeader]: '1' })).toBe(200);
    }
    expect(await lastUse()).toBeNull();
    store.advance(11 * minute);
    expect(await statusOf({ [unattendedHeader]: '1' })).toBe(401);
  });

  test('notes its use once a minute at most', async () => {
    store.advance(2 * minute);
    await useAndWait();
    const noted = await lastUse();
    for (let call = 0; call < 5; call += 1) await statusOf();
    expect(await lastUse()).toEqual(noted);
  });

  test('the owner sets the time, for sessions that are open, too', async () => {
    expect((await saveIdle(30)).status).toBe(200);
    store.advance(31 * minute);
    expect(await statusOf()).toBe(401);
    expect((await saveIdle(firstSessions.idle_minutes)).status).toBe(200);
  });

  test.each([0, 29, 45, 1_441, null])('%s minutes are refused', async (minutes) => {
    expect(await saveIdle(minutes as number)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test('a manager cannot change the time', async () => {
    const manager = { email: 'manager@shop.example', password: 'four words in a row', role: 'manager' as const };
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    await store.admin.call('POST /api/admin/admins', { body: manager });
    const { token } = await store.visitor.call('POST /api/admin/login', { body: manager });
    const saved = await read();
    const body = {
      version: saved.version,
      settings: { ...inputOf(saved), sessions: { idle_minutes: 1_440 as const } },
    };
    const refused = await store.as(token).ask('PUT /api/admin/store-settings', { body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'no_role' } });
  });

  test('an unbound token has no idle end: it lives for 24 hours', async () => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    store.advance(23 * 60 * minute);
    expect((await store.as(token).ask('GET /api/admin/verify', {})).status).toBe(200);
    store.advance(61 * minute);
    expect((await store.as(token).ask('GET /api/admin/verify', {})).status).toBe(401);
  });
});
