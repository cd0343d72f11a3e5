// D-42: a session of the pages is bound to a cookie: neither its token nor its cookie alone opens anything.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { liveClose } from '../../../contract/live.ts';
import { createAuthenticator } from '../../../tests/support/authenticator.ts';
import { type BoundSession, bindSession } from '../../../tests/support/bound-session.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let session: BoundSession;
beforeAll(async () => {
  store = await startStore();
  session = await bindSession(store);
});
afterAll(() => store.stop());

const dead = { status: 401, body: { message: 'Please sign in as an admin.' } };

describe('D-42: a bound token', () => {
  test('comes with a cookie that scripts cannot read, and works with it', async () => {
    const { body, headers } = await store.visitor.ask('POST /api/admin/login', { body: { ...owner, bind: true } });
    expect(body).toEqual({ token: expect.any(String), expiresIn: 86_400 });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^applaud_session=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=86400$/),
    ]);
    expect((await session.ask('GET /api/admin/verify', {})).status).toBe(200);
    expect((await session.ask('GET /api/orders', { query: {} })).status).toBe(200);
  });

  test('alone opens nothing, nor with the cookie of another session; the cookie alone opens nothing', async () => {
    const other = await bindSession(store);
    const alone = store.as(session.token);
    expect(await alone.ask('GET /api/admin/verify', {})).toMatchObject(dead);
    for (const wrong of [other.cookie(), 'applaud_session=', 'applaud_session', 'a=b']) {
      expect(await alone.ask('GET /api/admin/verify', {}, { cookie: wrong })).toMatchObject(dead);
    }
    expect(await alone.ask('GET /api/orders', { query: {} })).toMatchObject(dead);
    const cookie = { cookie: session.cookie() };
    expect(await store.visitor.ask('GET /api/admin/verify', {}, cookie)).toMatchObject(dead);
    expect((await store.as(store.adminToken).ask('GET /api/admin/verify', {}, cookie)).status).toBe(200);
  });

  test('is stored as a hash of its cookie', async () => {
    const { rows } = await store.db.database.pool.query('select secret_hash from admin_sessions');
    const [secret] = session.cookie().split('=').slice(1);
    expect(rows.some(({ secret_hash }) => secret_hash === null)).toBe(true);
    expect(rows.some(({ secret_hash }) => secret_hash?.length === 64)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('loses its cookie at sign-out', async () => {
    const leaving = await bindSession(store);
    const { status, headers } = await leaving.ask('POST /api/admin/logout', {});
    expect([status, headers.getSetCookie()]).toEqual([
      200,
      ['applaud_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0'],
    ]);
    expect((await leaving.ask('GET /api/admin/verify', {})).status).toBe(401);
  });

  test('A-66: opens a websocket only with its cookie', async () => {
    expect(await liveEnd(session.token, {})).toBe(liveClose.unauthorized);
    expect(await liveEnd(session.token, { cookie: session.cookie() })).toBe('live');
    expect(await liveEnd(store.adminToken, {})).toBe('live');
  });
});

describe('D-42: a second cookie', () => {
  const planted = ['applaud_session=planted', '__Host-applaud_session=planted', 'applaud_session=', 'applaud_session'];

  test.each(planted)('%s, before or after the own one, keeps nobody out', async (other) => {
    for (const cookie of [`${other}; ${session.cookie()}`, `${session.cookie()}; ${other}`, `${other}; ${other}`]) {
      const expected = cookie.includes(session.cookie()) ? 200 : 401;
      const { status } = await store.as(session.token).ask('GET /api/admin/verify', {}, { cookie });
      expect([cookie, status]).toEqual([cookie, expected]);
    }
    expect(await liveEnd(session.token, { cookie: `${other}; ${session.cookie()}` })).toBe('live');
  });

  test('of another session of the admin opens nothing without its token', async () => {
    const mine = await bindSession(store);
    const leaving = await bindSession(store);
    await leaving.call('POST /api/admin/logout', {});
    const cookie = `${mine.cookie()}; ${leaving.cookie()}`;
    expect(await store.as(leaving.token).ask('GET /api/admin/verify', {}, { cookie })).toMatchObject(dead);
  });
});

describe('D-42: where PUBLIC_URL is https', () => {
  let secure: TestStore;
  beforeAll(async () => {
    secure = await startStore({ PUBLIC_URL: 'https://shop.example' });
  });
  afterAll(() => secure.stop());
  const named = /^__Host-applaud_session=([0-9a-f]{64}); HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/;

  test('the cookie can be set by this host alone, at the sign-in and at a new proof', async () => {
    const signedIn = await secure.visitor.ask('POST /api/admin/login', { body: { ...owner, bind: true } });
    expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(named)]);
    const [first = ''] = signedIn.headers.getSetCookie();
    const client = secure.as(signedIn.body.token);
    const proof = { body: { password: owner.password } };
    const proved = await client.ask('POST /api/admin/step-up', proof, { cookie: first.split(';')[0] ?? '' });
    expect(proved.headers.getSetCookie()).toEqual([expect.stringMatching(named)]);
  });

  test('the name of the version before is still read, and both are removed at the sign-out', async () => {
    const bound = await bindSession(secure);
    const cookie = bound.cookie().replace('__Host-', '');
    expect((await secure.as(bound.token).ask('GET /api/admin/verify', {}, { cookie })).status).toBe(200);
    const left = await bound.ask('POST /api/admin/logout', {});
    expect(left.headers.getSetCookie()).toEqual([
      '__Host-applaud_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure',
      'applaud_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure',
    ]);
  });
});

describe('D-42: without the wish', () => {
  test.each([{}, { bind: false }])('%j: the answer sets no cookie, and the token alone works', async (wish) => {
    const { status, body, headers } = await store.visitor.ask('POST /api/admin/login', { body: { ...owner, ...wish } });
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    expect(body).toEqual({ token: expect.any(String), expiresIn: 86_400 });
    const left = await store.as(body.token).ask('POST /api/admin/logout', {}, { origin: 'https://elsewhere.example' });
    expect([left.status, left.headers.getSetCookie()]).toEqual([200, []]);
  });
});

describe('D-42: a bound call of another site', () => {
  const change = (headers: Record<string, string>) => session.ask('POST /api/admin/device-key', { body: {} }, headers);

  test.each([
    ['origin', 'https://elsewhere.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
  ])('%s: %s changes nothing', async (name, value) => {
    expect(await change({ [name]: value })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin', message: 'Pages of other sites may not change anything here.' },
    });
  });

  test('reads as before; a call of an own page or of no page works', async () => {
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await session.ask('GET /api/admin/verify', {}, foreign)).status).toBe(200);
    expect((await change({ origin: store.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await change({})).status).toBe(200);
  });
});

test('D-42: a passkey begins a bound session too; with an https address the cookie is Secure', async () => {
  const secure = await startStore({ PUBLIC_URL: 'https://shop.example' });
  const key = createAuthenticator('https://shop.example');
  const options = await secure.admin.call('POST /api/admin/passkeys/options', {});
  await secure.admin.call('POST /api/admin/passkeys', { body: { name: 'Phone', response: key.create(options) } });
  const challenge = await secure.visitor.call('POST /api/admin/login/passkey/options', {});
  const response = key.get(challenge);
  const { body, headers } = await secure.visitor.ask('POST /api/admin/login/passkey', {
    body: { response, bind: true },
  });
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/; Max-Age=86400; Secure$/);
  expect((await secure.as(body.token).ask('GET /api/admin/verify', {})).status).toBe(401);
  const verified = await secure.as(body.token).ask('GET /api/admin/verify', {}, { cookie: cookie.split(';')[0] ?? '' });
  expect(verified.status).toBe(200);
  await secure.stop();
});

/** The code that ends a websocket after its first message; `live` when the token is accepted. */
async function liveEnd(token: string, headers: Record<string, string>): Promise<number | 'live'> {
  const socket = new WebSocket(`${store.url.replace('http', 'ws')}/ws`, { headers });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token }));
  socket.send(JSON.stringify({ type: 'beat' }));
  const ends = [once(socket, 'close').then(([code]) => code), once(socket, 'message').then(() => 'live' as const)];
  const end = await Promise.race(ends);
  socket.terminate();
  return end;
}
