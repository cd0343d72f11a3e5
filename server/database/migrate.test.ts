import { domainToASCII } from 'node:url';
import { getTableColumns, getTableName } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { normalAddress } from '../../contract/normal-address.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { migratedAt, undoFrom } from '../../tests/support/undo-migrations.ts';
import { type Log, silentLog } from '../observability/log.ts';
import { projectRoot } from '../platform/project-root.ts';
import { allTables } from '../tables.ts';
import { DatabaseRefusal, migrateDatabase, migrationLockKey } from './migrate.ts';

const newerMigration = `insert into drizzle.__drizzle_migrations (hash, created_at)
  select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations`;

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

  describe('0044, 0054, D-53', () => {
    let own: TestDatabase;
    const rows = async (statement: string, ...values: unknown[]) =>
      (await own.database.pool.query(statement, values)).rows;
    const addOrder = (id: string, email: string, at = '2026-01-01') =>
      rows(
        `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, created_at, updated_at)
        values ($1, $2, 'customer', 'Likes', 500, 300, 'USD', array['x'], 'failed', 'expired', $3, $3)`,
        id,
        email,
        at,
      );
    const addMessage = (email: string) =>
      rows(
        `insert into contact_messages (id, name, email, subject, message, urgent, received_at)
        values (gen_random_uuid(), 'Ana', $1, 'Hello', 'Hello', false, '2026-01-01')`,
        email,
      );
    const addAdmin = (email: string, at: string) =>
      rows(
        `insert into admins (id, email, password_hash, created_at) values (gen_random_uuid(), $1, '', $2)`,
        email,
        at,
      );
    const emails = async () =>
      (await rows('select customer_email from orders order by id')).map((row) => row.customer_email);

    beforeAll(async () => {
      own = await freshDatabase();
      await rows(`drop trigger orders_clean_address on orders; drop trigger contact_messages_clean_address on contact_messages;
        drop trigger incoming_emails_clean_address on incoming_emails; drop trigger mails_clean_address on mails;
        drop trigger admins_clean_address on admins; drop function keep_clean_address();
        drop index orders_unclean_email, contact_messages_unclean_email, incoming_emails_unclean_email, admins_unclean_email;
        drop function clean_address(text), unicode_label(text);
        ${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0044')}`);
      await addOrder('AAAAAAAAAAA1', 'anna\u200b@ｅxample.com');
      await addOrder('AAAAAAAAAAA2', 'Anna\u200b@ｅxample.com');
      await addOrder('AAAAAAAAAAA3', 'jose\u0301@example.com');
      await addOrder('AAAAAAAAAAA4', 'jos\u00e9@example.com');
      await addOrder('AAAAAAAAAAA5', 'c\u00adarl@example.com', '2026-01-03');
      await addOrder('AAAAAAAAAAA6', 'ca\u202erl@example.com', '2026-01-02');
      await addOrder('AAAAAAAAAAA7', 'plain@example.com');
      await addOrder('AAAAAAAAAAA8', 'Olga@xn--mnchen-3ya.example');
      await addOrder('AAAAAAAAAAA9', 'ivan@xn--e1afmkfd.xn--p1ai');
      await addOrder('AAAAAAAAAAAA', 'ivan@пример.рф');
      await addMessage('olga@XN--mnchen-3ya.example');
      await addMessage('anna\u200b@ｅxample.com');
      await addMessage('jose\u0301@example.com');
      await rows(
        `insert into customer_notes (id, email_key, note, written_by, written_at)
        values (gen_random_uuid(), $1, 'n', 'x', now())`,
        'anna\u200b@ｅxample.com',
      );
      await rows(
        'insert into customer_tags (email_key, tags) values ($1, $2), ($3, $2)',
        'anna\u200b@ｅxample.com',
        ['VIP'],
        'jose\u0301@example.com',
      );
      await rows(
        `insert into mails (id, kind, order_id, recipient, state, created_at)
        values (gen_random_uuid(), 'order_received', 'AAAAAAAAAAA1', $1, 'failed', now())`,
        'anna\u200b@ｅxample.com',
      );
      await addAdmin('b\u200boss@example.com', '2026-01-01');
      await addAdmin('\u200bboss@example.com', '2026-01-02');
      await addAdmin('boss@xn--mnchen-3ya.example', '2026-01-03');
      await addAdmin('boss@m\u00fcnchen.example', '2026-01-04');
      await addAdmin('ops@xn--mnchen-3ya.example', '2026-01-05');
      // A customer row of the version before.
      await rows(`insert into customers (email_key, email, username, orders, spent_cents, last_order_at)
        values ('olga@xn--mnchen-3ya.example', 'Olga@xn--mnchen-3ya.example', 'customer', 1, 0, now())`);
      await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    });
    afterAll(() => own.drop());

    test('an address comes into its form in every table', async () => {
      expect((await emails()).slice(0, 2)).toEqual(['anna@example.com', 'Anna@example.com']);
      expect(await rows("select from contact_messages where email = 'anna@example.com'")).toHaveLength(1);
      expect(await rows('select email_key from customer_notes')).toEqual([{ email_key: 'anna@example.com' }]);
      expect(await rows('select recipient from mails')).toEqual([{ recipient: 'anna@example.com' }]);
    });

    test('an address whose form belongs to somebody else stays, in every table', async () => {
      expect((await emails()).slice(2)).toEqual([
        'jose\u0301@example.com',
        'jos\u00e9@example.com',
        'c\u00adarl@example.com',
        'carl@example.com',
        'plain@example.com',
        'Olga@m\u00fcnchen.example',
        'ivan@xn--e1afmkfd.xn--p1ai',
        'ivan@пример.рф',
      ]);
      expect(await rows('select from contact_messages where email = $1', 'jose\u0301@example.com')).toHaveLength(1);
      expect((await rows('select email_key from customer_tags order by 1')).map((row) => row.email_key)).toEqual([
        'anna@example.com',
        'jose\u0301@example.com',
      ]);
      expect((await rows('select email from admins order by created_at')).map(({ email }) => email)).toEqual([
        'boss@example.com',
        '\u200bboss@example.com',
        'boss@xn--mnchen-3ya.example',
        'boss@m\u00fcnchen.example',
        'ops@m\u00fcnchen.example',
      ]);
    });

    test('those that stay are action items', async () => {
      const { customersActionItems } = await import('../modules/customers/customers.action-items.ts');
      const found = await own.database.db.execute(customersActionItems.address_collision());
      const items = found.rows.map(({ order_id: id, words }) => id ?? words);
      expect(items.slice(0, 3).sort()).toEqual(['AAAAAAAAAAA3', 'AAAAAAAAAAA5', 'AAAAAAAAAAA9']);
      expect(items.slice(3)).toEqual([
        { code: 'message_email_collides', params: { subject: 'Hello' } },
        { code: 'admin_email_collides' },
        { code: 'admin_email_collides' },
      ]);
    });

    test('the figures of customers follow', async () => {
      const found = await rows('select email_key, orders from customers order by 1');
      expect(found).toContainEqual({ email_key: 'anna@example.com', orders: 2 });
      expect(found).toContainEqual({ email_key: 'olga@münchen.example', orders: 1 });
      expect(found).not.toContainEqual(expect.objectContaining({ email_key: 'olga@xn--mnchen-3ya.example' }));
      expect(found).toContainEqual({ email_key: 'jose\u0301@example.com', orders: 1 });
    });

    test('a store of the version before, beside this one, writes addresses in their form', async () => {
      await addOrder('BAAAAAAAAAA1', 'new\u3164@example\u3002com');
      await addMessage('jose\u0301@example.com');
      expect((await emails()).at(-1)).toBe('new@example.com');
      expect(await rows('select from contact_messages where email = $1', 'jos\u00e9@example.com')).toHaveLength(1);
      await expect(addAdmin('bo\u200bss@example.com', '2026-01-05')).rejects.toThrow('admins_email');
      await rows(`update orders set customer_email = $1 where id = 'BAAAAAAAAAA1'`, 'b@XN--MNCHEN-3YA.example');
      expect((await emails()).at(-1)).toBe('b@m\u00fcnchen.example');
      await rows(`update orders set customer_email = $1 where id = 'BAAAAAAAAAA1'`, 'o\u00adther@example.com');
      expect((await emails()).at(-1)).toBe('other@example.com');
    });

    test.each([0, 1, 0xe])('plane %i: the database has the form of the contract for every character', async (plane) => {
      const texts = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(plane * 0x10000 + code))
        .filter((character) => /[^\0\p{Cs}]/u.test(character))
        .map((character) => `a${character}\u0301@b${character}\u0301.c`);
      const cleaned = await rows('select clean_address(address) as clean from unnest($1::text[]) as address', texts);
      const differing = texts.filter((address, at) => cleaned[at].clean !== normalAddress(address));
      expect(differing.filter((address) => /[\p{Cf}\p{DI}\s]/u.test(address))).toEqual([]);
      // Marks that are newer than the Unicode of the server.
      expect(differing.length).toBeLessThan(200);
    });

    test('the database has the form of the contract for every label', async () => {
      const labels = fc.sample(fc.stringMatching(/^[a-z0-9-]{0,20}$/), 2000);
      const words = fc.sample(fc.string({ unit: 'grapheme', maxLength: 12 }), 2000).map((word) => domainToASCII(word));
      const texts = [...labels.map((label) => `xn--${label}`), ...words].map((label) => `xn--a@b.${label}.example`);
      const cleaned = await rows('select clean_address(address) as clean from unnest($1::text[]) as address', texts);
      const differing = texts.filter((address, at) => cleaned[at].clean !== normalAddress(address));
      // Characters that are newer than the Unicode of the server.
      expect(differing.length, differing.join(' ')).toBeLessThan(40);
    });
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
