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

const newerMigration = `insert into drizzle.__drizzle_migrations (hash, created_at)
  select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations`;
const journal = JSON.parse(readFileSync(join(import.meta.dirname, 'migrations', 'meta', '_journal.json'), 'utf8'));
const migratedAt = (number: string): number =>
  journal.entries.find(({ tag }: { tag: string }) => tag.startsWith(number)).when;

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
