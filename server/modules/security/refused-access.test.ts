// Refused access leads to a person: each 403 for a role, a scope or a proof names its actor in the log, and an actor who is
// refused 20 times in an hour raises one alert in that hour.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../../observability/log.ts';

type Line = { level: string; text: string } & Record<string, unknown>;
const lines: Line[] = [];
const write = (level: string) => (fields: object, text: string) => void lines.push({ level, text, ...fields });
const log: Log = {
  debug: write('debug'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
  child: () => log,
};

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore({}, null, log);
  beside = await startStore({}, store, log);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});
beforeEach(() => {
  // Windows of the test before are over.
  store.advance(3_600_001);
  lines.length = 0;
});

type Refused = { actor: string; code: string; by: (client: Client) => Promise<unknown>; clients: Client[] };

let admins = 0;
async function signedIn(role: 'viewer' | 'owner'): Promise<{ id: string; email: string; clients: Client[] }> {
  admins += 1;
  const email = `admin-${admins}@shop.example`;
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const body = { email, password: 'a long enough password', role };
  const { id } = await store.as(token).call('POST /api/admin/admins', { body });
  const { token: own } = await store.visitor.call('POST /api/admin/login', { body });
  return { id, email, clients: [store.as(own), beside.as(own)] };
}

const kinds: Record<string, () => Promise<Refused>> = {
  'a role': async () => {
    const { id, clients } = await signedIn('viewer');
    return {
      actor: `admin:${id}`,
      code: 'no_role',
      by: (client) => client.ask('GET /api/admin/webhooks', {}),
      clients,
    };
  },
  'a proof': async () => {
    const { id, clients } = await signedIn('owner');
    store.advance(601_000);
    const by = (client: Client) => client.ask('DELETE /api/admin/security-alerts', {});
    return { actor: `admin:${id}`, code: 'step_up', by, clients };
  },
  'a proof that the call itself asks for': async () => {
    const { id, clients } = await signedIn('owner');
    store.advance(601_000);
    const body = {
      action: 'add' as const,
      service: '1001',
      link: 'https://www.instagram.com/p/CabcdefghiJ/',
      quantity: 100,
    };
    return { actor: `admin:${id}`, code: 'step_up', by: (client) => client.ask('POST /api/proxy', { body }), clients };
  },
  'a scope': async () => {
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    const { key, id } = await store.as(token).call('POST /api/admin/api-keys', {
      body: { name: 'A program', scopes: ['orders:read'], expiresInDays: null },
    });
    const by = (client: Client) => client.ask('GET /api/admin/stats', {});
    return { actor: `key:${id}`, code: 'no_scope', by, clients: [store.as(key), beside.as(key)] };
  },
};

async function alerts() {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  const listed = await store.as(token).call('GET /api/admin/security-alerts', {});
  return listed.alerts.filter(({ type }) => type === 'access_refused');
}

/** Refused so often, by both processes in turn. */
async function refuse({ by, clients }: Refused, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await by(clients[at % clients.length] as Client);
}

test.each(Object.keys(kinds))('16.3.2: a refusal for %s names its actor in the log', async (kind) => {
  const refused = (await kinds[kind]?.()) as Refused;
  lines.length = 0;
  expect(await refused.by(refused.clients[0] as Client)).toMatchObject({ status: 403, body: { code: refused.code } });
  await expect
    .poll(() => lines.filter(({ text, status }) => text === 'request' && status === 403))
    .toMatchObject([
      { level: 'warn', status: 403, code: refused.code, actor: refused.actor, requestId: expect.any(String) },
    ]);
  expect(JSON.stringify(lines)).not.toMatch(/@shop\.example/);
});

test.each(Object.keys(kinds))('20 refusals in an hour for %s raise one alert, over all processes', async (kind) => {
  await store.db.database.pool.query('delete from alerts');
  const refused = (await kinds[kind]?.()) as Refused;
  await refuse(refused, 19);
  await store.drain();
  expect(await alerts()).toEqual([]);
  await refuse(refused, 21);
  await expect.poll(async () => (await alerts()).length).toBe(1);
  const [alert] = await alerts();
  expect(alert).toMatchObject({ severity: 'high', message: expect.stringMatching(/20 .*hour/) });
});

test('another hour, and another actor, have an alert of their own', async () => {
  await store.db.database.pool.query('delete from alerts');
  const one = await signedIn('viewer');
  const other = await signedIn('viewer');
  const by = (client: Client) => client.ask('GET /api/admin/webhooks', {});
  const emails = async () => (await alerts()).map(({ details }) => details.email).sort();
  await refuse({ actor: '', code: '', by, clients: one.clients }, 25);
  await refuse({ actor: '', code: '', by, clients: other.clients }, 25);
  await expect.poll(emails).toEqual([one.email, other.email]);
  store.advance(3_600_001);
  await refuse({ actor: '', code: '', by, clients: one.clients }, 25);
  await expect.poll(emails).toEqual([one.email, one.email, other.email]);
});

test('what is refused to a stranger, or allowed, names nobody', async () => {
  expect((await store.visitor.ask('GET /api/admin/webhooks', {})).status).toBe(401);
  const { clients } = await signedIn('viewer');
  expect((await (clients[0] as Client).ask('GET /api/admin/providers', {})).status).toBe(200);
  expect(lines.filter(({ actor }) => actor !== undefined)).toEqual([]);
});
