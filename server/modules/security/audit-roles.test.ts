// What the audit log and the action items show of things that only an owner may see: API keys, webhooks, channels.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../contract/account-rules.ts';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
const clients = {} as Record<Role, Client>;
const hook = 'https://program.example/hook/secret-path-0123456789?token=secret-query';
const moved = 'https://program.example/other/secret-path-0123456789';

beforeAll(async () => {
  store = await startStore();
  clients.owner = store.admin;
  for (const role of ['manager', 'support', 'viewer'] as const) {
    const body = { email: `${role}@shop.example`, password: owner.password, role };
    await store.admin.call('POST /api/admin/admins', { body });
    clients[role] = store.as((await store.visitor.call('POST /api/admin/login', { body })).token);
  }
  const { id } = await store.admin.call('POST /api/admin/api-keys', {
    body: { name: 'A program of ours', scopes: ['orders:read', 'orders:write'], expiresInDays: 1 },
  });
  await store.db.database.pool.query(
    "insert into audit_log (happened_at, actor, action, subject, details) values (now(), $1, 'order.changed', 'AAAAAAAAAAAA', '{\"note\": 1}')",
    [`key:${id}`],
  );
  const webhook = await store.admin.call('POST /api/admin/webhooks', {
    body: { url: hook, events: ['order.paid'], expiresInDays: 1 },
  });
  await store.admin.call('PATCH /api/admin/webhooks/{id}', { params: { id: webhook.id }, body: { url: moved } });
  // As an earlier version wrote it.
  await store.db.database.pool.query(
    "insert into audit_log (happened_at, actor, action, subject, details) values (now(), 'system', 'webhook.changed', $1, $2)",
    [webhook.id, JSON.stringify({ url: hook })],
  );
  await store.db.database.pool.query(
    "update webhook_endpoints set failing_since = now() - interval '2 days', expires_at = now() + interval '1 day'",
  );
});
afterAll(() => store.stop());

const secrets = /secret-path|secret-query|A program of ours|orders:(read|write)/;
const audit = (role: Role) => clients[role].call('GET /api/admin/audit', { query: { limit: 200 } });
const items = (role: Role) => clients[role].call('GET /api/admin/attention', { query: {} });

test.each(['viewer', 'support', 'manager'] as const)(
  '8.2.3: the audit log shows a %s what happened, and no secret of an owner',
  async (role) => {
    const entries = await audit(role);
    expect(JSON.stringify(entries)).not.toMatch(secrets);
    for (const action of ['api_key.created', 'webhook.created', 'webhook.changed']) {
      expect(entries.find((entry) => entry.action === action)).toMatchObject({ details: {}, personal: null });
    }
    expect(entries.find(({ action }) => action === 'order.changed')).toMatchObject({
      actor: 'API key',
      details: { note: 1 },
    });
  },
);

test.each(['viewer', 'support', 'manager'] as const)(
  '8.2.3: the action items show a %s that a key and a webhook end, and not which',
  async (role) => {
    const { kinds } = await items(role);
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['webhook_expiring', 'webhook_failing', 'api_key_expiring']),
    );
    expect(JSON.stringify(kinds)).not.toMatch(secrets);
  },
);

test('an owner sees the key, its scopes and the server of the webhook; the log keeps no secret path', async () => {
  const entries = await audit('owner');
  expect(entries.find(({ action }) => action === 'api_key.created')).toMatchObject({
    details: { name: 'A program of ours', scopes: ['orders:read', 'orders:write'] },
  });
  expect(entries.find(({ action }) => action === 'order.changed')).toMatchObject({
    actor: 'API key A program of ours',
  });
  const webhooks = entries.filter(({ action, actor }) => action.startsWith('webhook.') && actor !== 'system');
  expect(webhooks.map(({ details }) => details.url)).toEqual(['https://program.example', 'https://program.example']);
  expect(JSON.stringify((await items('owner')).kinds)).toContain('A program of ours');
});

test('what is exported of a person names the server of a webhook, not its path', async () => {
  await store.db.database.pool.query(
    `insert into webhook_deliveries (id, endpoint_id, event, order_id, payload, state, attempts, created_at)
     select gen_random_uuid(), id, 'order.paid', null, '{"order": {"customer_email": "person@example.org"}}', 'failed', 1, now()
     from webhook_endpoints`,
  );
  const exported = await clients.manager.call('POST /api/admin/people/export', {
    body: { email: 'person@example.org' },
  });
  expect(exported.webhook_deliveries).toMatchObject([{ sent_to: 'https://program.example' }]);
});
