import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../../observability/log.ts';

const logLines: string[] = [];
const write = (fields: object, text: string) => void logLines.push(`${text} ${JSON.stringify(fields)}`);
const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
const key = 'sk-live-abcdefghijklmnop-wxyz';

let store: TestStore;
let other: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1' }, null, log);
  other = await startStore({ RATE_LIMIT_FACTOR: '1' }, store, log);
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});

/** Signed in this very moment. */
beforeEach(async () => {
  store.advance(16 * 60_000);
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  admin = store.as(token);
});
let admin: TestStore['admin'];

const read = () => admin.call('GET /api/admin/settings', {});
const save = (body: Record<string, string | number>) => admin.ask('POST /api/admin/settings', { body });

describe('the provider settings', () => {
  test('A-73, S-10, ADM-API-10: the first values are those of the environment or the sandbox, the key masked', async () => {
    const { status, body, headers } = await admin.ask('GET /api/admin/settings', {});
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      api_key: expect.stringMatching(/^\*{8}[0-9a-f]{4}$/),
      has_api_key: true,
      api_url: `${store.url}/sandbox/provider/api/v2`,
      likes_service_id: '1001',
      views_service_id: '2001',
    });
  });

  test('ADM-API-11, A-73: a partial save keeps the rest; a masked or empty key keeps the one there is', async () => {
    const before = await read();
    const saved = await save({ likes_service_id: 1002, api_key: before.api_key });
    expect(saved).toMatchObject({ status: 200, body: { ...before, likes_service_id: '1002' } });
    expect((await save({ api_key: '', views_service_id: ' 2002 ' })).body).toMatchObject({
      ...before,
      likes_service_id: '1002',
      views_service_id: '2002',
    });
    await save({ likes_service_id: '1001', views_service_id: '2001' });
    expect(await read()).toEqual(before);
  });

  test('two who save different values at once lose neither', async () => {
    await Promise.all([save({ likes_service_id: '11' }), save({ views_service_id: '22' })]);
    expect(await read()).toMatchObject({ likes_service_id: '11', views_service_id: '22' });
    await save({ likes_service_id: '1001', views_service_id: '2001' });
  });

  test('a save has the balance and the catalog of the provider read soon', async () => {
    const seen = async () => (await admin.call('GET /api/admin/providers', {}))[0];
    expect(await seen()).toMatchObject({ balance: null, services: 0 });
    await save({ likes_service_id: '1002' });
    await store.drain();
    expect(await seen()).toMatchObject({ balance: expect.any(Number), services: expect.any(Number) });
    expect((await seen())?.services_at).not.toBeNull();
    await save({ likes_service_id: '1001' });
  });

  test('ADM-API-2: the balance that an admin reads is the one of the list of providers', async () => {
    await store.control('/provider/balance', { amount: 4321 });
    expect(await admin.call('GET /api/admin/balance', {})).toMatchObject({ balance: 4321 });
    expect((await admin.call('GET /api/admin/providers', {}))[0]).toMatchObject({ balance: 4321, currency: 'USD' });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['no URL', { api_url: 'provider' }, 'api_url', /not a URL/],
    ['an empty URL', { api_url: ' ' }, 'api_url', /not a URL/],
    ['plain http', { api_url: 'http://93.184.215.14/api/v2' }, 'api_url', /https/],
    ['a private address', { api_url: 'https://10.0.0.1/api/v2' }, 'api_url', /public address/],
    ['a URL with a password', { api_url: 'https://a:b@provider.example' }, 'api_url', /user or a password/],
    ['a key of two words', { api_key: 'two words' }, 'api_key', /without spaces/],
    ['a key with a zero byte', { api_key: 'abc\u0000def' }, 'api_key', /without spaces/],
    ['a service that is a sentence', { likes_service_id: 'the best one' }, 'likes_service_id', /service id/],
  ])('ADM-API-8, A-73: %s is refused with a sentence', async (_name, body, field, sentence) => {
    const before = await read();
    expect(await save(body)).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(sentence) } });
    expect(await read()).toEqual(before);
  });

  test('A-73: links are sent with what was saved last, by every process at once', async () => {
    const { postLinks, id, category, quantity } = await paidOrder(store);
    const send = () =>
      other.as(other.adminToken).ask('POST /api/admin/orders/{id}/send-post', {
        params: { id },
        body: { postLink: postLinks[0] ?? '', category, quantity },
      });
    await save({ api_key: `${key}-wrong` });
    expect((await send()).status).toBe(502);
    const { rows } = await store.db.database.pool.query('select error from dispatches where order_id = $1', [id]);
    expect(rows[0].error).toMatch(/key/i);
    await save({ likes_service_id: '' });
    expect((await send()).body.message).toBe('No service id is configured for Likes.');
    await save({ likes_service_id: '1001' });
  });

  test('S-16, A-73: the key is in no answer, no log line and no table, and who changed it is written down', async () => {
    const saved = await save({ api_key: key });
    expect(saved.body).toMatchObject({ api_key: '********wxyz', has_api_key: true });
    await save({ api_url: 'https://provider.invalid/api/v2', api_key: key });
    const answers = await Promise.all([read(), admin.call('GET /api/admin/launch', {})]);
    expect(JSON.stringify(answers)).not.toContain(key);
    const { pool } = store.db.database;
    const { rows: tables } = await pool.query(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const { rows } = await pool.query(`select count(*)::int as found from "${name}" t where t::text like $1`, [
        `%${key}%`,
      ]);
      expect(rows[0].found, name).toBe(0);
    }
    expect(logLines.join('\n')).not.toContain(key);
    const { rows } = await pool.query(
      "select details from audit_log where subject = 'provider-settings' order by id desc limit 2",
    );
    expect(rows.map(({ details }) => details.fields)).toEqual([['apiUrl', 'apiKey'], ['apiKey']]);
  });

  test('a key that was saved under another SECRETS_KEY counts as none, and the log says why', async () => {
    await store.db.database.pool.query("update provider_settings set api_key_sealed = 'v1.AAAA'");
    expect(await read()).toMatchObject({ api_key: '', has_api_key: false });
    expect(logLines.join('\n')).toMatch(/SECRETS_KEY is not the one/);
    expect((await save({ api_key: key })).body).toMatchObject({ has_api_key: true });
  });
});

describe('D-30: the step-up', () => {
  const stepUp = (password: string) => admin.ask('POST /api/admin/step-up', { body: { password } });

  test('a sign-in counts for ten minutes; then a new key, URL or service id asks for the password', async () => {
    expect((await save({ api_key: `${key}1` })).status).toBe(200);
    store.advance(10 * 60_000 + 1_000);
    for (const [field, value] of [
      ['api_key', `${key}2`],
      ['api_url', 'https://another.invalid/api/v2'],
      ['likes_service_id', '7'],
    ] as const) {
      const refused = await save({ [field]: value });
      expect(refused).toMatchObject({ status: 403, body: { code: 'step_up', message: expect.stringMatching(/\.$/) } });
    }
    expect(await stepUp(owner.password)).toMatchObject({ status: 200, body: { success: true, expiresIn: 600 } });
    expect((await save({ likes_service_id: '7' })).status).toBe(200);
    expect((await save({ api_key: `${key}2` })).status).toBe(200);
    store.advance(10 * 60_000 + 1_000);
    expect((await save({ api_key: `${key}3` })).status).toBe(403);
  });

  test('it counts for the session that gave the password only', async () => {
    store.advance(11 * 60_000);
    await other.visitor.call('POST /api/admin/login', { body: owner });
    expect((await save({ api_key: `${key}4` })).status).toBe(403);
  });

  test('A-55, D-22: a wrong password is 403, the session lives on, and five of them lock its guesses, not the login', async () => {
    for (let failures = 0; failures < 5; failures += 1) {
      expect(await stepUp('wrong')).toMatchObject({ status: 403, body: { message: 'This password is not right.' } });
    }
    const locked = await stepUp(owner.password);
    expect(locked).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
    expect((await store.visitor.ask('POST /api/admin/login', { body: owner })).status).toBe(200);
    expect((await admin.ask('GET /api/admin/verify', {})).status).toBe(200);
  });

  test('without a password it is refused as bad input', async () => {
    expect((await admin.ask('POST /api/admin/step-up', { body: {} as never })).status).toBe(400);
  });
});
