import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
/** Tables of later migrations than those that a test reverts. */
const undoLater =
  'drop table store_logos, link_requests, infrastructure_settings; ' +
  'alter table mails drop column admin_invitation_id; drop table admin_invitations; ' +
  'alter table payment_attempts drop column payment_id; alter table refunds drop column gateway_refund_id; ' +
  undoFrom('0063');

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
        ${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0044')}`);
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

  test('0047, 0048: alerts, sessions and sign-ins of the version before stay, and it writes them as it did', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const write = (id: string) =>
      pool.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'pending', 'session',
          '2026-01-01', '2026-01-01');
        insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, opened_at,
          updated_at) values ('${id}', 1, 'mpgs', '${id}-1', 300, 'USD', 'closed', '2026-01-01', '2026-01-01');
        insert into alerts (id, type, severity, message, details, raised_at)
        values (gen_random_uuid(), 'chargeback', 'critical', '${id}', '{}', '2026-01-01');
        insert into login_guesses (account_key, address_key, guessed_at) values ('${id}', 'b', '2026-01-01')`);
    await pool.query(`drop table sending_pauses; alter table payment_attempts drop column with_key;
      alter table login_guesses drop column network_key;
      alter table alerts drop column mail_key, drop column held, drop column summary_id;
      ${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0047')}`);
    await write('AAAAAAAAAAA1');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await write('AAAAAAAAAAA2');
    const { rows } = await pool.query(`select a.mail_key, a.held, a.summary_id, p.with_key, g.network_key
      from alerts a join payment_attempts p on p.order_id = a.message join login_guesses g on g.account_key = a.message`);
    const unset = { mail_key: null, held: false, summary_id: null, with_key: false, network_key: null };
    expect(rows).toEqual([unset, unset]);
    const pause = `insert into sending_pauses values (gen_random_uuid(), $1, '2026-01-01', '2026-01-04')`;
    await pool.query(pause, ['AAAAAAAAAAA1']);
    await expect(pool.query(pause, ['AAAAAAAAAAA9'])).rejects.toThrow('sending_pauses_order_id_orders_id_fk');
    await own.drop();
  });

  test('0050, D-64: older sentences stay, and the previous version writes sentences without codes', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const coded = [
      'alerts.message',
      'dispatches.error',
      'dispatches.hint',
      'delivery_requests.words',
      'refunds.problem',
    ];
    const others = ['reconciliations.problem', 'provider_looks.problem', 'provider_looks.check_problem'];
    const drops = [...coded, ...others, 'provider_tests.words'].map((name) => {
      const [table, column] = name.split('.');
      const trigger = table === 'provider_tests' ? '' : `drop trigger ${table}_${column}_code on ${table};`;
      return `${trigger} alter table ${table} drop column ${column}_coded;`;
    });
    await pool.query(`${drops.join('')} drop function remove_stale_code() cascade;
      ${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0050')};
      insert into alerts (id, type, severity, message, details, raised_at)
      values (gen_random_uuid(), 'chargeback', 'critical', 'Of before.', '{}', '2026-01-01');
      insert into provider_looks (provider_id, problem, check_problem) values ('default', 'Of before.', 'As well.')`);
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    const sentences = async () => {
      const { rows } = await pool.query(`select message as text, message_coded as coded from alerts
        union all select problem, problem_coded from provider_looks
        union all select check_problem, check_problem_coded from provider_looks`);
      return rows;
    };
    const uncoded = (text: string | null) => ({ text, coded: null });
    expect(await sentences()).toEqual([uncoded('Of before.'), uncoded('Of before.'), uncoded('As well.')]);
    await pool.query(`update alerts set message = 'New.', message_coded = '{"code":"new"}';
      update provider_looks set problem = 'New.', problem_coded = '{"code":"new"}', check_problem = 'New.',
        check_problem_coded = '{"code":"new"}'`);
    expect(await sentences()).toEqual(Array(3).fill({ text: 'New.', coded: { code: 'new' } }));
    // The version before, beside this one: the code would be that of another sentence.
    await pool.query(`update alerts set message = 'Written alone.'; update provider_looks set problem = null`);
    expect(await sentences()).toEqual([
      uncoded('Written alone.'),
      uncoded(null),
      { text: 'New.', coded: { code: 'new' } },
    ]);
    await own.drop();
  });

  test('0053, D-64: sentences of the version before stay, and one that it writes alone has no code', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const write = (problem: string, answer: string) =>
      pool.query(`insert into heartbeats (url, interval_minutes, problem) values ('x', 5, '${problem}')
          on conflict ("only") do update set problem = excluded.problem;
        insert into notification_channels (id, kind, name, config, least_severity, language, enabled, created_at, last_answer)
          values ('00000000-0000-4000-8000-000000000001', 'email', 'Mail', 'x', 'info', 'en', true, '2026-01-01', '${answer}')
          on conflict (id) do update set last_answer = excluded.last_answer`);
    const read = async () =>
      (
        await pool.query(`select problem, problem_coded, last_answer, last_answer_coded
          from heartbeats, notification_channels`)
      ).rows;
    await pool.query(`alter table heartbeats drop column problem_coded cascade;
      alter table notification_channels drop column last_answer_coded cascade;
      ${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0053')}`);
    await write('Old problem.', 'Old answer.');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    const before = { problem: 'Old problem.', last_answer: 'Old answer.' };
    expect(await read()).toEqual([{ ...before, problem_coded: null, last_answer_coded: null }]);
    await pool.query(`update heartbeats set problem = 'A', problem_coded = '{"code":"a"}';
      update notification_channels set last_answer = 'B', last_answer_coded = '{"code":"b"}'`);
    expect(await read()).toMatchObject([{ problem_coded: { code: 'a' }, last_answer_coded: { code: 'b' } }]);
    await write('Of before.', 'Of before.');
    expect(await read()).toMatchObject([{ problem: 'Of before.', problem_coded: null, last_answer_coded: null }]);
    await own.drop();
  });

  test('0056: emails of the version before stay, and it writes them as it did; an acknowledgement needs its message', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const [messageId, other] = ['1', '2'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
    const write = (id: string, orderId: string) =>
      pool.query(`insert into contact_messages (id, name, email, subject, message, urgent, received_at)
          values ('${id}', 'Ana', 'ana@example.com', 'Hello', 'Hello', false, '2026-01-01');
        insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, created_at, updated_at)
          values ('${orderId}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'failed', 'expired',
          '2026-01-01', '2026-01-01');
        insert into mails (id, kind, contact_message_id, order_id, recipient, state, created_at)
          values (gen_random_uuid(), 'contact', '${id}', null, 'support@example.com', 'kept', '2026-01-01'),
            (gen_random_uuid(), 'order_received', null, '${orderId}', 'old@example.com', 'queued', '2026-01-01')`);
    const acknowledge = (about: string | undefined, kind = 'contact_received') =>
      pool.query(
        `insert into mails (id, kind, acknowledged_message_id, recipient, state, created_at)
          values (gen_random_uuid(), $2, $1, 'ana@example.com', 'queued', '2026-01-01')`,
        [about, kind],
      );
    // The other constraints of the column are dropped with it.
    await pool.query(`alter table mails drop column acknowledged_message_id,
        add constraint mails_about_one check (num_nonnulls(order_id, contact_message_id, alert_id, tracking_code_id,
          contact_reply_id, digest_id) = 1);
      ${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0056')}`);
    await write(messageId ?? '', 'AAAAAAAAAAA1');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await write(other ?? '', 'AAAAAAAAAAA2');
    const kinds = async () =>
      (await pool.query('select kind from mails order by kind, order_id')).rows.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['contact', 'contact', 'order_received', 'order_received']);
    await acknowledge(messageId);
    await expect(acknowledge(messageId)).rejects.toThrow('mails_acknowledged_message_id_unique');
    await expect(acknowledge(other, 'contact')).rejects.toThrow('mails_about');
    await expect(acknowledge(undefined)).rejects.toThrow('mails_about');
    await pool.query('delete from contact_messages');
    expect(await kinds()).toEqual(['order_received', 'order_received']);
    await own.drop();
  });

  test('0058: orders of the previous version stay, and it still writes orders; a link has one open request at most', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const write = (id: string) =>
      pool.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'failed', 'expired',
          '2026-01-01', '2026-01-01')`);
    await pool.query(`${undoLater}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0058')}`);
    await write('AAAAAAAAAAA1');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await write('AAAAAAAAAAA2');
    const request = (id: string, number: number, state: string) =>
      pool.query(
        `insert into link_requests (order_id, number, position, old_link, new_link, link_key, state, requested_at, changed_at)
          values ($1, $2, 0, 'x', 'y', 'y', $3, '2026-01-01', '2026-01-01')`,
        [id, number, state],
      );
    await request('AAAAAAAAAAA1', 1, 'declined');
    await request('AAAAAAAAAAA1', 2, 'requested');
    await request('AAAAAAAAAAA2', 1, 'requested');
    await expect(request('AAAAAAAAAAA1', 3, 'requested')).rejects.toThrow('link_requests_one_open');
    await expect(request('AAAAAAAAAAA9', 1, 'ended')).rejects.toThrow('link_requests_order_id_orders_id_fk');
    await own.drop();
  });

  test('0059: emails of the version before stay, and it writes them as it did; an invitation ends with its inviter', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const write = (message: string) =>
      pool.query(`insert into contact_messages (id, name, email, subject, message, urgent, received_at)
          values ('${message}', 'Ana', 'ana@example.com', 'Hello', 'Hello', false, '2026-01-01');
        insert into mails (id, kind, contact_message_id, recipient, state, created_at)
          values (gen_random_uuid(), 'contact', '${message}', 'support@example.com', 'kept', '2026-01-01')`);
    await pool.query(`alter table mails drop column admin_invitation_id,
        add constraint mails_about_one_record check (num_nonnulls(order_id, contact_message_id, alert_id,
          tracking_code_id, contact_reply_id, digest_id, acknowledged_message_id) = 1);
      drop table admin_invitations, infrastructure_settings, store_logos; ${undoFrom('0063')}
      alter table payment_attempts drop column payment_id; alter table refunds drop column gateway_refund_id;
      delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0059')}`);
    await write('00000000-0000-4000-8000-000000000001');
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    await write('00000000-0000-4000-8000-000000000002');
    const [admin, invitation] = ['3', '4'].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
    await pool.query(`insert into admins (id, email, password_hash, created_at) values ('${admin}', 'a@example.com', '', now());
      insert into admin_invitations (id, email, role, invited_by, created_at, expires_at)
        values ('${invitation}', 'b@example.com', 'viewer', '${admin}', now(), now())`);
    const mail = (kind: string) =>
      pool.query(`insert into mails (id, kind, admin_invitation_id, recipient, state, created_at)
        values (gen_random_uuid(), '${kind}', '${invitation}', 'b@example.com', 'queued', now())`);
    await expect(mail('contact')).rejects.toThrow('mails_about');
    await mail('admin_invitation');
    await pool.query('delete from admins');
    expect((await pool.query('select kind from mails')).rows).toEqual([{ kind: 'contact' }, { kind: 'contact' }]);
    expect((await pool.query('select from admin_invitations')).rowCount).toBe(0);
    await own.drop();
  });

  test('0066: orders of the version before are in the finances by source, and lost orders have their reasons', async () => {
    const own = await freshDatabase();
    const rows = async (statement: string) => (await own.database.pool.query(statement)).rows;
    const addOrder = (id: string, state: string, source: object | null) =>
      rows(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, paid_at, source, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], ${state},
          ${source ? `'${JSON.stringify(source)}'` : 'null'}, '2026-01-01', '2026-01-01')`);
    await addOrder('AAAAAAAAAAA1', `'paid', 'paid', '2026-01-02'`, { source: 'news', campaign: 'spring' });
    await addOrder('AAAAAAAAAAA2', `'paid', 'paid', '2026-01-02'`, null);
    await addOrder('AAAAAAAAAAA3', `'failed', 'failed', null`, { source: 'news' });
    await addOrder('AAAAAAAAAAA4', `'failed', 'none', null`, null);
    await rows(`insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state,
          opened_at, updated_at, failed_tries, decline_code)
        values ('AAAAAAAAAAA3', 1, 'mpgs', 'A3-1', 300, 'USD', 'closed', '2026-01-01', '2026-01-01', 1, 'INSUFFICIENT_FUNDS');
      insert into payment_fees (order_id, attempt_number, amount_cents, currency, state, of_sale, charged_at, updated_at)
        values ('AAAAAAAAAAA1', 1, 39, 'USD', 'final', true, '2026-01-02', '2026-01-02');
      insert into dispatches (order_id, position, post_link, link_key, service_id, provider_id, quantity, state, claim_id,
          claimed_at, provider_order_id, rate, created_at, updated_at)
        values ('AAAAAAAAAAA1', 0, 'x', 'x', '1', 'default', 500, 'sent', gen_random_uuid(), now(), gen_random_uuid(), 0.5, now(), now())`);
    await rows(
      `${undoFrom('0066')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0066')}`,
    );
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    const sources = () =>
      rows(`select source, campaign, sum(paid)::int as paid, sum(sales_cents)::int as sales, sum(fee_cents)::int as fees,
          sum(cost)::float8 as cost from finance_sources group by 1, 2 having sum(paid) > 0 order by 1, 2 nulls first`);
    const lost = () =>
      rows('select source, reason, sum(orders)::int as orders from lost_orders group by 1, 2 order by 1');
    const ofNews = { source: 'news', paid: 1, sales: 300, fees: 39, cost: 0.25 };
    const ofOthers = { source: 'unknown', paid: 1, sales: 300, fees: 0, cost: 0 };
    const before = [
      { ...ofNews, campaign: null },
      { ...ofNews, campaign: 'spring' },
      { ...ofOthers, campaign: null },
      { ...ofOthers, campaign: '' },
    ];
    expect(await sources()).toEqual(before);
    expect(await lost()).toEqual([
      { source: 'news', reason: 'declined_funds', orders: 1 },
      { source: 'unknown', reason: 'not_opened', orders: 1 },
    ]);
    // The version before, beside this one, writes orders as it did.
    await addOrder('AAAAAAAAAAA5', `'failed', 'expired', null`, null);
    await rows(`update orders set payment_status = 'refunded', refunded_cents = 300 where id = 'AAAAAAAAAAA2'`);
    expect(await sources()).toEqual(before);
    expect((await lost()).filter(({ source }) => source === 'unknown')).toEqual(
      expect.arrayContaining([
        { source: 'unknown', reason: 'form_expired', orders: 1 },
        { source: 'unknown', reason: 'refunded', orders: 1 },
      ]),
    );
  });

  test('0068: fees of the version before have the number of their refunds', async () => {
    const own = await freshDatabase();
    const rows = async (statement: string) => (await own.database.pool.query(statement)).rows;
    const addOrder = (id: string, refundedCents: number, refunds: readonly string[]) =>
      rows(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, refunded_cents, paid_at, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'paid', 'paid', ${refundedCents},
          '2026-01-02', '2026-01-01', '2026-01-01');
        insert into payment_attempts (order_id, number, gateway, gateway_order_id, amount_cents, currency, state, opened_at,
          updated_at) values ('${id}', 1, 'mpgs', '${id}-1', 300, 'USD', 'paid', '2026-01-01', '2026-01-01');
        insert into payment_fees (order_id, attempt_number, amount_cents, currency, state, of_sale, charged_at, updated_at)
          values ('${id}', 1, 39, 'USD', 'estimated', true, '2026-01-02', '2026-01-02');
        ${refunds
          .map(
            (
              state,
              at,
            ) => `insert into refunds (order_id, number, attempt_number, refund_id, amount_cents, currency, reason,
              state, request_key, request_hash, requested_by, created_at, updated_at)
            values ('${id}', ${at + 1}, 1, '${id}-r${at}', 50, 'USD', 'x', '${state}', '${at}', 'x', 'x', now(), now());`,
          )
          .join('')}`);
    await addOrder('AAAAAAAAAAA1', 100, ['refunded', 'failed', 'refunded']);
    await addOrder('AAAAAAAAAAA2', 0, ['failed']);
    // At the gateway, beside one of the store.
    await addOrder('AAAAAAAAAAA3', 80, ['refunded']);
    await addOrder('AAAAAAAAAAA4', 0, []);
    await rows(
      `${undoFrom('0068')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0068')}`,
    );
    await migrateDatabase(own.connection, projectRoot(), 'sandbox');
    expect(
      await rows('select refunds, amount_cents::int as cents, later_parts from payment_fees order by order_id'),
    ).toEqual([2, 0, 2, 0].map((refunds) => ({ refunds, cents: 39, later_parts: [] })));
    await own.drop();
  });

  test('0067: payments of the version before are in the totals of the tax report, and it writes them as it did', async () => {
    const own = await freshDatabase();
    const { pool } = own.database;
    const write = (id: string, country: string) =>
      pool.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
          post_links, status, payment_status, refunded_cents, network_country, paid_at, created_at, updated_at)
        values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'paid', 'paid', 100,
          '${country}', '2026-01-02', '2026-01-01', '2026-01-01')`);
    await pool.query(`drop table tax_rates, tax_days cascade; drop function roll_tax_of_order, roll_tax_of_card cascade;
      alter table payment_attempts drop column card_country`);
    await write('AAAAAAAAAAA1', 'Brazil');
    await pool.query(readFileSync(join(import.meta.dirname, 'migrations', '0067_tax.sql'), 'utf8'));
    await write('AAAAAAAAAAA2', 'Portugal');
    const { rows } = await pool.query(`select country, card_country, paid, sales_cents::int, refunded_cents::int
      from tax_days order by country`);
    const sums = { card_country: '', paid: 1, sales_cents: 300, refunded_cents: 100 };
    expect(rows).toEqual([
      { country: 'Brazil', ...sums },
      { country: 'Portugal', ...sums },
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
