// A store whose database cannot write says so: to the balancer, to the log, to the admin, and by mail once it can again.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { orderBody } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { type Log, silentLog } from '../observability/log.ts';

const token = 'a token of the metrics';
let store: TestStore;
let past: pg.Client;
let lines: { level: string; message: string; fields: object }[] = [];
const keep = (level: string) => (fields: object, message: string) => void lines.push({ level, message, fields });
const log: Log = { ...silentLog, error: keep('error'), warn: keep('warn'), info: keep('info') };

beforeAll(async () => {
  store = await startStore({ METRICS_TOKEN: token }, null, log);
  const { admin } = inject('postgres');
  past = new pg.Client({ ...store.db.connection, user: admin.user, password: admin.password as string });
  await past.connect();
});
afterAll(async () => {
  await past.end();
  await store.stop();
});
beforeEach(async () => {
  await past.query('delete from mails');
  await past.query('delete from alerts');
  lines = [];
});

const ready = () => store.visitor.ask('GET /readyz', { query: {} });
const buy = async () => (await store.visitor.ask('POST /api/create-order', { body: orderBody() })).status;
const kinds = async () => (await store.admin.call('GET /api/admin/attention', { query: {} })).kinds;
const alerts = async () => (await past.query('select type, severity, message from alerts')).rows;
const errors = () => lines.filter(({ level }) => level === 'error').map(({ message }) => message);

async function gauge(): Promise<string | undefined> {
  const response = await store.raw('/metrics', { headers: { authorization: `Bearer ${token}` } });
  return (await response.text()).match(/^applaud_database_writable (\d)$/m)?.[1];
}

async function endSessions(): Promise<void> {
  await past.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

test('purchases that a full disk refuses: not ready, shown to the admin, and an alert by mail afterwards', async () => {
  expect((await ready()).status).toBe(200);
  expect(await gauge()).toBe('1');
  await past.query(`create function fail_row() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await past.query('create trigger failing before insert on orders for each row execute function fail_row()');

  // Several purchases, and more time than a probe takes: one outage.
  const until = Date.now() + 4_500;
  while (Date.now() < until) {
    expect(await buy()).toBe(503);
    const answer = await ready();
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ message: 'The database cannot write: disk full.', database: 'disk_full' });
  }
  expect(await gauge()).toBe('0');
  const [first] = await kinds();
  expect(first).toMatchObject({
    kind: 'database_unwritable',
    count: 1,
    may_set_aside: false,
    items: [{ order_id: null, words: expect.stringContaining('The database cannot write: disk full.') }],
  });
  const [only] = (await store.admin.call('GET /api/admin/attention', { query: { kind: 'database_unwritable' } })).kinds;
  expect(only).toEqual(first);
  const aside = await store.admin.ask('POST /api/admin/attention/aside', {
    body: { kind: 'database_unwritable' as never, subject: first?.items[0]?.subject ?? '', note: 'Known' },
  });
  expect(aside.status).toBe(400);
  expect(await alerts()).toEqual([]);

  await past.query('drop function fail_row() cascade');
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect(await buy()).toBe(200);
  expect(await kinds()).toEqual([]);
  expect(await gauge()).toBe('1');
  await expect.poll(alerts).toEqual([
    {
      type: 'database_unwritable',
      severity: 'critical',
      message: expect.stringMatching(/^The database could not write for \d+ s: disk full\.$/),
    },
  ]);
  expect((await past.query("select kind from mails where kind = 'alert'")).rows).toHaveLength(1);
  expect(errors()).toEqual(['the database cannot write: disk full']);
  const refusals = lines.filter(({ message }) => message === 'a request was refused');
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.filter(({ fields }) => JSON.stringify(fields).includes('/readyz'))).toEqual([]);
  expect(lines.filter(({ message }) => message === 'the database can write again')).toMatchObject([
    { level: 'info', fields: { reason: 'disk_full', seconds: expect.any(Number) } },
  ]);
});

test('a read-only database is noticed while nobody buys', async () => {
  const { database } = store.db.connection;
  await past.query(`alter database ${database} set default_transaction_read_only = on`);
  await endSessions();
  try {
    await expect.poll(async () => (await ready()).body.database).toBe('read_only');
  } finally {
    await past.query('set default_transaction_read_only = off');
    await past.query(`alter database ${database} reset default_transaction_read_only`);
  }
  await expect.poll(async () => (await ready()).status).toBe(200);
  await expect.poll(alerts).toMatchObject([{ message: expect.stringContaining('read-only') }]);
});

test('a database that accepts no session is unreachable, and a short absence raises no alert', async () => {
  const { database } = store.db.connection;
  const elsewhere = new pg.Client({ ...inject('postgres').admin });
  await elsewhere.connect();
  await elsewhere.query(`alter database ${database} allow_connections false`);
  await endSessions();
  try {
    await expect.poll(async () => (await ready()).body.database).toBe('unreachable');
    expect(await buy()).toBe(503);
  } finally {
    await elsewhere.query(`alter database ${database} allow_connections true`);
    await elsewhere.end();
  }
  await expect.poll(async () => (await ready()).status).toBe(200);
  await expect.poll(() => lines.some(({ message }) => message === 'the database can write again')).toBe(true);
  expect(await alerts()).toEqual([]);
});

test('the probe writes WAL and a file beside the tables', async () => {
  const before = (await past.query('select pg_current_wal_lsn() as lsn')).rows[0].lsn;
  const files = async () =>
    (await past.query('select temp_bytes from pg_stat_database where datname = current_database()')).rows[0].temp_bytes;
  const bytes = BigInt(await files());
  await expect.poll(async () => BigInt(await files()) - bytes > 64_000n).toBe(true);
  const { rows } = await past.query('select pg_current_wal_flush_lsn() > $1::pg_lsn as more', [before]);
  expect(rows).toEqual([{ more: true }]);
});
