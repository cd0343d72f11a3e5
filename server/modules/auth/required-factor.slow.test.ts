// A second factor required of every admin: what stays open to one without, on every process, and who may require it.
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { endpoints } from '../../../contract/index.ts';
import { liveClose } from '../../../contract/live.ts';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { codeOf } from '../../../tests/support/authenticator-app.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

const origin = 'http://localhost:3000';
const password = 'four words in a row';
let store: TestStore;
/** Another process of the same store. */
let other: TestStore;
let people = 0;
beforeAll(async () => {
  store = await startStore({ PUBLIC_URL: origin, RATE_LIMIT_FACTOR: '3' });
  other = await startStore({ PUBLIC_URL: origin, RATE_LIMIT_FACTOR: '3' }, store);
  await store.admin.call('POST /api/admin/admins', { body: { email: 'model@shop.example', password } });
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});
/** Past every lock and every recent password. */
beforeEach(() => store.advance(16 * 60_000));

const login = (email: string, given: { password?: string; code?: string } = {}) =>
  store.visitor.ask('POST /api/admin/login', { body: { email, password, ...given } });
const { save, read } = settingsSteps(() => store);
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const required = (value: boolean) => (input: { require_second_factor: boolean }) => {
  input.require_second_factor = value;
};

/** An admin without a second factor, with the session they begin. */
async function newcomer() {
  people += 1;
  const email = `newcomer${people}@shop.example`;
  await rows(
    `insert into admins (id, email, password_hash, created_at)
     select gen_random_uuid(), $1, (select password_hash from admins where email = 'model@shop.example'), now()`,
    email,
  );
  const { body } = await login(email);
  return { email, token: body.token, here: store.as(body.token), there: other.as(body.token) };
}

/** Signs the first admin in with a code of their app. */
let ownersSecret = '';
async function ownerWithCode() {
  store.advance(60_000);
  const { body } = await login(owner.email, { password: owner.password, code: codeOf(store, ownersSecret) });
  return store.as(body.token);
}

async function requireIt(value: boolean) {
  const admin = await ownerWithCode();
  return save(required(value), { ...store, admin });
}

async function setUpApp(here: Awaited<ReturnType<typeof newcomer>>['here']): Promise<string> {
  const { secret } = await here.call('POST /api/admin/second-factor', {});
  await here.call('POST /api/admin/second-factor/confirm', { body: { code: codeOf(store, secret) } });
  return secret;
}

describe('who requires it', () => {
  test('is an admin who has one, with a recent password; it stands in the history and in the audit log', async () => {
    const admin = store.as((await login(owner.email, { password: owner.password })).body.token);
    expect((await read()).settings.require_second_factor).toBe(false);
    const locksOut = await save(required(true), { ...store, admin });
    expect(locksOut).toMatchObject({
      status: 409,
      body: { code: 'second_factor_missing', field: 'require_second_factor', message: expect.stringMatching(/own/) },
    });
    ownersSecret = await setUpApp(admin);
    store.advance(11 * 60_000);
    expect(await save(required(true), { ...store, admin })).toMatchObject({ status: 403, body: { code: 'step_up' } });
    expect((await read()).settings.require_second_factor).toBe(false);

    expect((await requireIt(true)).body.settings.require_second_factor).toBe(true);
    const again = await ownerWithCode();
    const [step] = await again.call('GET /api/admin/store-settings/history', { query: { limit: 1 } });
    expect(step).toMatchObject({
      changed_by: owner.email,
      changes: [{ field: 'require_second_factor', before: 'false', after: 'true' }],
    });
    const [entry] = await rows(
      "select action, details from audit_log where action = 'settings.saved' order by id desc limit 1",
    );
    expect(entry.details).toMatchObject({ fields: ['require_second_factor'] });
  });

  test('D-30: taking the requirement back asks for a recent password as well', async () => {
    const admin = await ownerWithCode();
    store.advance(11 * 60_000);
    expect(await save(required(false), { ...store, admin })).toMatchObject({ status: 403, body: { code: 'step_up' } });
  });
});

describe('where it is required, an admin without one', () => {
  /** What sets one up, the own account, and the way out: nothing is added here by accident. */
  const open = [
    'stepUp verify logout changePassword listSessions endSession endOtherSessions makeDeviceKey',
    'startSecondFactor confirmSecondFactor listPasskeys startPasskey addPasskey',
  ].flatMap((line) => line.split(' '));

  test('signs in as before, receives what is missing, and reaches nothing else, on any process', async () => {
    const { email, token, here, there } = await newcomer();
    expect((await login(email)).body).toEqual({ token: expect.any(String), expiresIn: 86_400 });
    expect(await there.call('GET /api/admin/verify', {})).toMatchObject({ second_factor_required: true });
    const guarded = Object.entries(endpoints).filter(([, { access }]) => access !== 'public');
    expect(guarded.filter(([, call]) => call.beforeSecondFactor).map(([name]) => name)).toEqual(
      expect.arrayContaining(open),
    );
    for (const [name, { method, path, beforeSecondFactor }] of guarded) {
      expect(beforeSecondFactor ?? false, name).toBe(open.includes(name));
      if (beforeSecondFactor) continue;
      for (const process of [store, other]) {
        const headers = { authorization: `Bearer ${token}` };
        const response = await process.raw(path.replace(/\{\w+\}/g, 'AAAAAAAAAAAA'), { method, headers });
        expect({ name, status: response.status, body: await response.json() }).toEqual({
          name,
          status: 403,
          body: { code: 'second_factor_required', message: expect.stringMatching(/^This store asks .*\.$/) },
        });
      }
    }
    expect(await here.call('GET /api/admin/sessions', {})).toHaveLength(2);
    expect((await here.ask('POST /api/admin/device-key', { body: {} })).status).toBe(200);
    expect(await here.call('DELETE /api/admin/sessions', {})).toEqual({ success: true, ended_sessions: 1 });
    expect(await here.call('POST /api/admin/logout', {})).toEqual({ success: true });
  });

  test('A-66: hears nothing over the websocket', async () => {
    const { token } = await newcomer();
    expect(await closedWith(token)).toBe(liveClose.unauthorized);
  });

  test('reaches everything on every process once an app is set up; a session of the password alone is dead then', async () => {
    const { email, here, there } = await newcomer();
    const alone = store.as((await login(email)).body.token);
    const secret = await setUpApp(here);
    expect((await there.ask('GET /api/orders', { query: {} })).status).toBe(200);
    expect(await there.call('GET /api/admin/verify', {})).not.toHaveProperty('second_factor_required');
    expect((await alone.ask('GET /api/admin/sessions', {})).status).toBe(401);
    store.advance(60_000);
    const { body } = await login(email, { code: codeOf(store, secret) });
    expect((await other.as(body.token).ask('GET /api/orders', { query: {} })).status).toBe(200);
    await store.as(body.token).call('DELETE /api/admin/second-factor', {});
    expect((await other.as(body.token).ask('GET /api/orders', { query: {} })).body.code).toBe('second_factor_required');
  });

  test('may add a passkey instead; from then on the password alone signs in no more, and says so to who knows it', async () => {
    const { email, here, there } = await newcomer();
    const key = createAuthenticator(origin);
    const options = await here.call('POST /api/admin/passkeys/options', {});
    await here.call('POST /api/admin/passkeys', { body: { name: 'Phone', response: key.create(options) } });
    expect((await there.ask('GET /api/orders', { query: {} })).status).toBe(200);

    for (let tries = 0; tries < 20; tries += 1) {
      expect(await login(email)).toMatchObject({ status: 401, body: { code: 'passkey_required' } });
    }
    const wrong = await login(email, { password: 'not the password at all' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'bad_credentials']);
    const challenge = await store.visitor.call('POST /api/admin/login/passkey/options', {});
    const signedIn = await store.visitor.call('POST /api/admin/login/passkey', {
      body: { response: key.get(challenge) },
    });
    expect((await other.as(signedIn.token).ask('GET /api/orders', { query: {} })).status).toBe(200);
  });

  test('reaches everything again as soon as it is required no more', async () => {
    const { here, there } = await newcomer();
    expect((await here.ask('GET /api/orders', { query: {} })).status).toBe(403);
    expect((await requireIt(false)).status).toBe(200);
    for (const admin of [here, there]) expect((await admin.ask('GET /api/orders', { query: {} })).status).toBe(200);
    expect((await requireIt(true)).status).toBe(200);
    expect((await there.ask('GET /api/orders', { query: {} })).status).toBe(403);
  });
});

/** The code that the store ends a websocket with, after its first message. */
async function closedWith(token: string): Promise<number> {
  const socket = new WebSocket(`${other.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token }));
  const [code] = await once(socket, 'close');
  return code;
}
