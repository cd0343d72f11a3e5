// Passkeys: who may make one, and that nothing but the right answer, once, signs in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

const origin = 'http://localhost:3000';
let store: TestStore;
beforeAll(async () => {
  store = await startStore({ PUBLIC_URL: origin });
});
afterAll(() => store.stop());

const requestOptions = () => store.visitor.call('POST /api/admin/login/passkey/options', {});
const show = (response: object) =>
  store.visitor.ask('POST /api/admin/login/passkey', { body: { response: response as never } });
/** A sign-in by password proves nothing where there is a passkey, so those of earlier tests are removed. */
const fresh = async () => {
  await store.db.database.pool.query('delete from admin_passkeys');
  return (await store.visitor.call('POST /api/admin/login', { body: owner })).token;
};

/** An authenticator whose passkey the store takes, as the only one of the admin. */
async function withPasskey(name = 'My phone') {
  await store.db.database.pool.query('delete from admin_passkeys');
  const admin = store.as(await fresh());
  const key = createAuthenticator(origin);
  const options = await admin.call('POST /api/admin/passkeys/options', {});
  const added = await admin.call('POST /api/admin/passkeys', { body: { name, response: key.create(options) } });
  return { admin, key, added };
}

describe('a passkey', () => {
  test('is made by who is signed in, listed, and signs in without a password, a code or a name', async () => {
    const { admin, key, added } = await withPasskey();
    const { backupCodes: _, ...listed } = added;
    expect(await admin.call('GET /api/admin/passkeys', {})).toContainEqual(listed);
    const { status, body } = await show(key.get(await requestOptions()));
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), expiresIn: 86_400 });
    const signedIn = store.as(body.token);
    expect((await signedIn.call('GET /api/admin/verify', {})).user.email).toBe(owner.email);
    const used = (await admin.call('GET /api/admin/passkeys', {})).find(({ id }) => id === added.id);
    expect(used?.last_used_at).toMatch(/Z$/);
  });

  test('is needed no more once it is removed; another admin can neither see nor remove it', async () => {
    const { admin, key, added } = await withPasskey();
    const body = { email: 'second@shop.example', password: 'four words in a row' };
    await admin.call('POST /api/admin/admins', { body });
    const second = store.as((await store.visitor.call('POST /api/admin/login', { body })).token);
    expect(await second.call('GET /api/admin/passkeys', {})).toEqual([]);
    expect((await second.ask('DELETE /api/admin/passkeys/{id}', { params: { id: added.id } })).status).toBe(404);
    await admin.call('DELETE /api/admin/passkeys/{id}', { params: { id: added.id } });
    expect((await show(key.get(await requestOptions()))).status).toBe(401);
  });

  test('D-30: making and removing one needs a recent password', async () => {
    const { admin, added } = await withPasskey();
    store.advance(11 * 60_000);
    const options = await admin.ask('POST /api/admin/passkeys/options', {});
    const removed = await admin.ask('DELETE /api/admin/passkeys/{id}', { params: { id: added.id } });
    expect([options.body.code, removed.body.code]).toEqual(['step_up', 'step_up']);
  });
});

describe('is refused, and alerts the owner:', () => {
  test('an answer that was given before, also at the same moment', async () => {
    const { key } = await withPasskey();
    const answer = key.get(await requestOptions());
    const statuses = (await Promise.all([show(answer), show(answer)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 401]);
    const again = await show(answer);
    expect(again).toMatchObject({ status: 401, body: { message: 'Esta chave de acesso não foi aceita.' } });
    // Each hour has an alert of its own.
    const { rows } = await store.db.database.pool.query(
      "select sum((details ->> 'attempts')::int)::int as attempts from alerts where message = 'A sign-in by passkey failed.'",
    );
    expect(rows[0].attempts).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['a challenge that nobody gave', async () => ({ challenge: 'aW52ZW50ZWQ' })],
    [
      'a challenge that is over',
      async () => {
        const options = await requestOptions();
        store.advance(301_000);
        return options;
      },
    ],
    [
      'a challenge that was for making one',
      async (admin: Pick<Client, 'call'>) => admin.call('POST /api/admin/passkeys/options', {}),
    ],
  ])('%s', async (_name, options) => {
    const { admin, key } = await withPasskey();
    expect((await show(key.get(await options(admin)))).status).toBe(401);
  });

  test('a page of another origin, a key that asked nobody, and a key that is not known', async () => {
    const { admin, key } = await withPasskey();
    const forged = key.get(await requestOptions());
    const clientData = {
      type: 'webauthn.get',
      challenge: (await requestOptions()).challenge,
      origin: 'https://applaud.example',
    };
    forged.response.clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    expect((await show(forged)).status).toBe(401);
    expect((await show(createAuthenticator(origin).get(await requestOptions()))).status).toBe(401);
    const lazy = createAuthenticator(origin, { verifies: false });
    const options = await admin.call('POST /api/admin/passkeys/options', {});
    const made = { name: 'lazy', response: lazy.create(options) };
    expect((await admin.ask('POST /api/admin/passkeys', { body: made })).status).toBe(400);
    expect((await admin.ask('GET /api/admin/verify', {})).status).toBe(200);
  });

  test('one passkey twice', async () => {
    const { admin, key } = await withPasskey();
    const options = await admin.call('POST /api/admin/passkeys/options', {});
    const again = await admin.ask('POST /api/admin/passkeys', {
      body: { name: 'again', response: key.create(options) },
    });
    expect(again.status).toBe(409);
  });

  test.each([
    {},
    { response: {} },
    { response: { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {}, response: {} } },
  ])('bad input: %j', async (body) => {
    expect((await store.visitor.ask('POST /api/admin/login/passkey', { body: body as never })).status).toBe(400);
  });
});

test('D-22: signs in while strangers have locked the account and the address', async () => {
  const { key } = await withPasskey();
  const strict = await startStore({ PUBLIC_URL: origin, RATE_LIMIT_FACTOR: '1' }, store);
  const guess = { email: owner.email, password: 'a wrong password' };
  const signIn = (body: typeof guess) => strict.visitor.ask('POST /api/admin/login', { body });
  for (let tries = 0; tries < 5; tries += 1) await signIn(guess);
  expect((await signIn(owner)).status).toBe(429);
  const options = await strict.visitor.call('POST /api/admin/login/passkey/options', {});
  const body = { response: key.get(options) as never };
  expect((await strict.visitor.ask('POST /api/admin/login/passkey', { body })).status).toBe(200);
  await strict.stop();
});

test('a store that is reached by number says that passkeys need a name', async () => {
  const other = await startStore();
  const refused = await other.admin.ask('POST /api/admin/passkeys/options', {});
  expect(refused).toMatchObject({
    status: 409,
    body: { message: 'Passkeys need a name in PUBLIC_URL, not a number.' },
  });
  await other.stop();
});
