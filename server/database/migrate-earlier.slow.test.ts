// Migrations on data of earlier versions; `migrate-previous.test.ts` has the newer ones.
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../tests/support/database.ts';
import { migratedAt, undoFrom } from '../../tests/support/undo-migrations.ts';
import { projectRoot } from '../platform/project-root.ts';
import { migrateDatabase } from './migrate.ts';
import { importStore } from './transfer/import-store.ts';

/** Takes a database back to the version before this migration. */
const without0044 = `drop trigger orders_clean_address on orders;
  drop trigger contact_messages_clean_address on contact_messages;
  drop trigger incoming_emails_clean_address on incoming_emails; drop trigger mails_clean_address on mails;
  drop trigger admins_clean_address on admins; drop function keep_clean_address();
  drop index orders_unclean_email, contact_messages_unclean_email, incoming_emails_unclean_email, admins_unclean_email;
  drop function clean_address(text), unicode_label(text)`;
const without0042 = `${without0044}; alter table dispatches drop column moved_at;
  drop index dispatches_not_found, dispatches_unbegun, dispatches_open_of_service`;
const lastBefore = join(import.meta.dirname, 'transfer', 'test-data', 'format-1.gz');

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
  // Older webhooks had no expiry, and the previous version writes none while it runs beside this one.
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
    ${undoFrom('0058')}
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
    ${undoFrom('0058')}
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
  await pool.query(`${without0044}; alter table service_changes add constraint service_changes_kind
      check (kind in ('price_up', 'price_down', 'gone', 'returned', 'renamed', 'recategorized'));
    ${undoFrom('0058')}
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
