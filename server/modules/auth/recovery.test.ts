// D-58: backup codes of either kind of factor, every factor as a proof, and the reset of another admin's factors.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { codeOf } from '../../../tests/support/authenticator-app.ts';
import type { Client } from '../../../tests/support/client.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

const origin = 'http://localhost:3000';
const password = 'four words in a row';
let store: TestStore;
let people = 0;
beforeAll(async () => {
  store = await startStore({ PUBLIC_URL: origin });
  await store.admin.call('POST /api/admin/admins', { body: { email: 'model@shop.example', password } });
});
afterAll(() => store.stop());
/** Past every recent proof of an earlier test. */
beforeEach(() => store.advance(11 * 60_000));

type Caller = Pick<Client, 'ask' | 'call'>;
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const login = (email: string, given: { password?: string; code?: string } = {}) =>
  store.visitor.ask('POST /api/admin/login', { body: { email, password, ...given } });
const signIn = async (email: string) => store.as((await login(email)).body.token);

/** A new admin with a session of this minute. */
async function someone(role = 'owner') {
  people += 1;
  const email = `recovers${people}@shop.example`;
  const [{ id }] = await rows(
    `insert into admins (id, email, password_hash, role, created_at)
     select gen_random_uuid(), $1, (select password_hash from admins where email = 'model@shop.example'), $2, now()
     returning id`,
    email,
    role,
  );
  return { id: id as string, email, admin: await signIn(email) };
}

async function addApp(admin: Caller) {
  const { secret } = await admin.call('POST /api/admin/second-factor', {});
  const { backupCodes } = await admin.call('POST /api/admin/second-factor/confirm', {
    body: { code: codeOf(store, secret) },
  });
  return { secret, backupCodes };
}

async function addPasskey(admin: Caller, name = 'Phone') {
  const key = createAuthenticator(origin);
  const options = await admin.call('POST /api/admin/passkeys/options', {});
  return { key, ...(await admin.call('POST /api/admin/passkeys', { body: { name, response: key.create(options) } })) };
}

const kinds = {
  passkey: addPasskey,
  app: addApp,
};
const codeFormat = /^[0-9a-f]{5}-[0-9a-f]{5}$/;
const tryProtected = (admin: Caller) => admin.ask('DELETE /api/admin/sessions', {});
const byCode = (admin: Caller, code: string) => admin.ask('POST /api/admin/step-up', { body: { code } });
const { save } = settingsSteps(() => store);
const requireFactor = (value: boolean, admin: Client) =>
  save(
    (input) => {
      input.require_second_factor = value;
    },
    { ...store, admin },
  );
const codesLeft = async (admin: Caller) => (await admin.call('GET /api/admin/verify', {})).backup_codes;

describe('D-58: ten backup codes', () => {
  test.each(['passkey', 'app'] as const)(
    'come with a %s as the first factor, once, and each opens once',
    async (kind) => {
      const { admin } = await someone();
      expect(await codesLeft(admin)).toBeUndefined();
      const { backupCodes } = await kinds[kind](admin);
      expect(new Set(backupCodes).size).toBe(10);
      for (const code of backupCodes) expect(code).toMatch(codeFormat);
      expect(await codesLeft(admin)).toBe(10);
      const [first = '', second = ''] = backupCodes;
      store.advance(11 * 60_000);
      expect((await tryProtected(admin)).status).toBe(403);
      expect((await byCode(admin, ` ${first.toUpperCase().replace('-', ' ')}`)).status).toBe(200);
      expect((await tryProtected(admin)).status).toBe(200);
      expect(await codesLeft(admin)).toBe(9);
      expect((await byCode(admin, first)).body.code).toBe('wrong_code');
      const answers = await Promise.all([byCode(admin, second), byCode(admin, second)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    },
  );

  test.each([
    ['passkey', 'app'],
    ['app', 'passkey'],
    ['passkey', 'passkey'],
  ] as const)('come with the first of %s and %s only, and stay while one of them does', async (first, second) => {
    const { admin } = await someone();
    const { backupCodes } = await kinds[first](admin);
    const added = await kinds[second](admin);
    expect(added.backupCodes).toEqual([]);
    const passkeys = await admin.call('GET /api/admin/passkeys', {});
    const removals = [
      ...passkeys.map(
        ({ id }) =>
          () =>
            admin.call('DELETE /api/admin/passkeys/{id}', { params: { id } }),
      ),
      ...(first === 'app' || second === 'app' ? [() => admin.call('DELETE /api/admin/second-factor', {})] : []),
    ];
    expect(removals).toHaveLength(2);
    await removals[0]?.();
    expect(await codesLeft(admin)).toBe(10);
    expect((await byCode(admin, backupCodes[0] ?? '')).status).toBe(200);
    await removals[1]?.();
    expect(await codesLeft(admin)).toBeUndefined();
    expect(
      await rows(
        'select from admin_backup_codes where admin_id = (select id from admins where email = $1)',
        (await admin.call('GET /api/admin/verify', {})).user.email,
      ),
    ).toEqual([]);
  });

  test('are made again by who has a factor, after a proof; the former ones end', async () => {
    const { admin } = await someone();
    const none = await admin.ask('POST /api/admin/second-factor/backup-codes', {});
    expect(none).toMatchObject({ status: 409, body: { code: 'conflict', message: expect.stringMatching(/passkey/) } });
    const { key, backupCodes } = await addPasskey(admin);
    // An admin whose passkey is older than the codes.
    await rows('delete from admin_backup_codes where admin_id in (select admin_id from admin_passkeys)');
    expect(await codesLeft(admin)).toBe(0);
    store.advance(11 * 60_000);
    const stale = await admin.ask('POST /api/admin/second-factor/backup-codes', {});
    expect(stale).toMatchObject({ status: 403, body: { code: 'step_up', factors: ['passkey'] } });
    const options = await admin.call('POST /api/admin/step-up/passkey/options', {});
    await admin.call('POST /api/admin/step-up/passkey', { body: { response: key.get(options) as never } });
    const made = await admin.call('POST /api/admin/second-factor/backup-codes', {});
    expect(new Set(made.backupCodes).size).toBe(10);
    const again = await admin.call('POST /api/admin/second-factor/backup-codes', {});
    expect(await codesLeft(admin)).toBe(10);
    for (const code of [backupCodes[0], made.backupCodes[0]]) {
      expect((await byCode(admin, code ?? '')).body.code).toBe('wrong_code');
    }
    expect((await byCode(admin, again.backupCodes[0] ?? '')).status).toBe(200);
    const noticed = await rows("select message from alerts where message like 'An admin made new backup codes.%'");
    expect(noticed.length).toBe(2);
  });

  test('come with a second factor where none are left', async () => {
    const { id, admin } = await someone();
    await addPasskey(admin);
    await rows('delete from admin_backup_codes where admin_id = $1', id);
    expect((await addApp(admin)).backupCodes).toHaveLength(10);
  });

  test('without a factor open nothing', async () => {
    const { id, admin } = await someone();
    const { backupCodes } = await addPasskey(admin);
    // As the version before removes a passkey.
    await rows('delete from admin_passkeys where admin_id = $1', id);
    expect((await byCode(admin, backupCodes[0] ?? '')).body.code).toBe('wrong_code');
    expect((await addPasskey(admin)).backupCodes).toHaveLength(10);
  });
});

describe('D-58: a proof takes every factor that the admin has', () => {
  test('a passkey on another device: the sign-in by password says what it lacks, and a backup code goes on', async () => {
    const { email, admin } = await someone();
    const { backupCodes } = await addPasskey(admin);
    const elsewhere = await signIn(email);
    expect(await tryProtected(elsewhere)).toMatchObject({
      status: 403,
      body: {
        code: 'step_up',
        factors: ['passkey', 'backup_code'],
        password_only: true,
        message:
          'Your account has a second factor, so signing in with the password does not confirm this. Please use your passkey or enter a backup code to continue.',
      },
    });
    const byPassword = await elsewhere.ask('POST /api/admin/step-up', { body: { password } });
    expect(byPassword.body).toMatchObject({ code: 'stronger_factor', factors: ['passkey', 'backup_code'] });
    expect((await byCode(elsewhere, backupCodes[3] ?? '')).status).toBe(200);
    expect((await tryProtected(elsewhere)).status).toBe(200);
    store.advance(11 * 60_000);
    const later = (await tryProtected(elsewhere)).body;
    expect(later).not.toHaveProperty('password_only');
    expect(later.message).toBe('Please use your passkey or enter a backup code to continue.');
  });

  test('names all of them', async () => {
    const { email, admin } = await someone();
    const { key, backupCodes } = await addPasskey(admin);
    const { secret } = await addApp(admin);
    store.advance(11 * 60_000);
    const { body } = await tryProtected(admin);
    expect(body.factors).toEqual(['passkey', 'code', 'backup_code']);
    expect(body.message).toBe(
      'Please use your passkey, enter a code of your authenticator app or enter a backup code to continue.',
    );
    const ways = [
      () => byCode(admin, codeOf(store, secret)),
      () => byCode(admin, backupCodes[0] ?? ''),
      async () => {
        const options = await admin.call('POST /api/admin/step-up/passkey/options', {});
        return admin.ask('POST /api/admin/step-up/passkey', { body: { response: key.get(options) as never } });
      },
    ];
    for (const prove of ways) {
      store.advance(11 * 60_000);
      expect((await tryProtected(admin)).status).toBe(403);
      expect((await prove()).status).toBe(200);
      expect((await tryProtected(admin)).status).toBe(200);
    }
    expect((await login(email, { code: backupCodes[1] ?? '' })).status).toBe(200);
  });

  test('where a second factor is required, a backup code signs in whose passkey is lost, once', async () => {
    const { id, email, admin } = await someone();
    const { backupCodes } = await addPasskey(admin);
    expect((await requireFactor(true, admin)).status).toBe(200);
    let back = admin;
    try {
      const refused = await login(email);
      expect(refused).toMatchObject({
        status: 401,
        body: { code: 'passkey_required', factors: ['passkey', 'backup_code'] },
      });
      expect((await login(email, { code: '123456' })).body.code).toBe('wrong_code');
      const [code = ''] = backupCodes;
      const { status, body } = await login(email, { code });
      expect(status).toBe(200);
      back = store.as(body.token);
      expect((await tryProtected(back)).status).toBe(200);
      expect((await login(email, { code })).body.code).toBe('wrong_code');
      expect((await login(email, { password: 'not this one at all', code: backupCodes[1] ?? '' })).body.code).toBe(
        'bad_credentials',
      );
      expect(await rows('select from admin_backup_codes where admin_id = $1', id)).toHaveLength(9);
    } finally {
      expect((await requireFactor(false, back)).status).toBe(200);
    }
  });
});

describe("D-58: an owner resets another admin's factors", () => {
  const reset = (by: Caller, id: string) => by.ask('DELETE /api/admin/admins/{id}/factors', { params: { id } });
  const mailsAbout = async (email: string) =>
    (
      await rows(
        `select recipient from mails join alerts on alerts.id = mails.alert_id
         where alerts.message like $1 order by recipient`,
        `The second factors of an admin were removed%Account: ${email}.%`,
      )
    ).map(({ recipient }) => recipient);

  test.each(['passkey', 'app'] as const)('a lost %s: the password signs in again, and all get a mail', async (kind) => {
    const { id, email, admin } = await someone('support');
    const { backupCodes } = await kinds[kind](admin);
    const first = await signIn('model@shop.example');
    const { body: list } = await first.ask('GET /api/admin/admins', {});
    const listed = list.find((one) => one.id === id);
    expect(listed).toMatchObject(kind === 'app' ? { second_factor: true } : { passkeys: 1 });
    expect((await reset(first, id)).body).toEqual({ success: true });
    expect((await admin.ask('GET /api/admin/verify', {})).status).toBe(401);
    const back = await signIn(email);
    expect(await back.call('GET /api/admin/passkeys', {})).toEqual([]);
    expect((await tryProtected(back)).status).toBe(200);
    expect((await byCode(back, backupCodes[0] ?? '')).body.code).toBe('wrong_code');
    const owners = (await rows("select email from admins where role = 'owner'")).map((one) => one.email);
    expect(await mailsAbout(email)).toEqual(expect.arrayContaining([email, ...owners]));
    const [entry] = await rows(
      "select actor, subject from audit_log where action = 'admin.factors_reset' order by id desc limit 1",
    );
    expect(entry).toMatchObject({ actor: expect.stringMatching(/^admin:/), subject: id });
    // A repeat, as after a lost response, changes nothing.
    const before = await mailsAbout(email);
    expect((await reset(first, id)).status).toBe(200);
    expect((await back.ask('GET /api/admin/verify', {})).status).toBe(200);
    expect(await mailsAbout(email)).toEqual(before);
  });

  test('after a proof of the owner; not the own ones, nor those of nobody', async () => {
    const { id, admin } = await someone();
    const other = await someone('support');
    await addPasskey(other.admin);
    expect(await reset(admin, id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await reset(admin, '00000000-0000-4000-8000-000000000000')).body.code).toBe('not_found');
    store.advance(11 * 60_000);
    expect((await reset(admin, other.id)).body.code).toBe('step_up');
    expect((await reset(await signIn(other.email), id)).body.code).toBe('no_role');
    expect(await rows('select from admin_passkeys where admin_id = $1', other.id)).toHaveLength(1);
  });
});
