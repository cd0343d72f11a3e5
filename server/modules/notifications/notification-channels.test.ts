// The calls about notification channels: what they return and refuse, who may make them, and where a secret goes.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CallFor } from '../../../contract/index.ts';
import { type NtfyStandIn, startNtfyStandIn } from '../../../tests/stand-ins/ntfy-stand-in.ts';
import type { Client } from '../../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../../observability/log.ts';

type Body = CallFor<'POST /api/admin/notification-channels'>['body'];
const path = '/api/admin/notification-channels' as const;
const unknownId = '00000000-0000-4000-8000-000000000000';
const preferences = {
  name: 'Phone',
  kinds: null,
  leastSeverity: 'info',
  quietFrom: null,
  quietUntil: null,
  language: 'en',
} as const;

let store: TestStore;
let ntfy: NtfyStandIn;
const logged: unknown[] = [];
beforeAll(async () => {
  const write = (...line: unknown[]) => void logged.push(line);
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  [store, ntfy] = await Promise.all([startStore({}, null, log), startNtfyStandIn()]);
});
afterAll(() => Promise.all([store.stop(), ntfy.stop()]));
afterEach(() => store.db.database.pool.query('delete from notification_channels'));

const to = (): Body['to'] => ({
  kind: 'ntfy',
  config: { server: ntfy.url, topic: ntfy.topic, token: ntfy.token },
});
const add = (change: Partial<Body> = {}, by = store.admin) =>
  by.ask(`POST ${path}`, { body: { ...preferences, to: to(), ...change } });
const change = (id: string, more: object, by = store.admin) =>
  by.ask(`PUT ${path}/{id}`, { params: { id }, body: { ...preferences, enabled: true, ...more } });
const list = () => store.admin.call(`GET ${path}`, {});

test('a channel is added, changed and removed, and each step is in the audit log without its secrets', async () => {
  const { status, body } = await add();
  expect(status).toBe(200);
  expect(body).toMatchObject({ kind: 'ntfy', name: 'Phone', state: 'ok', enabled: true, lastAnswer: null });
  const changed = await change(body.id, { name: 'Tablet', kinds: ['chargeback'], quietFrom: 1_320, quietUntil: 420 });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Tablet', kinds: ['chargeback'], quietFrom: 1_320 } });
  expect(await list()).toEqual([changed.body]);
  const moved = await change(body.id, { to: { kind: 'ntfy', config: { server: ntfy.url, topic: 'other' } } });
  expect(moved).toMatchObject({ status: 200, body: { config: { topic: 'other' } } });
  expect(await store.admin.call(`DELETE ${path}/{id}`, { params: { id: body.id } })).toEqual({ success: true });
  expect(await list()).toEqual([]);
  const { rows } = await store.db.database.pool.query(
    "select action, details from audit_log where action like 'notification_channel%' order by id",
  );
  expect(rows.map(({ action }) => action.split('.')[1])).toEqual(['created', 'changed', 'changed', 'removed']);
  expect(JSON.stringify(rows)).not.toContain(ntfy.token);
});

test.each<[string, object, string]>([
  ['an empty name', { name: ' ' }, 'name'],
  ['an unknown kind of message', { kinds: ['weather'] }, 'kinds'],
  ['an unknown severity', { leastSeverity: 'deadly' }, 'leastSeverity'],
  ['an hour that is none', { quietFrom: 1_440, quietUntil: 0 }, 'quietFrom'],
  ['half of the quiet hours', { quietFrom: 60 }, 'quietFrom'],
  ['another language', { language: 'fr' }, 'language'],
  ['an unknown channel', { to: { kind: 'pigeon', config: {} } }, 'to'],
  ['a device, which has its own call', { to: { kind: 'web-push', config: {} } }, 'to'],
  ['an email address that is none', { to: { kind: 'email', config: { address: 'nobody' } } }, 'to'],
])('%s is refused with its field and a sentence', async (_, wrong, field) => {
  const refused = await add(wrong as Partial<Body>);
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(refused.body.field).toMatch(new RegExp(`^${field}\\b`));
  expect(refused.body.message).toMatch(/^[A-Z].+[.!]$/);
  expect(await list()).toEqual([]);
});

test('a channel keeps its kind, and an unknown one is not found', async () => {
  const { id } = (await add()).body;
  expect(await change(id, { to: { kind: 'email', config: { address: 'a@shop.example' } } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'to', message: 'Add another channel for another kind.' },
  });
  const params = { params: { id: unknownId } };
  expect(await change(unknownId, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await store.admin.ask(`DELETE ${path}/{id}`, params)).toMatchObject({ status: 404 });
  expect(await store.admin.ask(`POST ${path}/{id}/test`, params)).toMatchObject({ status: 404 });
});

test('a store has 20 channels at most', async () => {
  for (let number = 1; number <= 20; number += 1) expect((await add({ name: `Phone ${number}` })).status).toBe(200);
  expect(await add()).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'There are 20 channels already.' },
  });
});

test('only an owner reads and changes channels', async () => {
  const { id } = (await add()).body;
  const params = { id };
  const calls = (client: Client) => [
    client.ask(`GET ${path}`, {}),
    add({}, client),
    change(id, {}, client),
    client.ask(`POST ${path}/{id}/test`, { params }),
    client.ask(`DELETE ${path}/{id}`, { params }),
    client.ask(`POST ${path}/telegram-chats`, { body: { botToken: '1:a' } }),
  ];
  for (const answer of calls(store.visitor)) {
    expect(await answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  }
  for (const role of ['viewer', 'support', 'manager'] as const) {
    const other = { email: `${role}@shop.example`, password: 'another long enough password' };
    await store.admin.call('POST /api/admin/admins', { body: { ...other, role } });
    const { token } = await store.visitor.call('POST /api/admin/login', { body: other });
    for (const answer of calls(store.as(token))) {
      expect(await answer, role).toMatchObject({ status: 403, body: { code: 'no_role' } });
    }
  }
  expect(ntfy.shown()).toEqual([]);
});

test('no answer and no line of the log contains a secret, whatever the other side returns', async () => {
  const { id } = (await add()).body;
  const params = { id };
  const answers: unknown[] = [];
  ntfy.meet('echo');
  answers.push(await store.admin.call(`POST ${path}/{id}/test`, { params }));
  answers.push(await list(), (await change(id, { to: to() })).body);
  answers.push((await add({ to: { kind: 'ntfy', config: { ...to().config, server: 'ftp://x' } as never } })).body);
  expect(JSON.stringify(answers)).toContain('answered 400');
  expect(JSON.stringify(answers)).not.toContain(ntfy.token);
  expect(JSON.stringify(logged)).not.toContain(ntfy.token);
  const { rows } = await store.db.database.pool.query('select config from notification_channels');
  expect(JSON.stringify(rows)).not.toContain(ntfy.token);
});

test('a change needs a fresh proof', async () => {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
  store.advance(3_600_000);
  expect(await add({}, store.as(token))).toMatchObject({ status: 403, body: { code: 'step_up' } });
});
