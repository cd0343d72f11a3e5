// D-42: a step-up takes the strongest factor of the admin, and gives a bound session a new cookie.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { codeOf } from '../../../tests/support/authenticator-app.ts';
import { bindSession } from '../../../tests/support/bound-session.ts';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

const origin = 'http://localhost:3000';
const password = 'four words in a row';
let store: TestStore;
let people = 0;
beforeAll(async () => {
  store = await startStore({ PUBLIC_URL: origin });
  await store.admin.call('POST /api/admin/admins', { body: { email: 'model@shop.example', password } });
});
afterAll(() => store.stop());
/** Past every recent proof. */
beforeEach(() => store.advance(11 * 60_000));

/** An admin with a session of this minute. */
async function someone() {
  people += 1;
  const email = `someone${people}@shop.example`;
  await store.db.database.pool.query(
    `insert into admins (id, email, password_hash, created_at)
     select gen_random_uuid(), $1, (select password_hash from admins where email = 'model@shop.example'), now()`,
    [email],
  );
  return { email, admin: await bindSession(store, { email, password }) };
}

type Caller = Pick<Client, 'ask' | 'call'>;
const tryProtected = (admin: Caller) => admin.ask('DELETE /api/admin/sessions', {});
const byPassword = (admin: Caller) => admin.ask('POST /api/admin/step-up', { body: { password } });

async function addApp(admin: Caller): Promise<string> {
  const { secret } = await admin.call('POST /api/admin/second-factor', {});
  await admin.call('POST /api/admin/second-factor/confirm', { body: { code: codeOf(store, secret) } });
  return secret;
}

async function addPasskey(admin: Caller) {
  const key = createAuthenticator(origin);
  const options = await admin.call('POST /api/admin/passkeys/options', {});
  await admin.call('POST /api/admin/passkeys', { body: { name: 'Phone', response: key.create(options) } });
  return key;
}

const reasonOf = (factors: string[]) => ({
  reason: 'proof_required',
  params: { factors, isPasswordOnly: false },
});

const stepUpOptions = (admin: Caller) => admin.call('POST /api/admin/step-up/passkey/options', {});
const byPasskey = (admin: Caller, response: object) =>
  admin.ask('POST /api/admin/step-up/passkey', { body: { response: response as never } });

describe('D-42: the refusal names what the admin has, and the password counts only where there is nothing else', () => {
  test('the password without a second factor', async () => {
    const { admin } = await someone();
    store.advance(11 * 60_000);
    expect((await tryProtected(admin)).body).toEqual({
      code: 'step_up',
      factors: ['password'],
      message: 'Please enter your password again to continue.',
      ...reasonOf(['password']),
    });
    expect((await byPassword(admin)).status).toBe(200);
    expect((await tryProtected(admin)).status).toBe(200);
  });

  test('a code with an app: the right password is refused and proves nothing', async () => {
    const { admin } = await someone();
    const secret = await addApp(admin);
    store.advance(11 * 60_000);
    const message = 'Please enter a code of your authenticator app or enter a backup code to continue.';
    const factors = ['code', 'backup_code'];
    expect((await tryProtected(admin)).body).toEqual({ code: 'step_up', factors, message, ...reasonOf(factors) });
    expect(await byPassword(admin)).toMatchObject({ status: 403, body: { code: 'stronger_factor', factors, message } });
    expect((await tryProtected(admin)).body.code).toBe('step_up');
    expect((await admin.ask('POST /api/admin/step-up', { body: { code: codeOf(store, secret) } })).status).toBe(200);
    expect((await tryProtected(admin)).status).toBe(200);
  });

  test('a passkey, or a code beside it; each response once', async () => {
    const { admin } = await someone();
    const key = await addPasskey(admin);
    const secret = await addApp(admin);
    store.advance(11 * 60_000);
    const message =
      'Please use your passkey, enter a code of your authenticator app or enter a backup code to continue.';
    const factors = ['passkey', 'code', 'backup_code'];
    expect((await tryProtected(admin)).body).toEqual({ code: 'step_up', factors, message, ...reasonOf(factors) });
    expect((await byPassword(admin)).body).toEqual({ code: 'stronger_factor', factors, message, ...reasonOf(factors) });
    const response = key.get(await stepUpOptions(admin));
    expect(await byPasskey(admin, response)).toMatchObject({ status: 200, body: { success: true, expiresIn: 600 } });
    expect((await tryProtected(admin)).status).toBe(200);
    expect(await byPasskey(admin, response)).toMatchObject({ status: 403, body: { code: 'passkey_refused' } });
    store.advance(11 * 60_000);
    expect((await admin.ask('POST /api/admin/step-up', { body: { code: codeOf(store, secret) } })).status).toBe(200);
  });

  test('a sign-in by the password alone is no proof where there is a passkey, in an older session neither', async () => {
    const { email, admin } = await someone();
    const older = await bindSession(store, { email, password });
    await addPasskey(admin);
    const thief = await bindSession(store, { email, password });
    const [passkey] = await thief.call('GET /api/admin/passkeys', {});
    for (const session of [older, thief]) {
      const removed = await session.ask('DELETE /api/admin/passkeys/{id}', { params: { id: passkey?.id ?? '' } });
      const body = { code: 'step_up', factors: ['passkey', 'backup_code'], password_only: true };
      expect(removed).toMatchObject({ status: 403, body });
    }
    expect((await tryProtected(admin)).status).toBe(200);
  });

  test('not a passkey of somebody else, nor a challenge of a sign-in', async () => {
    const [first, second] = [await someone(), await someone()];
    const [key, other] = [await addPasskey(first.admin), await addPasskey(second.admin)];
    store.advance(11 * 60_000);
    const stolen = other.get(await stepUpOptions(first.admin));
    expect((await byPasskey(first.admin, stolen)).body.code).toBe('passkey_refused');
    const ofSignIn = key.get(await store.visitor.call('POST /api/admin/login/passkey/options', {}));
    expect((await byPasskey(first.admin, ofSignIn)).body.code).toBe('passkey_refused');
    const ofStepUp = key.get(await stepUpOptions(first.admin));
    const signIn = await store.visitor.ask('POST /api/admin/login/passkey', { body: { response: ofStepUp as never } });
    expect(signIn.status).toBe(401);
    expect((await tryProtected(first.admin)).body.code).toBe('step_up');
  });
});

describe('D-42: a step-up of a bound session', () => {
  test('gives a new cookie; the former one serves calls in flight for ten seconds', async () => {
    const { admin } = await someone();
    const former = admin.cookie();
    expect((await byPassword(admin)).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^applaud_session=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d{5}$/),
    ]);
    expect(admin.cookie()).not.toBe(former);
    const statusWith = async (cookie: string) =>
      (await store.as(admin.token).ask('GET /api/admin/verify', {}, { cookie })).status;
    expect(await Promise.all([statusWith(former), statusWith(admin.cookie())])).toEqual([200, 200]);
    store.advance(10_001);
    expect(await Promise.all([statusWith(former), statusWith(admin.cookie())])).toEqual([401, 200]);
  });

  test('twice at once gives one new cookie, and no call in between is refused', async () => {
    const { admin } = await someone();
    const calls = await Promise.all([
      byPassword(admin),
      admin.ask('GET /api/admin/verify', {}),
      byPassword(admin),
      admin.ask('GET /api/admin/verify', {}),
    ]);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(calls.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
    store.advance(11_000);
    expect((await admin.ask('GET /api/admin/verify', {})).status).toBe(200);
  });

  test('an unbound session gets no cookie', async () => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const body = { password: owner.password };
    const { status, headers } = await store.as(token).ask('POST /api/admin/step-up', { body });
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
  });
});
