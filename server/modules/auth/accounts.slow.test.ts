// The admins themselves: several of them, their sessions, passwords, known browsers and second factors.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf as codeOfApp } from '../../../tests/support/authenticator-app.ts';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => store.stop());
// Past every lock and every recent password.
beforeEach(() => store.advance(16 * 60_000));

type Login = { email: string; password: string; code?: string; deviceKey?: string };
const login = (body: Login) => store.visitor.ask('POST /api/admin/login', { body });
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const longPassword = 'four words in a row';
const wrong = 'not the password at all';
let people = 0;

async function signedIn(body: Login): Promise<Client & { token: string }> {
  const { token } = await store.visitor.call('POST /api/admin/login', { body });
  return { ...store.as(token), token };
}

/** Another admin, who is signed in. */
async function newcomer(): Promise<Client & { token: string; email: string; id: string }> {
  people += 1;
  const email = `person${people}@shop.example`;
  const first = await signedIn(owner);
  const { id } = await first.call('POST /api/admin/admins', { body: { email, password: longPassword } });
  return { ...(await signedIn({ email, password: longPassword })), email, id };
}

async function guessWrong(email: string, times: number, deviceKey?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) {
    const body = { email, password: wrong, ...(deviceKey ? { deviceKey } : {}) };
    statuses.push((await login(body)).status);
  }
  return statuses;
}

describe('several admins', () => {
  test('one lets another in, sees both, and removes the other, whose token is dead at once', async () => {
    const first = await signedIn(owner);
    const other = await newcomer();
    const listed = await other.call('GET /api/admin/admins', {});
    expect(listed[0]).toMatchObject({ email: owner.email, is_you: false, second_factor: false });
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({
      email: other.email,
      is_you: true,
      second_factor: false,
      last_sign_in_at: expect.stringMatching(/Z$/),
    });
    expect(await first.call('DELETE /api/admin/admins/{id}', { params: { id: other.id } })).toEqual({ success: true });
    expect((await other.ask('GET /api/admin/verify', {})).status).toBe(401);
    expect((await login({ email: other.email, password: longPassword })).status).toBe(401);
    expect((await first.ask('DELETE /api/admin/admins/{id}', { params: { id: other.id } })).status).toBe(404);
  });

  test('an email is taken once, whatever its case; nobody removes themselves', async () => {
    const first = await signedIn(owner);
    const body = { email: owner.email.toUpperCase(), password: longPassword };
    const taken = await first.ask('POST /api/admin/admins', { body });
    expect({ status: taken.status, field: taken.body.field }).toEqual({ status: 409, field: 'email' });
    const you = (await first.call('GET /api/admin/admins', {})).find(({ is_you }) => is_you);
    expect((await first.ask('DELETE /api/admin/admins/{id}', { params: { id: you?.id ?? '' } })).status).toBe(409);
  });

  test.each([
    [{ email: 'nobody', password: longPassword }, 'email'],
    [{ email: 'a@shop.example', password: 'eleven char' }, 'password'],
    [{ email: 'a@shop.example' }, 'password'],
    [{}, 'email'],
  ])('%j is refused by its field', async (body, field) => {
    const { status, body: refusal } = await (await signedIn(owner)).ask('POST /api/admin/admins', {
      body: body as Login,
    });
    expect({ status, field: refusal.field }).toEqual({ status: 400, field });
  });

  test('D-30: adding, removing and passwords need a recent password', async () => {
    const first = await signedIn(owner);
    store.advance(11 * 60_000);
    const answers = await Promise.all([
      first.ask('POST /api/admin/admins', { body: { email: 'late@shop.example', password: longPassword } }),
      first.ask('DELETE /api/admin/admins/{id}', { params: { id: crypto.randomUUID() } }),
      first.ask('POST /api/admin/password', { body: { password: longPassword } }),
      first.ask('POST /api/admin/device-key', { body: {} }),
      first.ask('POST /api/admin/second-factor', {}),
      first.ask('DELETE /api/admin/second-factor', {}),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'step_up']));
  });
});

describe('sessions', () => {
  test('are listed with the one that asks, and end one by one or all the others at once', async () => {
    const here = await newcomer();
    const there = await signedIn({ email: here.email, password: longPassword });
    const elsewhere = await signedIn({ email: here.email, password: longPassword });
    const listed = await here.call('GET /api/admin/sessions', {});
    expect(listed.map(({ is_this }) => is_this)).toEqual([false, false, true]);
    expect(listed[0]).toMatchObject({ ip: '127.0.0.1', user_agent: expect.any(String) });
    const id = listed[1]?.id ?? '';
    expect(await here.call('DELETE /api/admin/sessions/{id}', { params: { id } })).toEqual({ success: true });
    expect((await there.ask('GET /api/admin/verify', {})).status).toBe(401);
    expect((await elsewhere.ask('GET /api/admin/verify', {})).status).toBe(200);
    expect(await here.call('DELETE /api/admin/sessions', {})).toEqual({ success: true, ended_sessions: 1 });
    expect((await elsewhere.ask('GET /api/admin/verify', {})).status).toBe(401);
    expect(await here.call('GET /api/admin/sessions', {})).toHaveLength(1);
  });

  test('of another admin can be neither seen nor ended', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const [session] = await one.call('GET /api/admin/sessions', {});
    const ended = await other.ask('DELETE /api/admin/sessions/{id}', { params: { id: session?.id ?? '' } });
    expect(ended.status).toBe(404);
    expect((await one.ask('GET /api/admin/verify', {})).status).toBe(200);
  });

  test('a new password signs every other session out and forgets known browsers', async () => {
    const here = await newcomer();
    const { deviceKey } = await here.call('POST /api/admin/device-key', { body: {} });
    const there = await signedIn({ email: here.email, password: longPassword });
    const password = 'another four words in a row';
    expect(await here.call('POST /api/admin/password', { body: { password } })).toEqual({
      success: true,
      ended_sessions: 1,
      api_keys: [],
      webhooks: [],
    });
    expect((await there.ask('GET /api/admin/verify', {})).status).toBe(401);
    expect((await here.ask('GET /api/admin/verify', {})).status).toBe(200);
    expect((await login({ email: here.email, password: longPassword })).status).toBe(401);
    expect((await login({ email: here.email, password })).status).toBe(200);
    const again = await here.call('POST /api/admin/device-key', { body: { deviceKey } });
    expect(again.deviceKey).not.toBe(deviceKey);
    expect((await here.ask('POST /api/admin/password', { body: { password: 'short' } })).body.field).toBe('password');
  });
});

describe('D-22: a browser that signed in before', () => {
  test('signs in while strangers have locked the account and the address', async () => {
    const here = await newcomer();
    const { deviceKey } = await here.call('POST /api/admin/device-key', { body: {} });
    expect(await guessWrong(here.email, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login({ email: here.email, password: longPassword })).status).toBe(429);
    expect((await login({ email: here.email, password: longPassword, deviceKey })).status).toBe(200);
  });

  test('has a count of its own, which locks as well', async () => {
    const here = await newcomer();
    const { deviceKey } = await here.call('POST /api/admin/device-key', { body: {} });
    expect(await guessWrong(here.email, 6, deviceKey)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login({ email: here.email, password: longPassword, deviceKey })).status).toBe(429);
    store.advance(15 * 60_000 + 1_000);
    expect((await login({ email: here.email, password: longPassword, deviceKey })).status).toBe(200);
  });

  test('is known for its own account only, and an invented key is worth nothing', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const { deviceKey } = await one.call('POST /api/admin/device-key', { body: {} });
    await guessWrong(other.email, 5);
    for (const key of [deviceKey, 'x'.repeat(64)]) {
      expect((await login({ email: other.email, password: longPassword, deviceKey: key })).status).toBe(429);
    }
  });

  test('keeps its key at the next sign-in; of the key only a hash is stored', async () => {
    const here = await newcomer();
    const { deviceKey } = await here.call('POST /api/admin/device-key', { body: {} });
    expect(await here.call('POST /api/admin/device-key', { body: { deviceKey } })).toEqual({ deviceKey });
    const stored = await rows('select * from admin_devices where admin_id = $1', here.id);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(deviceKey);
  });

  test('D-30: strangers at the login keep nobody who is signed in from giving the password again', async () => {
    const here = await newcomer();
    await guessWrong(here.email, 5);
    expect((await here.ask('POST /api/admin/step-up', { body: { password: longPassword } })).status).toBe(200);
    const guesses = Array.from({ length: 6 }, () => here.ask('POST /api/admin/step-up', { body: { password: wrong } }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });
});

describe('the second factor', () => {
  const codeOf = (secret: string, aheadMs = 0) => codeOfApp(store, secret, aheadMs);

  async function withFactor() {
    const here = await newcomer();
    const { secret, uri } = await here.call('POST /api/admin/second-factor', {});
    const { backupCodes } = await here.call('POST /api/admin/second-factor/confirm', {
      body: { code: codeOf(secret) },
    });
    return { ...here, secret, uri, backupCodes };
  }

  test('is asked for once its first code was given, and not before', async () => {
    const here = await newcomer();
    const { secret, uri } = await here.call('POST /api/admin/second-factor', {});
    expect(uri).toContain(`secret=${secret}`);
    expect((await login({ email: here.email, password: longPassword })).status).toBe(200);
    const wrongCode = await here.ask('POST /api/admin/second-factor/confirm', { body: { code: '000000x' } });
    expect(wrongCode.status).toBe(403);
    await here.call('POST /api/admin/second-factor/confirm', { body: { code: codeOf(secret) } });
    const challenge = await login({ email: here.email, password: longPassword });
    expect(challenge).toMatchObject({ status: 401, body: { code: 'code_required' } });
    const [stored] = await rows('select * from admins where id = $1', here.id);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await here.ask('POST /api/admin/second-factor', {})).status).toBe(409);
  });

  test('a code is good once, and a neighbour in time is good too', async () => {
    const here = await withFactor();
    store.advance(60_000);
    const code = codeOf(here.secret, 30_000);
    const given = { email: here.email, password: longPassword, code: `${code.slice(0, 3)} ${code.slice(3)}` };
    expect((await login(given)).status).toBe(200);
    expect(await login(given)).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
    expect((await login({ ...given, code: codeOf(here.secret) })).status).toBe(403);
    expect((await login({ ...given, code: codeOf(here.secret, 90_000) })).status).toBe(403);
  });

  test('a code of as many signs that are no digits is a wrong one, here and at the sign-in', async () => {
    const here = await newcomer();
    await here.call('POST /api/admin/second-factor', {});
    const confirm = (code: string) => here.ask('POST /api/admin/second-factor/confirm', { body: { code } });
    for (const code of ['éèêëēė', '１２３４５６', '12345😀', '\0\0\0\0\0\0', ''])
      expect((await confirm(code)).status).toBe(403);
    const { email } = await withFactor();
    const refused = await login({ email, password: longPassword, code: 'éèêëēė' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
  });

  test('two sign-ins at once with one code: one is let in', async () => {
    const here = await withFactor();
    store.advance(60_000);
    const given = { email: here.email, password: longPassword, code: codeOf(here.secret) };
    const statuses = (await Promise.all([login(given), login(given)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 403]);
  });

  test('a backup code stands for one code, once; only hashes of them are stored', async () => {
    const here = await withFactor();
    expect(here.backupCodes).toHaveLength(10);
    const [code = ''] = here.backupCodes;
    const given = { email: here.email, password: longPassword, code: code.toUpperCase() };
    expect((await login(given)).status).toBe(200);
    expect((await login(given)).status).toBe(403);
    const stored = await rows('select code_hash from admin_backup_codes where admin_id = $1', here.id);
    expect(stored).toHaveLength(9);
    expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''));
  });

  test('wrong codes count as failed guesses and alert the owner; requesting the code does not count', async () => {
    const here = await withFactor();
    const right = { email: here.email, password: longPassword };
    for (let tries = 0; tries < 7; tries += 1) expect((await login(right)).status).toBe(401);
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) statuses.push((await login({ ...right, code: '000000' })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    const [told] = await rows(
      "select message from alerts where type = 'failed_login' and details->>'email' = $1 order by raised_at desc",
      here.email,
    );
    expect(told.message).toBe('A sign-in with the right password failed at the code.');
  });

  test('nobody without the password learns that there is one', async () => {
    const here = await withFactor();
    const answer = await login({ email: here.email, password: wrong, code: codeOf(here.secret) });
    expect(answer).toMatchObject({ status: 401, body: { message: 'Email ou senha incorretos. Tente novamente.' } });
    expect(answer.body.code).toBe('bad_credentials');
  });

  test('D-30: a code opens the guarded calls as a password does; switched off, none is asked for', async () => {
    const here = await withFactor();
    store.advance(11 * 60_000);
    expect((await here.ask('DELETE /api/admin/second-factor', {})).status).toBe(403);
    expect((await here.ask('POST /api/admin/step-up', { body: { code: '123' } })).status).toBe(403);
    expect((await here.ask('POST /api/admin/step-up', { body: { code: codeOf(here.secret) } })).status).toBe(200);
    expect(await here.call('DELETE /api/admin/second-factor', {})).toEqual({ success: true });
    expect((await login({ email: here.email, password: longPassword })).status).toBe(200);
    expect((await here.ask('DELETE /api/admin/second-factor', {})).status).toBe(404);
  });
});
