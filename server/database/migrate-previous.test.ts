// Data of the version before a migration stays, and that version still writes beside the new one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/database.ts';
import { migratedAt, undoFrom } from '../../tests/support/undo-migrations.ts';
import { foldSources, lostTotals } from '../modules/analytics/source-totals.ts';
import { countWrongSources } from '../modules/analytics/sources.repository.ts';
import { projectRoot } from '../platform/project-root.ts';
import { migrateDatabase } from './migrate.ts';

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
    ${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0047')}`);
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
  const coded = ['alerts.message', 'dispatches.error', 'dispatches.hint', 'delivery_requests.words', 'refunds.problem'];
  const others = ['reconciliations.problem', 'provider_looks.problem', 'provider_looks.check_problem'];
  const drops = [...coded, ...others, 'provider_tests.words'].map((name) => {
    const [table, column] = name.split('.');
    const trigger = table === 'provider_tests' ? '' : `drop trigger ${table}_${column}_code on ${table};`;
    return `${trigger} alter table ${table} drop column ${column}_coded;`;
  });
  await pool.query(`${drops.join('')} drop function remove_stale_code() cascade;
    ${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0050')};
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
    ${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0053')}`);
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
    ${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0056')}`);
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
  await pool.query(
    `${undoFrom('0058')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0058')}`,
  );
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
    ${undoFrom('0059')}
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
  await rows(`${undoFrom('0066')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0066')}`);
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  const sources = () =>
    rows(`select source, campaign, sum(paid)::int as paid, sum(sales_cents)::int as sales, sum(fee_cents)::int as fees,
        sum(cost)::float8 as cost from finance_sources group by 1, 2 having sum(paid) > 0 order by 1, 2 nulls first`);
  const lost = async () => {
    const added = sql`select source, reason, sum(orders)::int as orders from ${lostTotals} as t group by 1, 2 order by 1`;
    return (await own.database.db.execute(added)).rows;
  };
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

test('0073: what the version before appended to the totals by source is kept, and folded with what follows', async () => {
  const own = await freshDatabase();
  const rows = async (statement: string) => (await own.database.pool.query(statement)).rows;
  await rows(`${undoFrom('0073')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0073')}`);
  const addOrder = (id: string) =>
    rows(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
        status, payment_status, source, created_at, updated_at)
      values ('${id}', 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'failed', 'none',
        '{"source": "news"}', '2026-01-01T12:00:00Z', '2026-01-01')`);
  await addOrder('AAAAAAAAAAA1');
  await rows(`insert into source_days (day, moved_at, list, name, placed, payments, revenue_cents)
    values ('2026-01-01', '2026-01-01T12:00:00Z', 'source', 'news', 1, 0, 0),
      ('2026-01-01', '2026-01-01T12:00:00Z', 'country', 'Unknown', 1, 0, 0),
      ('2026-01-01', '2026-01-01T12:00:00Z', 'device', 'unknown', 1, 0, 0);
    insert into lost_orders (day, moved_at, source, reason, orders)
    values ('2026-01-01', '2026-01-01T12:00:00Z', 'news', 'not_opened', 1)`);
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  expect(await countWrongSources(own.database.db)).toBe(0);
  await addOrder('AAAAAAAAAAA2');
  expect(await countWrongSources(own.database.db)).toBe(0);
  await own.database.transaction(foldSources);
  expect(await countWrongSources(own.database.db)).toBe(0);
  expect(await rows('select list, name, placed from source_days order by 1')).toEqual([
    { list: 'country', name: 'Unknown', placed: 2 },
    { list: 'device', name: 'unknown', placed: 2 },
    { list: 'source', name: 'news', placed: 2 },
  ]);
  expect(await rows('select from source_moves')).toEqual([]);
  await own.drop();
});

test('0074: orders and settings of the version before stay, and it writes both as it did', async () => {
  const own = await freshDatabase();
  const { pool } = own.database;
  const add = (id: string) =>
    pool.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
        status, payment_status, created_at, updated_at)
      values ('${id}', 'old@example.com', 'customer', 'Views', 500, 300, 'USD', array['x'], 'pending', 'none', '2026-01-01',
        '2026-01-01')`);
  const save = (version: number, settings: object) =>
    pool.query(
      `insert into store_settings_versions (version, settings, changes, changed_at) values ($1, $2, '[]', now())`,
      [version, JSON.stringify(settings)],
    );
  await pool.query(
    `${undoFrom('0074')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0074')}`,
  );
  await add('AAAAAAAAAAA1');
  await save(1, { name: 'Before' });
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  await add('AAAAAAAAAAA2');
  await save(2, { name: 'Before, beside' });
  await save(3, { name: 'New', offers: [{ id: 'one' }] });
  await save(4, { name: 'Before, again' });
  expect((await pool.query('select offer from orders')).rows).toEqual([{ offer: null }, { offer: null }]);
  const { rows } = await pool.query('select settings from store_settings_versions order by version');
  expect(rows.map(({ settings }) => settings)).toEqual([
    { name: 'Before' },
    { name: 'Before, beside' },
    { name: 'New', offers: [{ id: 'one' }] },
    { name: 'Before, again', offers: [{ id: 'one' }] },
  ]);
  await own.drop();
});

test('0076: totals of the version before stay, and it writes orders as it did', async () => {
  const own = await freshDatabase();
  const { pool } = own.database;
  const write = (id: string, offer: string | null) =>
    pool.query(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
        status, payment_status, paid_at, created_at, updated_at, offer)
      values ($1, 'old@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], 'paid', 'paid', '2026-01-01', '2026-01-01',
        '2026-01-01', $2)`,
      [id, offer && { id: offer }],
    );
  const totals = async () => {
    const tables = {
      order_counts: 'count',
      order_days: 'placed',
      revenue_days: 'revenue_cents',
      finance_days: 'sales_cents',
    };
    const sums = Object.entries(tables).map(
      ([table, sum]) =>
        `select '${table} ' || category as name, sum(${sum})::int from ${table} where category <> '' group by 1`,
    );
    const { rows } = await pool.query(sums.join(' union all '));
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  };
  const ofLikes = (orders: number) => ({
    'order_counts Likes': orders,
    'order_days Likes': orders,
    'revenue_days Likes': 300 * orders,
    'finance_days Likes': 300 * orders,
  });
  await pool.query(
    `${undoFrom('0076')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0076')}`,
  );
  await write('AAAAAAAAAAA1', null);
  await write('AAAAAAAAAAA2', 'instagram-likes');
  expect(await totals()).toEqual(ofLikes(2));
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  expect(await totals()).toEqual(ofLikes(2));
  await write('AAAAAAAAAAA3', null);
  await write('AAAAAAAAAAA4', 'instagram-likes');
  await write('AAAAAAAAAAA5', 'tiktok-likes');
  const written = { ...ofLikes(4), ...renamed(ofLikes(1)) };
  expect(await totals()).toEqual(written);
  await pool.query('select rebuild_figures()');
  expect(await totals()).toEqual(written);
  await own.drop();

  function renamed(of: Record<string, number>) {
    return Object.fromEntries(Object.entries(of).map(([name, sum]) => [name.replace('Likes', 'tiktok-likes'), sum]));
  }
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
  await rows(`${undoFrom('0068')} delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0068')}`);
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

test('0075, D-20: two sends of before for one post stay, later ones are one at a time, and the version before writes them', async () => {
  const own = await freshDatabase();
  const { pool } = own.database;
  const send = (id: string, serviceId: string, category = 'Likes', state = 'sending') =>
    pool.query(`insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency,
        post_links, status, payment_status, created_at, updated_at)
      values ('${id}', 'old@example.com', 'customer', '${category}', 500, 300, 'USD', array['x'], 'pending', 'session',
        '2026-01-01', '2026-01-01');
      insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
        created_at, updated_at)
      values ('${id}', 0, 'x', 'x', '${serviceId}', 500, '${state}', gen_random_uuid(), '2026-01-01', '2026-01-01', '2026-01-01')`);
  await pool.query(`${undoFrom('0075')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0075')};
    insert into providers (id, name, priority, enabled, likes_service_id, views_service_id, changed_at)
    values ('p2', 'Second', 200, true, '11', '', '2026-01-01');
    insert into provider_services (provider_id, service_id, name, category, rate_per_thousand, seen_at, gone_at)
    values ('default', '1', 'Likes', 'Instagram', 0.5, '2026-01-01', null),
      ('default', '2', 'Likes', 'Instagram', 0.5, '2026-01-01', '2026-01-02'),
      ('default', '9', 'Never used', 'Instagram', 0.5, '2026-01-01', null),
      ('p2', '11', 'Likes', 'Instagram', 0.5, '2026-01-01', null)`);
  await send('AAAAAAAAAAA1', '1');
  await send('AAAAAAAAAAA2', '2');
  await send('AAAAAAAAAAA3', '1', 'Likes', 'waiting');
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  await expect(send('AAAAAAAAAAA4', '3')).rejects.toThrow('dispatches_one_active_per_link');
  await send('AAAAAAAAAAA5', '1', 'Views');
  const end = (id: string) => pool.query("update dispatches set state = 'failed' where order_id = $1", [id]);
  for (const id of ['AAAAAAAAAAA1', 'AAAAAAAAAAA2']) await end(id);
  await pool.query("update dispatches set state = 'sending' where order_id = 'AAAAAAAAAAA2'");
  const again = pool.query("update dispatches set state = 'sending' where order_id = 'AAAAAAAAAAA1'");
  await expect(again).rejects.toThrow('dispatches_one_active_per_link');
  const { rows } = await pool.query('select action from dispatches order by order_id');
  expect(rows.map(({ action }) => action)).toEqual(['likes', 'likes', 'likes', 'views']);
  const { rows: services } = await pool.query(
    'select service_id, confirmed, is_held from provider_services order by service_id',
  );
  const unknown = { type: null, min: null, max: null, refill: null, cancel: null };
  const confirmed = { name: 'Likes', category: 'Instagram', rate: '0.500000', ...unknown };
  expect(services).toEqual([
    { service_id: '1', confirmed, is_held: false },
    { service_id: '11', confirmed, is_held: false },
    { service_id: '2', confirmed, is_held: false },
    { service_id: '9', confirmed: null, is_held: false },
  ]);
  await own.drop();
});

test('0080, D-112: changes of services from before are settled, and those that the version before adds are open', async () => {
  const own = await freshDatabase();
  const { pool } = own.database;
  const add = () =>
    pool.query(`insert into service_changes (provider_id, service_id, kind, before, after, changed_at)
      values ('default', '1', 'price_up', '0.5', '0.7', '2026-01-01')`);
  await pool.query(
    `${undoFrom('0080')}delete from drizzle.__drizzle_migrations where created_at >= ${migratedAt('0080')}`,
  );
  await add();
  await migrateDatabase(own.connection, projectRoot(), 'sandbox');
  await add();
  const { rows } = await pool.query(
    'select settled_as, settled_at = changed_at as at_once from service_changes order by id',
  );
  expect(rows).toEqual([
    { settled_as: 'earlier', at_once: true },
    { settled_as: null, at_once: null },
  ]);
  await own.drop();
});
