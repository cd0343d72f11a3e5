// API keys and webhooks end with their admin.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/account-rules.ts';
import type { Client } from '../../../tests/support/client.ts';
import { paidOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const password = 'a password of this admin';
let made = 0;

async function anAdmin(role: Role = 'owner'): Promise<{ id: string; email: string; client: Client }> {
  made += 1;
  const email = `admin${made}@shop.example`;
  const { id } = await store.admin.call('POST /api/admin/admins', { body: { email, password, role } });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: { email, password } });
  return { id, email, client: store.as(token) };
}
const makeKey = (by: Client, expiresInDays?: number | null) =>
  by.call('POST /api/admin/api-keys', {
    body: { name: 'A program', scopes: ['orders:read'], ...(expiresInDays === undefined ? {} : { expiresInDays }) },
  });
const webhook = { url: 'http://127.0.0.1:9/hook', events: ['order.paid' as const] };
const statusOf = async (key: string) =>
  (await store.raw('/api/orders', { headers: { authorization: `Bearer ${key}` } })).status;
const sql = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;

describe('with a removed admin', () => {
  test('their API keys are refused at once, and the audit log has each', async () => {
    const admin = await anAdmin();
    const { key, id } = await makeKey(admin.client);
    expect(await statusOf(key)).toBe(200);
    await store.admin.call('DELETE /api/admin/admins/{id}', { params: { id: admin.id } });
    expect(await statusOf(key)).toBe(401);
    const [listed] = (await store.admin.call('GET /api/admin/api-keys', {})).filter((one) => one.id === id);
    expect(listed).toMatchObject({ live: false, has_owner: false, is_yours: false, created_by: admin.email });
    expect(await sql("select from audit_log where action = 'api_key.revoked' and subject = $1", id)).toHaveLength(1);
  });

  test('their webhooks get no more deliveries, not even queued ones; the admin who enables one owns it', async () => {
    const admin = await anAdmin();
    const { id } = await admin.client.call('POST /api/admin/webhooks', { body: webhook });
    await paidOrder(store);
    expect(await sql('select from webhook_deliveries where endpoint_id = $1', id)).toHaveLength(1);
    await store.admin.call('DELETE /api/admin/admins/{id}', { params: { id: admin.id } });
    const listed = async () => (await store.admin.call('GET /api/admin/webhooks', {})).find((one) => one.id === id);
    expect(await listed()).toMatchObject({ enabled: false, created_by: null });
    await store.drain();
    await paidOrder(store);
    const deliveries = await sql('select state, attempts from webhook_deliveries where endpoint_id = $1', id);
    expect(deliveries).toEqual([{ state: 'failed', attempts: 0 }]);
    await store.admin.call('PATCH /api/admin/webhooks/{id}', { params: { id }, body: { enabled: true } });
    expect(await listed()).toMatchObject({ enabled: true, created_by: owner.email });
  });

  test('a key that is created at the same moment does not survive, in any order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const admin = await anAdmin();
      const [keys] = await Promise.all([
        Promise.all(
          [1, 2, 3].map(() =>
            admin.client.ask('POST /api/admin/api-keys', {
              body: { name: 'A program', scopes: ['orders:read'] },
            }),
          ),
        ),
        store.admin.call('DELETE /api/admin/admins/{id}', { params: { id: admin.id } }),
      ]);
      for (const { status, body } of keys) {
        expect([200, 401]).toContain(status);
        if (status === 200) expect(await statusOf(body.key)).toBe(401);
      }
    }
  });
});

test('an owner who becomes a manager loses API keys and webhooks', async () => {
  const admin = await anAdmin();
  const { key } = await makeKey(admin.client);
  const { id } = await admin.client.call('POST /api/admin/webhooks', { body: webhook });
  await store.admin.call('PATCH /api/admin/admins/{id}', { params: { id: admin.id }, body: { role: 'manager' } });
  expect(await statusOf(key)).toBe(401);
  expect((await store.admin.call('GET /api/admin/webhooks', {})).find((one) => one.id === id)?.enabled).toBe(false);
});

describe('a new password', () => {
  test('names the live keys of the admin alone, which end with one call', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const [first, second] = [await makeKey(admin.client), await makeKey(admin.client)];
    const kept = await makeKey(other.client);
    await admin.client.call('DELETE /api/admin/api-keys/{id}', { params: { id: first.id } });
    const { api_keys } = await admin.client.call('POST /api/admin/password', { body: { password } });
    expect(api_keys).toMatchObject([{ id: second.id, live: true, is_yours: true }]);
    expect(await admin.client.call('DELETE /api/admin/api-keys', {})).toMatchObject([{ id: second.id, live: false }]);
    expect(await admin.client.call('DELETE /api/admin/api-keys', {})).toEqual([]);
    expect(await Promise.all([second.key, kept.key].map(statusOf))).toEqual([401, 200]);
  });

  test('names the webhooks of the admin alone that are switched on, which end with one call', async () => {
    const [admin, other] = [await anAdmin(), await anAdmin()];
    const { id } = await admin.client.call('POST /api/admin/webhooks', { body: webhook });
    const kept = await other.client.call('POST /api/admin/webhooks', { body: webhook });
    const changed = () => admin.client.call('POST /api/admin/password', { body: { password } });
    expect((await changed()).webhooks).toMatchObject([{ id, enabled: true, url: webhook.url }]);
    expect(await admin.client.call('DELETE /api/admin/webhooks', {})).toMatchObject([{ id, enabled: false }]);
    expect(await admin.client.call('DELETE /api/admin/webhooks', {})).toEqual([]);
    expect((await changed()).webhooks).toEqual([]);
    const listed = await store.admin.call('GET /api/admin/webhooks', {});
    expect(listed.find((one) => one.id === kept.id)?.enabled).toBe(true);
    expect(await sql("select from audit_log where action = 'webhook.changed' and subject = $1", id)).toHaveLength(1);
  });
});

test.each([
  ['90 days where none is named', undefined, 90],
  ['what was named', 30, 30],
  ['for ever on request', null, null],
] as const)('a key lives %s', async (_name, wanted, days) => {
  const { created_at, expires_at } = await makeKey(store.admin, wanted);
  const lived = expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000;
  expect(lived).toBe(days);
});
