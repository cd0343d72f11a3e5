// D-57: a stored secret is sent only to the origin that it was saved for. One row for each place where a stored secret goes to
// an address that an admin edits; a new place gets a row.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallFor } from '../../contract/index.ts';
import type { Answer, Client, Refusal } from '../../tests/support/client.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';
import type { ProviderFactory } from '../modules/providers/provider.ts';
import { createUnknownKindProvider } from '../modules/providers/unknown-kind.ts';
import { silentLog } from '../observability/log.ts';
import { resolveByDns } from './addresses.ts';
import { get } from './exchange.ts';

/** A server that records everything that arrives, and may redirect it. */
type Recorder = { origin: string; received: string[]; redirectTo: string | null; close(): void };

async function startRecorder(): Promise<Recorder> {
  const recorder: Recorder = { origin: '', received: [], redirectTo: null, close: () => server.close() };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    recorder.received.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
    if (recorder.redirectTo) response.writeHead(307, { location: `${recorder.redirectTo}${request.url}` });
    response.end(JSON.stringify({ balance: '5.00', currency: 'USD', id: 'm1', event: 'message' }));
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  recorder.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return recorder;
}

/** A kind whose API takes the key in the query of the address. */
const keyInQuery: ProviderFactory = ({ apiUrl, apiKey, allowLoopback }) => ({
  ...createUnknownKindProvider('key-in-query'),
  balance: async () => {
    const url = new URL(apiUrl);
    url.searchParams.set('key', apiKey);
    await get(url, { who: 'provider', allowLoopback, timeoutMs: 5_000, resolve: resolveByDns, maxAnswerBytes: 1_000 });
    return { balance: '5.00', currency: 'USD' };
  },
  services: async () => [],
});

let store: TestStore;
let first: Recorder;
let other: Recorder;
let admin: Client;
beforeAll(async () => {
  [first, other] = [await startRecorder(), await startRecorder()];
  store = await startStore({}, null, silentLog, null, { 'key-in-query': keyInQuery });
});
afterAll(async () => {
  await store.stop();
  first.close();
  other.close();
});
beforeEach(async () => {
  await sql('delete from notification_channels; delete from webhook_endpoints; delete from heartbeats');
  await sql("delete from providers where id <> 'default'; delete from provider_settings");
  // A mail for each: those of the hour before do not count.
  store.advance(3_600_001);
  admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
  for (const recorder of [first, other]) Object.assign(recorder, { received: [], redirectTo: null });
});

const sql = async (text: string) => (await store.db.database.pool.query(text)).rows ?? [];

const secret = 'stored-secret-0123456789-wxyz';
const typed = 'another-secret-0123456789-abcd';
const masks = { provider: `********${secret.slice(-4)}`, channel: `…${secret.slice(-4)}` };

/** `given`: the secret as sent with the address; undefined leaves it out. */
type Move = (address: string, given: string | undefined) => Promise<Answer<Refusal>>;
type Row = {
  name: string;
  field: string;
  /** How a form sends the secret back that is kept: in each of these ways. */
  kept: readonly (string | undefined)[];
  typed: string;
  /** The action of the audit log that records another origin. */
  action: string;
  /** Saves the secret for this address. */
  save(address: string): Promise<Move>;
  /** Makes the store send what it has. */
  send(): Promise<unknown>;
};

const refusalOf = (answer: Promise<unknown>) => answer as Promise<Answer<Refusal>>;
const withKey = (key: string | undefined) => (key === undefined ? {} : { api_key: key });

function provider(kind: string, enabled: boolean): Pick<Row, 'save' | 'send'> {
  return {
    save: async (address) => {
      const body = { name: 'Second', api_url: address, api_key: secret, enabled, save_anyway: true };
      const { id } = await admin.call('POST /api/admin/providers', { body });
      await sql(`update providers set kind = '${kind}' where id = '${id}'`);
      return (api_url, key) =>
        refusalOf(
          admin.ask('PUT /api/admin/providers/{id}', {
            params: { id },
            body: { api_url, ...withKey(key), save_anyway: true },
          }),
        );
    },
    send: async () => {
      const listed = await admin.call('GET /api/admin/providers', {});
      return admin.ask('POST /api/admin/providers/{id}/look', { params: { id: listed.at(-1)?.id ?? '' } });
    },
  };
}

type ChannelTo = CallFor<'POST /api/admin/notification-channels'>['body']['to'];

function channel(to: (address: string, secret: string) => ChannelTo): Pick<Row, 'save' | 'send'> {
  const preferences = {
    name: 'Phone',
    kinds: null,
    leastSeverity: 'info' as const,
    quietFrom: null,
    quietUntil: null,
    language: 'en' as const,
  };
  return {
    save: async (address) => {
      const path = '/api/admin/notification-channels' as const;
      const { id } = await admin.call(`POST ${path}`, { body: { ...preferences, to: to(address, secret) } });
      return (moved, given) =>
        refusalOf(
          admin.ask(`PUT ${path}/{id}`, {
            params: { id },
            body: { ...preferences, enabled: true, to: to(moved, given ?? '') },
          }),
        );
    },
    send: async () => {
      const [{ id = '' } = {}] = await admin.call('GET /api/admin/notification-channels', {});
      return admin.call('POST /api/admin/notification-channels/{id}/test', { params: { id } });
    },
  };
}

const keyMasks = [undefined, '', masks.provider];
const ofProvider = { field: 'api_key', kept: keyMasks, typed, action: 'provider.origin' };
const ofChannel = { kept: [masks.channel], typed, action: 'notification_channel.changed' };

const rows: Row[] = [
  {
    name: 'the provider of the API tab',
    ...ofProvider,
    save: async (address) => {
      const save: Move = (api_url, key) =>
        refusalOf(admin.ask('POST /api/admin/settings', { body: { api_url, ...withKey(key) } }));
      await save(address, secret);
      return save;
    },
    send: () => admin.ask('GET /api/admin/balance', {}),
  },
  { name: 'a provider that is on', ...ofProvider, ...provider('panel-v2', true) },
  { name: 'a provider that is off', ...ofProvider, ...provider('panel-v2', false) },
  { name: 'a provider that takes the key in the address', ...ofProvider, ...provider('key-in-query', true) },
  {
    name: 'a channel of ntfy',
    field: 'token',
    ...ofChannel,
    ...channel((server, token) => ({ kind: 'ntfy', config: { server, topic: 'shop', token } })),
  },
  {
    name: 'a channel of webhooks',
    field: 'secret',
    ...ofChannel,
    ...channel((url, key) => ({ kind: 'webhook', config: { url, secret: key } })),
  },
  {
    name: 'a webhook of orders, whose secret the store makes',
    field: 'newSecret',
    kept: [undefined],
    typed: 'new',
    action: 'webhook.changed',
    save: async (url) => {
      const { id } = await admin.call('POST /api/admin/webhooks', { body: { url, events: ['order.paid'] } });
      return (moved, given) =>
        refusalOf(
          admin.ask('PATCH /api/admin/webhooks/{id}', {
            params: { id },
            body: { url: moved, ...(given ? { newSecret: true } : {}) },
          }),
        );
    },
    send: async () => {
      const [{ id = '' } = {}] = await admin.call('GET /api/admin/webhooks', {});
      await admin.call('POST /api/admin/webhooks/{id}/test', { params: { id } });
      await store.drain();
    },
  },
];

const own = () => `${first.origin}/api/v2`;
/** Other origins than that of `own`: another port, host and scheme. */
const others = () => [
  `${other.origin}/api/v2`,
  own().replace('127.0.0.1', 'localhost'),
  own().replace('http:', 'https:'),
  'https://panel.invalid/api/v2',
  `https://${new URL(own()).hostname}.panel.invalid/api/v2`,
];

describe.each(rows)('D-57: $name', ({ field, kept, typed: given, action, save, send }) => {
  test('another origin needs the secret again, before any call', async () => {
    const move = await save(own());
    await store.drain();
    first.received.length = 0;
    for (const address of others()) {
      for (const secretAsSent of kept) {
        expect(await move(address, secretAsSent), `${address} ${secretAsSent}`).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', field, message: expect.stringMatching(/^[A-Z].+\.$/) },
        });
      }
    }
    expect([first.received, other.received]).toEqual([[], []]);
    await store.drain();
    await send();
    expect(first.received.length).toBeGreaterThan(0);
    expect(other.received).toEqual([]);
  });

  test('the same origin keeps it, however it is written', async () => {
    const move = await save(own());
    for (const address of [own(), `${first.origin}/other/path?x=1`, own().replace('http:', 'HTTP:')]) {
      for (const secretAsSent of kept) expect((await move(address, secretAsSent)).status, address).toBe(200);
    }
    first.received.length = 0;
    await send();
    // A signature, or the secret itself.
    if (field !== 'newSecret' && field !== 'secret') expect(first.received.join('\n')).toContain(secret);
  });

  test('with the secret typed again it is saved, recorded, and mailed to the owner', async () => {
    const move = await save(own());
    await sql('delete from mails; delete from alerts');
    expect((await move(`${other.origin}/api/v2`, given)).status).toBe(200);
    await send();
    expect(other.received.length).toBeGreaterThan(0);
    expect([...first.received, ...other.received].slice(-1).join('')).not.toContain(secret);
    const [entry] = await sql(
      `select actor, details::text from audit_log where action = '${action}' order by id desc limit 1`,
    );
    expect(entry.actor).toMatch(/^admin:/);
    expect(entry.details).not.toMatch(new RegExp(`${secret}|${typed}`));
    expect(await sql('select a.type from alerts a join mails m on m.alert_id = a.id')).toEqual([
      { type: 'admin_change' },
    ]);
    // Back again takes it again: the new one belongs to the new origin.
    for (const secretAsSent of kept.filter((one) => !one?.includes('wxyz'))) {
      expect(await move(own(), secretAsSent)).toMatchObject({ status: 400, body: { field } });
    }
  });

  test('a redirect to another origin carries nothing there', async () => {
    await save(own());
    first.redirectTo = other.origin;
    await send();
    await store.drain();
    expect(first.received.length).toBeGreaterThan(0);
    expect(other.received).toEqual([]);
  });
});

describe('D-57: the calls to a provider', () => {
  test('a refused test call of another origin is in the audit log, although nothing is saved', async () => {
    const { id } = await admin.call('POST /api/admin/providers', {
      body: { name: 'Second', api_url: own(), api_key: secret, save_anyway: true },
    });
    await sql('delete from mails; delete from alerts');
    const [{ last }] = await sql('select max(id)::int as last from audit_log');
    const moved = { api_url: `${other.origin}/none`, api_key: typed };
    expect(await admin.ask('PUT /api/admin/providers/{id}', { params: { id }, body: moved })).toMatchObject({
      status: 409,
      body: { code: 'provider_check_failed' },
    });
    expect(await sql(`select action, subject, details from audit_log where id > ${last} order by id`)).toEqual([
      { action: 'provider.origin', subject: id, details: { from: first.origin, to: other.origin } },
    ]);
    expect(await sql('select message from alerts')).toEqual([
      { message: `An admin entered another server for a provider. By ${owner.email}.` },
    ]);
    expect((await admin.call('GET /api/admin/providers', {})).at(-1)).toMatchObject({ api_url: own() });
  });

  test('a full save of all fields stays 200', async () => {
    const full = { api_url: own(), api_key: secret, likes_service_id: '1', views_service_id: '2' };
    expect((await admin.ask('POST /api/admin/settings', { body: full })).status).toBe(200);
    const saved = await admin.call('GET /api/admin/settings', {});
    expect((await admin.ask('POST /api/admin/settings', { body: { ...full, api_key: saved.api_key } })).status).toBe(
      200,
    );
    const elsewhere = { ...full, api_url: `${other.origin}/api/v2` };
    expect((await admin.ask('POST /api/admin/settings', { body: elsewhere })).status).toBe(200);
  });

  test('the first key, of the environment, stays with its address', async () => {
    const refused = await admin.ask('POST /api/admin/settings', { body: { api_url: own() } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'api_key' } });
    // Saved by an earlier version.
    await sql(`insert into provider_settings (api_url, changed_by, changed_at) values ('${own()}', 'x', now())`);
    expect(await admin.call('GET /api/admin/settings', {})).toMatchObject({ has_api_key: false, api_url: own() });
    await admin.ask('GET /api/admin/balance', {});
    expect(first.received).toEqual([]);
  });

  test('a key that cannot be read is no reason to move it', async () => {
    const { id } = await admin.call('POST /api/admin/providers', {
      body: { name: 'Second', api_url: own(), api_key: secret, enabled: false },
    });
    await sql("update providers set api_key_sealed = 'v1.AAAA' where id <> 'default'");
    const body = { api_url: `${other.origin}/api/v2` };
    const refused = { status: 400, body: { field: 'api_key' } };
    expect(await admin.ask('PUT /api/admin/providers/{id}', { params: { id }, body })).toMatchObject(refused);
    await admin.call('POST /api/admin/settings', { body: { api_url: own(), api_key: secret } });
    await sql("update provider_settings set api_key_sealed = 'v1.AAAA'");
    expect(await admin.ask('POST /api/admin/settings', { body })).toMatchObject(refused);
  });

  test('of two who save at once, none gets a key to the address of the other', async () => {
    await admin.call('POST /api/admin/settings', { body: { api_url: own(), api_key: secret } });
    const moved = { api_url: `${other.origin}/api/v2`, api_key: typed };
    const path = { api_url: `${first.origin}/path` };
    await Promise.all([moved, path, path].map((body) => admin.ask('POST /api/admin/settings', { body })));
    const saved = await admin.call('GET /api/admin/settings', {});
    expect([new URL(saved.api_url).origin, saved.api_key]).toEqual([other.origin, '********abcd']);
  });
});

describe('D-57: the heartbeat, whose address is the secret', () => {
  const save = (body: CallFor<'PUT /api/admin/heartbeat'>['body']) => admin.ask('PUT /api/admin/heartbeat', { body });

  test('what the page shows of it keeps it, and brings nothing of it to another origin', async () => {
    await save({ url: `${first.origin}/ping/${secret}`, interval_minutes: 5 });
    const { body } = await save({ url: `${first.origin}/...`, interval_minutes: 7 });
    expect(body.heartbeat).toMatchObject({ masked_url: `${first.origin}/...`, interval_minutes: 7 });
    await store.drain();
    expect(first.received.at(-1)).toContain(secret);
    const refused = await save({ url: `${other.origin}/...`, interval_minutes: 7 });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'url' } });
    await store.drain();
    expect(other.received).toEqual([]);
    first.redirectTo = other.origin;
    await save({ interval_minutes: 5 });
    await store.drain();
    expect(other.received).toEqual([]);
  });
});
