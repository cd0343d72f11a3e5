// API keys from outside: what each reaches, how each ends, and that a key is nowhere but with its holder.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiScope, apiScopes } from '../../../contract/api-access.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayStepUp } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/index.ts';
import { type Placed, paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../../observability/log.ts';

const lines: string[] = [];
const keptLog: Log = {
  debug: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })),
  info: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })),
  warn: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })),
  error: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })),
  child: () => keptLog,
};

let store: TestStore;
let other: TestStore;
beforeAll(async () => {
  store = await startStore({}, null, keptLog);
  other = await startStore({}, store);
});
afterAll(async () => {
  await other.stop();
  await store.stop();
});

const hourMs = 3_600_000;
const declared: Endpoint[] = Object.values(endpoints);
const make = (scopes: ApiScope[], name = 'Warehouse', expiresInDays: number | null = null) =>
  store.admin.call('POST /api/admin/api-keys', { body: { name, scopes, expiresInDays } });
const revoke = (id: string) => store.admin.call('DELETE /api/admin/api-keys/{id}', { params: { id } });
const listed = async (id: string) =>
  (await store.admin.call('GET /api/admin/api-keys', {})).find((key) => key.id === id);

async function knock({ method, path }: Endpoint, key: string) {
  const response = await store.raw(path.replaceAll(/\{\w+\}/g, 'XXXXXXXXXXXX'), {
    method,
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: response.status, body: await response.json() };
}

async function countRows(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await store.db.database.pool.query(`select count(*)::int as n from ${sql}`, values);
  return rows[0].n;
}

async function invalidTokenAlerts(): Promise<number> {
  return countRows("alerts where type = 'token_invalid' and message like 'An unknown, revoked or expired API key%'");
}

describe('what a key reaches', () => {
  test('every call that declares no scope is closed to a key with all of them, in a sentence', async () => {
    const { key } = await make([...apiScopes]);
    const closed = declared.filter(({ access, scope }) => access !== 'public' && scope === undefined);
    expect(closed.length).toBeGreaterThan(40);
    for (const endpoint of closed) {
      const { status, body } = await knock(endpoint, key);
      expect(status, endpoint.path).toBe(403);
      expect(body, endpoint.path).toEqual({
        code: 'no_scope',
        reason: 'admins_only',
        message: expect.stringMatching(/^API keys .+\.$/),
      });
    }
  });

  test('every call that declares a scope is closed to a key that has all others, and names what it needs', async () => {
    const scoped = declared.filter(({ scope }) => scope !== undefined);
    expect(new Set(scoped.map(({ scope }) => scope))).toEqual(new Set(apiScopes));
    for (const missing of apiScopes) {
      const without = await make(apiScopes.filter((scope) => scope !== missing));
      const only = await make([missing]);
      for (const endpoint of scoped.filter(({ scope }) => scope === missing)) {
        const { status, body } = await knock(endpoint, without.key);
        expect(status, endpoint.path).toBe(403);
        expect(body.message, endpoint.path).toContain(`needs the scope ${missing}`);
        expect([401, 403], endpoint.path).not.toContain((await knock(endpoint, only.key)).status);
      }
      for (const { id } of [without, only]) await revoke(id);
    }
  });

  test('settings, accounts, personal data and the keys themselves declare no scope', () => {
    const guarded = /\/(store-settings|settings|admins|api-keys|people|password|second-factor|sessions|passkeys|audit)/;
    const open = declared.filter(({ path, scope }) => guarded.test(path) && scope !== undefined);
    expect(open.map(({ path }) => path)).toEqual([]);
    // Of what asks an admin for the password again, a key reaches refunds and offers only.
    const proved = declared.filter((one) => mayStepUp(one) && one.scope).map(({ scope }) => scope);
    expect(new Set(proved)).toEqual(new Set(['refunds:write', 'catalog:write']));
  });

  test('public calls are as public with a key as without, whatever it is worth', async () => {
    const { key } = await make(['figures:read']);
    for (const shown of [key, `ak_${'A'.repeat(43)}`]) {
      expect((await store.raw('/healthz', { headers: { authorization: `Bearer ${shown}` } })).status).toBe(200);
    }
  });

  test('a key sees an order as an admin does, sends a link and asks for a refill, and the audit names it', async () => {
    const order = await paidOrder(store);
    const { key, id } = await make(['orders:read', 'orders:write'], 'Dispatcher');
    const program = store.as(key);
    const read = await program.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(read).toEqual(await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } }));
    const postLink = order.postLinks[0] ?? '';
    const { apiOrder } = await program.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink, category: order.category, quantity: order.quantity },
    });
    const apiOrderId = apiOrder.api_order_id ?? '';
    await store.control('/provider/advance', { order: apiOrderId, status: 'Completed', remains: 0 });
    await store.app.jobHandlers.follow_deliveries?.({});
    await program.call('POST /api/admin/orders/{id}/refill-post', {
      params: { id: order.id },
      body: { postLink, apiOrderId },
    });
    expect(await countRows('audit_log where actor = $1 and subject = $2', [`key:${id}`, order.id])).toBe(3);
    const audit = await store.admin.call('GET /api/admin/audit', { query: { search: key.slice(0, 9) } });
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ['dispatch.refill', 'API key Dispatcher'],
      ['dispatch.sent', 'API key Dispatcher'],
      ['dispatch.claimed', 'API key Dispatcher'],
    ]);
    const story = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: order.id } });
    expect(story.filter(({ who }) => who === 'API key Dispatcher').length).toBeGreaterThanOrEqual(2);
    const [link] = await program.call('GET /api/orders/{id}/api-orders', { params: { id: order.id } });
    expect(link).toMatchObject({ requests: [{ kind: 'refill', requested_by: 'API key Dispatcher' }] });
  });

  test('D-16, D-30: a key gives money back without a password, once per Idempotency-Key, under its own name', async () => {
    const order = await paidOrder(store);
    const { key } = await make(['refunds:write'], 'Till');
    const refund = (headers?: Record<string, string>) =>
      store.as(key).ask('POST /api/admin/orders/{id}/refunds', refundOf(order), headers);
    expect((await refund()).status).toBe(400);
    const first = await refund({ 'idempotency-key': 'till-1' });
    expect(first).toMatchObject({ status: 200, body: { refund: { requested_by: 'API key Till', amount: 1 } } });
    expect((await refund({ 'idempotency-key': 'till-1' })).body.refund.id).toBe(first.body.refund.id);
    expect((await store.as(key).ask('GET /api/admin/orders/{id}/refunds', { params: { id: order.id } })).status).toBe(
      403,
    );
  });
});

function refundOf({ id }: Placed) {
  return { params: { id }, body: { amount: 1, reason: 'The till said so' } };
}

describe('how a key begins and ends', () => {
  test('the key is shown once; afterwards its first characters, who created it and when it was used', async () => {
    const made = await make(['orders:read'], '  Shelf  ');
    expect(made.key).toMatch(/^ak_[\w-]{43}$/);
    expect(made).toMatchObject({ name: 'Shelf', prefix: made.key.slice(0, 9), last_used_at: null, live: true });
    await store.as(made.key).call('GET /api/orders', { query: {} });
    const all = await store.raw('/api/admin/api-keys', { headers: { authorization: `Bearer ${store.adminToken}` } });
    const text = await all.text();
    expect(text).toContain(made.prefix);
    expect(text).not.toContain(made.key);
    expect(await listed(made.id)).toMatchObject({ created_by: 'owner@shop.example', last_used_at: expect.any(String) });
    expect(await countRows('api_keys where api_keys::text like $1', [`%${made.key.slice(9)}%`])).toBe(0);
  });

  test('a revoked key opens nothing any more, on any process, and a second revocation changes nothing', async () => {
    const { key, id } = await make(['orders:read']);
    const callWithKey = (at: TestStore) => at.as(key).ask('GET /api/orders', { query: {} });
    expect((await callWithKey(other)).status).toBe(200);
    const { revoked_at } = await revoke(id);
    for (const at of [store, other]) expect((await callWithKey(at)).status).toBe(401);
    expect((await revoke(id)).revoked_at).toBe(revoked_at);
    expect(await countRows("audit_log where action = 'api_key.revoked' and subject = $1", [id])).toBe(1);
    const nobody = { params: { id: '00000000-0000-4000-8000-000000000000' } };
    expect((await store.admin.ask('DELETE /api/admin/api-keys/{id}', nobody)).status).toBe(404);
  });

  test('unknown, expired and misspelt keys answer 401 with a sentence about the key, and raise an alert', async () => {
    const { key, id } = await make(['orders:read'], 'Short', 1);
    // Told once an hour: this one is new.
    store.advance(hourMs);
    const before = await invalidTokenAlerts();
    const swapped = key.endsWith('A') ? `${key.slice(0, -1)}B` : `${key.slice(0, -1)}A`;
    for (const wrong of [swapped, `ak_${'0'.repeat(43)}`, key.slice(0, -1), `${key}A`, key.toUpperCase(), 'ak_']) {
      const { status, body } = await knock(endpoints.listOrders, wrong);
      expect(status, wrong.length.toString()).toBe(401);
      const isKey = wrong.startsWith('ak_');
      expect(body).toMatchObject({
        code: 'unauthorized',
        message: expect.stringMatching(isKey ? /^This API key is not valid\. / : /sign in/),
      });
    }
    await expect.poll(invalidTokenAlerts).toBe(before + 1);
    expect((await knock(endpoints.listOrders, key)).status).toBe(200);
    store.advance(23 * hourMs);
    try {
      expect((await knock(endpoints.listOrders, key)).status).toBe(401);
    } finally {
      store.advance(-24 * hourMs);
    }
    expect((await listed(id))?.expires_at).not.toBeNull();
  });

  test('its use is noted at most once a minute, whichever processes see it', async () => {
    const { key, id } = await make(['figures:read']);
    const callWithKey = (at: TestStore) => at.as(key).call('GET /api/admin/stats', {});
    await Promise.all([store, other, store, other].map(callWithKey));
    const first = (await listed(id))?.last_used_at;
    await callWithKey(other);
    expect((await listed(id))?.last_used_at).toBe(first);
    store.advance(61_000);
    await callWithKey(store);
    expect(Date.parse((await listed(id))?.last_used_at ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  });

  test('D-30: making and revoking ask for the password again', async () => {
    const { id } = await make(['orders:read']);
    store.advance(601_000);
    const body = { name: 'Late', scopes: ['orders:read' as const], expiresInDays: null };
    expect(await store.admin.ask('POST /api/admin/api-keys', { body })).toMatchObject({
      status: 403,
      body: { code: 'step_up' },
    });
    expect((await store.admin.ask('DELETE /api/admin/api-keys/{id}', { params: { id } })).status).toBe(403);
    await store.admin.call('POST /api/admin/step-up', { body: { password: 'a long enough password' } });
    expect((await store.admin.ask('POST /api/admin/api-keys', { body })).status).toBe(200);
  });

  test('a name, a scope that there is and a life of whole days are asked for', async () => {
    const wrong = [
      { name: ' ', scopes: ['orders:read'], expiresInDays: null },
      { name: 'A', scopes: [], expiresInDays: null },
      { name: 'A', scopes: ['settings:write'], expiresInDays: null },
      { name: 'A', scopes: ['orders:read'], expiresInDays: 0 },
      { name: 'A', scopes: ['orders:read'], expiresInDays: 4000 },
      { name: 'a'.repeat(61), scopes: ['orders:read'], expiresInDays: 1 },
    ];
    for (const body of wrong) {
      const { status } = await store.admin.ask('POST /api/admin/api-keys', { body: body as never });
      expect(status, JSON.stringify(body)).toBe(400);
    }
  });
});

test('calls are counted per key, not per address', async () => {
  const strict = await startStore({ RATE_LIMIT_FACTOR: '0.005' }, store);
  try {
    const [busy, calm] = [await make(['orders:read']), await make(['orders:read'])];
    const { id } = await placeOrder(store);
    const callWithKey = async (key: string) =>
      (await strict.as(key).ask('GET /api/orders/{id}', { params: { id } })).status;
    expect([await callWithKey(busy.key), await callWithKey(busy.key), await callWithKey(busy.key)]).toEqual([
      200, 200, 200,
    ]);
    const refused = await strict.as(busy.key).ask('GET /api/orders/{id}', { params: { id } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await callWithKey(calm.key)).toBe(200);
  } finally {
    await strict.stop();
  }
});

test('no key was ever in the log', async () => {
  const { key } = await make(['orders:read']);
  for (const at of ['/api/orders', '/api/orders?limit=x', '/api/admin/admins', '/nothing']) {
    await store.raw(at, { headers: { authorization: `Bearer ${key}` } });
  }
  await expect.poll(() => lines.some((line) => line.includes('/api/admin/admins'))).toBe(true);
  expect(lines.filter((line) => /ak_/.test(line))).toEqual([]);
});

test('many programs at once: no more than a hundred keys are good', async () => {
  const make = () =>
    store.admin.ask('POST /api/admin/api-keys', {
      body: { name: 'Robot', scopes: ['orders:read'], expiresInDays: null },
    });
  // Ten at once: on a busy machine, more of them wait longer for the database than a request may.
  const made = [];
  for (let round = 0; round < 11; round += 1) made.push(...(await Promise.all(Array.from({ length: 10 }, make))));
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(made.find(({ status }) => status === 409)?.body.message).toContain('100 keys');
  expect((await store.admin.call('GET /api/admin/api-keys', {})).filter(({ live }) => live)).toHaveLength(100);
});
