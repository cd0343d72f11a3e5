import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { type Log, silentLog } from '../observability/log.ts';
import { projectRoot } from '../platform/project-root.ts';
import { allTables } from '../tables.ts';
import { DatabaseRefusal, migrateDatabase, migrationLockKey } from './migrate.ts';
import { importStore } from './transfer/import-store.ts';

const newerMigration = `insert into drizzle.__drizzle_migrations (hash, created_at)
  select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations`;
const journal = JSON.parse(readFileSync(join(import.meta.dirname, 'migrations', 'meta', '_journal.json'), 'utf8'));
const migratedAt = (number: string): number =>
  journal.entries.find(({ tag }: { tag: string }) => tag.startsWith(number)).when;
/** Takes a database back to the version before this migration. */
const without0042 = `alter table dispatches drop column moved_at;
  drop index dispatches_not_found, dispatches_unbegun, dispatches_open_of_service`;
const lastBefore = join(import.meta.dirname, 'transfer', 'test-data', 'format-1.gz');

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await freshDatabase();
});
afterAll(() => testDatabase.drop());

describe('migrations', () => {
  test('two processes that start together on an empty database both come up', async () => {
    const { admin, owner } = inject('postgres');
    const name = `applaud_empty_${process.pid}`;
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(`create database ${name}${owner.user ? ` owner ${pg.escapeIdentifier(owner.user)}` : ''}`);
    const empty = { ...admin, ...owner, database: name };
    const both = [1, 2].map(() => migrateDatabase(empty, projectRoot(), 'sandbox'));
    await expect(Promise.all(both)).resolves.toHaveLength(2);
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });

  test('a start that waits for another one logs it, and goes on when the lock is free', async () => {
    const { connection, drop } = await emptyDatabase();
    const holder = new pg.Client(connection);
    await holder.connect();
    const lines: string[] = [];
    const note = (_: object, text: string) => lines.push(text);
    const log = { ...silentLog, warn: note, info: note } as unknown as Log;
    // The lock of the version before: of a session.
    await holder.query('select pg_advisory_lock($1)', [migrationLockKey]);
    const start = migrateDatabase(connection, projectRoot(), 'sandbox', log);
    await expect.poll(() => lines).toEqual(['waiting for the migration lock']);
    await holder.end();
    await start;
    expect(lines).toEqual(['waiting for the migration lock', 'the migration lock was taken']);
    await drop();
  });

  test('a migration that loses its lock ends, so that no other one runs beside it', async () => {
    const { connection, database, drop } = await freshDatabase();
    const holder = await database.pool.connect();
    // The last step of a start waits for this table.
    await holder.query('begin; lock table store_meta in access exclusive mode');
    const start = migrateDatabase(connection, projectRoot(), 'sandbox');
    const refused = expect(start).rejects.toThrow();
    const sessions = async (where: string) => {
      const ofStart = `select pid from pg_stat_activity where application_name = 'applaud migrations'
        and datname = current_database() and ${where}`;
      return (await database.pool.query(ofStart)).rows;
    };
    await expect.poll(() => sessions("wait_event_type = 'Lock'")).toHaveLength(1);
    const [locked] = await sessions("state = 'idle in transaction'");
    await database.pool.query('select pg_terminate_backend($1)', [locked?.pid]);
    await refused;
    await holder.query('rollback');
    await expect.poll(() => sessions('true')).toEqual([]);
    holder.release();
    await drop();
  });

  test('a store of the last version before 1.0 is taken over with its orders, payments, sessions, providers and webhooks', async () => {
    const { connection, drop } = await emptyDatabase();
    const rootDir = projectRoot();
    await importStore(connection, lastBefore, { rootDir, mode: 'sandbox' });
    const rows = async (statement: string) => {
      const client = new pg.Client(connection);
      await client.connect();
      return (await client.query(statement).finally(() => client.end())).rows;
    };
    expect(await rows(`select to_regclass('link_replacements') as later`)).toEqual([{ later: null }]);
    await rows(`insert into providers (id, name, priority, enabled, api_url, likes_service_id, changed_at)
      values ('p2', 'Second', 200, true, 'https://second.example/api/v2', '7', now())`);
    // Webhooks of before had no end, and the version before writes none beside this one.
    const addWebhook = () =>
      rows(`insert into webhook_endpoints (id, url, secret, events, enabled, created_at)
        values (gen_random_uuid(), 'https://hook.example/', 'sealed', array['order.paid'], true, now() - interval '1 year')`);
    await addWebhook();
    // The version before, beside this one, places orders without the accepted terms.
    const addOrder = (id: string) =>
      rows(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['https://instagram.com/p/a/'],
          'failed', 'expired', now(), now())`);
    await addOrder('AAAAAAAAAAA1');
    const addVisit = () =>
      rows(`insert into visits (visitor_key, visited_at, page_url, ip_address, country, city, device_type, browser, os,
          session_seconds, "returning") values ('x', now(), '/', '', '', '', '', '', '', 0, false) returning id::int`);
    const [visit] = await addVisit();
    await migrateDatabase(connection, rootDir, 'sandbox');
    expect(await addVisit()).toEqual([{ id: visit?.id + 1 }]);
    expect(await rows(`select tableoid::regclass::text as at from visits order by id desc limit 2`)).toEqual([
      { at: 'visits_default' },
      { at: 'visits_first' },
    ]);
    await addWebhook();
    await addOrder('AAAAAAAAAAA2');
    expect(
      await rows(`select terms_version, terms_hash, network_country from orders where id like 'AAAAAAAAAAA%'`),
    ).toEqual(Array(2).fill({ terms_version: null, terms_hash: null, network_country: null }));
    expect(await rows('select distinct dispute_due_at from payment_attempts')).toEqual([{ dispute_due_at: null }]);
    expect(await rows('select enabled, expires_at from webhook_endpoints')).toEqual(
      Array(2).fill({ enabled: true, expires_at: null }),
    );
    expect(
      await rows(`select a.state, o.amount_cents, o.payment_state, o.delivery_state, o.language
        from orders o join payment_attempts a on a.order_id = o.id`),
    ).toEqual([{ state: 'paid', amount_cents: 300, payment_state: 'paid', delivery_state: 'to_send', language: 'en' }]);
    expect(await rows('select from admin_sessions')).toHaveLength(1);
    expect(await rows('select id, kind, likes_service_id from providers order by id')).toEqual([
      { id: 'default', kind: 'panel-v2', likes_service_id: '' },
      { id: 'p2', kind: 'panel-v2', likes_service_id: '7' },
    ]);
    await drop();
  });

  test('0041: a channel that failed before has failed since then, a working one has not', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    await pool.query(`${without0042}; alter table notification_channels drop column failing_since;
      delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0041')};
      insert into notification_channels
        (id, kind, name, config, least_severity, language, enabled, created_at, failures, last_failed_at)
      select gen_random_uuid(), 'ntfy', name, 'v1.x', 'info', 'en', true, '2026-01-01', failures, failed_at::timestamptz
      from (values ('fails', 2, '2026-02-02'), ('works', 0, '2026-01-02')) as v (name, failures, failed_at)`);
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    const { rows } = await pool.query('select name, failing_since from notification_channels order by name');
    expect(rows).toEqual([
      { name: 'fails', failing_since: new Date('2026-02-02T00:00:00Z') },
      { name: 'works', failing_since: null },
    ]);
    await own.drop();
  });

  test('0042: the time of the send counts for a link in delivery of the version before', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    await pool.query(`${without0042};
      delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0042')};
      insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
        status, payment_status, paid_at, created_at, updated_at)
      values ('AAAAAAAAAAA1', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'processing', 'paid',
        '2026-01-01', '2026-01-01', '2026-01-01');
      insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
        provider_order_id, following, created_at, updated_at)
      values ('AAAAAAAAAAA1', 0, 'x', 'x', '1', 500, 'sent', gen_random_uuid(), '2026-01-02', '1', true, '2026-01-02',
        '2026-01-02')`);
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    const { rows } = await pool.query(
      `select moved_at, greatest(moved_at, claimed_at, refill_requested_at) as quiet_since from dispatches`,
    );
    expect(rows).toEqual([{ moved_at: null, quiet_since: new Date('2026-01-02T00:00:00Z') }]);
    const { rows: indexes } = await pool.query(
      `select from pg_indexes where indexname in ('dispatches_not_found', 'dispatches_unbegun', 'dispatches_quiet',
        'dispatches_open_of_service')`,
    );
    expect(indexes).toHaveLength(4);
    await own.drop();
  });

  test('0043: changes of services of the version before stay, and changes of terms are accepted', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const change = (kind: string, after: string) =>
      pool.query(`insert into service_changes (provider_id, service_id, kind, before, after, changed_at)
        values ('default', '11', '${kind}', '0.5', '${after}', '2026-01-02')`);
    await pool.query(`alter table service_changes add constraint service_changes_kind
        check (kind in ('price_up', 'price_down', 'gone', 'returned', 'renamed', 'recategorized'));
      delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0043')}`);
    await change('price_up', '0.6');
    await expect(change('min', '600')).rejects.toThrow('service_changes_kind');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await change('min', '600');
    const { rows } = await pool.query('select kind, after from service_changes order by kind');
    expect(rows).toEqual([
      { kind: 'min', after: '600' },
      { kind: 'price_up', after: '0.6' },
    ]);
    await own.drop();
  });

  test('a database from before the baseline is refused with one sentence, and stays as it is', async () => {
    const { connection, drop } = await emptyDatabase();
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(`create schema drizzle; create table drizzle.__drizzle_migrations (created_at bigint);
      insert into drizzle.__drizzle_migrations values (1795280943350)`);
    const start = migrateDatabase(connection, projectRoot(), 'sandbox');
    await expect(start).rejects.toThrow(DatabaseRefusal);
    await expect(start).rejects.toThrow(/too old .*: start it once with the last version before 1\.0\.$/);
    expect((await client.query("select to_regclass('orders') as made")).rows).toEqual([{ made: null }]);
    await client.end();
    await drop();
  });

  test('a database that a newer version has migrated is refused with one sentence, and stays as it is', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    await pool.query(newerMigration);
    await pool.query(
      'update store_meta set oldest_migration = (select max(created_at) from drizzle.__drizzle_migrations)',
    );
    const migrations = async () => (await pool.query('select * from drizzle.__drizzle_migrations')).rows;
    const before = await migrations();
    const start = migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await expect(start).rejects.toThrow(DatabaseRefusal);
    await expect(start).rejects.toThrow(/^A newer version of the store has migrated this database: start that version/);
    expect(await migrations()).toEqual(before);
    await own.drop();
  });

  test('a newer version that removed nothing leaves its database to this one, and stays recorded as it is', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    await pool.query(newerMigration);
    const recorded = async () => (await pool.query('select oldest_migration, mode from store_meta')).rows;
    const before = await recorded();
    const lines: string[] = [];
    const log = { ...silentLog, warn: (_: object, text: string) => lines.push(text) } as unknown as Log;
    await migrateDatabase(own.connection, projectRoot(), 'sandbox', log);
    expect(lines).toEqual(['a newer version has migrated this database; this version can still use it']);
    expect(await recorded()).toEqual(before);
    await own.drop();
  });

  test('a store in another mode changes nothing in the database that refuses it', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    await pool.query('update store_meta set oldest_migration = null');
    await expect(migrateDatabase(own.connection, projectRoot(), 'live')).rejects.toThrow(DatabaseRefusal);
    expect((await pool.query('select oldest_migration from store_meta')).rows).toEqual([{ oldest_migration: null }]);
    await own.drop();
  });

  test('a database of a sandbox store refuses a live one with a message', async () => {
    const start = migrateDatabase(testDatabase.connection, projectRoot(), 'live');
    await expect(start).rejects.toThrow(DatabaseRefusal);
    await expect(start).rejects.toThrow(/belongs to a store in sandbox mode/);
  });

  test('the tables have exactly the columns that the schema names', async () => {
    for (const table of allTables) {
      const { rows } = await testDatabase.database.pool.query<{ column_name: string }>(
        `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
        [getTableName(table)],
      );
      const declared = Object.values(getTableColumns(table)).map((column) => column.name);
      expect(rows.map((row) => row.column_name).sort(), getTableName(table)).toEqual(declared.sort());
    }
  });

  test('the ledger and the audit log cannot be rewritten', async () => {
    const { pool } = testDatabase.database;
    await pool.query(
      "insert into audit_log (happened_at, actor, action, subject, details) values (now(), 'system', 'test', 'x', '{}')",
    );
    await expect(pool.query("update audit_log set actor = 'nobody'")).rejects.toThrow(/append-only/);
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
  });
});
