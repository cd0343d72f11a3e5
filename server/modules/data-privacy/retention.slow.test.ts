// How long what is about persons is kept: what an operator sets, what that would delete, and the job that does.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Retention, RetentionName } from '../../../contract/retention.ts';
import { firstRetention } from '../../../contract/setting-fields.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const preview = async (change: Partial<Retention> = {}) =>
  (await store.admin.call('GET /api/admin/retention/preview', { query: { ...firstRetention, ...change } })).counts;
const none: Retention = { visits: 0, alerts: 0, sessions: 0, mails: 0, messages: 0, orders: 0 };

async function keep(change: Partial<Retention>) {
  const { version, settings } = await store.admin.call('GET /api/admin/store-settings', {});
  const claims = Object.fromEntries(
    Object.entries(settings.claims).map(([name, { text, shown }]) => [name, { text, shown, confirmed: false }]),
  ) as never;
  const retention = { ...settings.retention, ...change };
  return store.admin.ask('PUT /api/admin/store-settings', {
    body: { version, settings: { ...settings, claims, retention } },
  });
}

/** One row of each class, so many days old. */
async function leave(days: number): Promise<void> {
  const at = `now() - ${days} * interval '1 day'`;
  await rows(`insert into visits (visitor_key, visited_at, page_url, ip_address, country, city, device_type, browser, os,
      session_seconds, "returning") values ('x', ${at}, '/', '192.0.2.0', '', '', '', '', '', 0, false)`);
  await rows(`insert into alerts (id, type, severity, message, details, raised_at)
    values (gen_random_uuid(), 'failed_login', 'low', 'x', '{}', ${at})`);
  await rows(`insert into admin_sessions (id, admin_id, ip, user_agent, login_at, expires_at)
    select gen_random_uuid(), id, '192.0.2.1', '', ${at}, ${at} from admins limit 1`);
  const { id } = await placeOrder(store, { email: `old${days}@example.org` });
  await rows(`update mails set created_at = ${at} where order_id = $1`, id);
  await rows(`update orders set created_at = ${at}, status = 'failed', payment_status = 'failed' where id = $1`, id);
  await rows(`insert into contact_messages (id, name, email, subject, message, urgent, received_at)
    values (gen_random_uuid(), 'A', 'a@b.co', 'S', 'M', false, ${at})`);
}

const left = async () => {
  const [found] = await rows(`select
    (select count(*)::int from visits) as visits, (select count(*)::int from alerts where type = 'failed_login') as alerts,
    (select count(*)::int from admin_sessions where user_agent = '') as sessions,
    (select count(*)::int from orders where customer_email not like 'erased-%') as orders,
    (select count(*)::int from mails) as mails, (select count(*)::int from contact_messages) as messages`);
  return found as Retention;
};

test('A-83: a preview shows what each class would lose, and the nightly job deletes exactly that', async () => {
  for (const days of [2, 40, 100, 400, 800]) await leave(days);
  expect(await preview()).toEqual({ visits: 4, alerts: 3, sessions: 3, mails: 2, messages: 1, orders: 1 });
  expect(await preview({ visits: 400, alerts: 700, mails: 3650, messages: 3650, sessions: 700, orders: 3650 })).toEqual(
    {
      ...none,
      visits: 1,
      alerts: 1,
      sessions: 1,
    },
  );
  const wanted: Partial<Retention> = { visits: 200, alerts: 30, messages: 90, orders: 180 };
  const previewed = await preview(wanted);
  expect(previewed).toEqual({ visits: 2, alerts: 4, sessions: 3, mails: 2, messages: 3, orders: 2 });
  expect((await keep(wanted)).status).toBe(200);
  const before = await left();
  await store.app.jobHandlers.purge_expired({});
  const after = await left();
  for (const name of Object.keys(previewed) as RetentionName[])
    expect(before[name] - after[name]).toBe(previewed[name]);
  expect(await preview(wanted)).toEqual(none);
  // Once more: nothing else is old.
  await store.app.jobHandlers.purge_expired({});
  expect(await left()).toEqual(after);
});

test('a mail that is still owed is kept, however old it is', async () => {
  const { id } = await placeOrder(store, { email: 'owed@example.org' });
  await rows("update mails set state = 'queued', created_at = now() - interval '4000 days' where order_id = $1", id);
  expect((await preview()).mails).toBe(0);
  await store.app.jobHandlers.purge_expired({});
  expect(await rows('select 1 from mails where order_id = $1', id)).toHaveLength(1);
});

test('one night deletes more than one batch, and the settings history shows who shortened what', async () => {
  await rows(`insert into alerts (id, type, severity, message, details, raised_at)
    select gen_random_uuid(), 'failed_login', 'low', 'x', '{}', now() - interval '50 days' from generate_series(1, 12001)`);
  expect((await preview({ alerts: 30 })).alerts).toBe(12_001);
  await store.app.jobHandlers.purge_expired({});
  expect((await preview({ alerts: 30 })).alerts).toBe(0);
  const [step] = await store.admin.call('GET /api/admin/store-settings/history', { query: { limit: 1 } });
  expect(step?.changes).toContainEqual({ field: 'retention.alerts', before: '90', after: '30' });
});

test.each([
  [{ visits: 0 }, 'Visits are kept for 1 to 400 days.'],
  [{ alerts: 29 }, 'Alerts are kept for 30 to 730 days.'],
  [{ mails: 30.5 }, 'Emails are kept for 30 to 3650 days.'],
  [{ messages: 4000 }, 'Messages to support are kept for 30 to 3650 days.'],
  [{ orders: 179 }, 'Emails and links of orders are kept for 180 to 3650 days.'],
])('%j is refused with its sentence', async (change, message) => {
  const { status, body } = await keep(change);
  expect({ status, message: body.message }).toEqual({ status: 400, message });
});

test('settings that were saved before orders had a period, and documents without it, keep the first one', async () => {
  await rows(`insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
    select version + 1, settings #- '{retention,orders}', '[]', 'x', now()
    from store_settings_versions order by version desc limit 1`);
  const { settings } = await store.admin.call('GET /api/admin/store-settings', {});
  expect(settings.retention.orders).toBe(730);
  expect((await keep({ orders: 500 })).status).toBe(200);
  expect((await keep({ visits: 20, orders: undefined as never })).body).toMatchObject({
    settings: { retention: { visits: 20, orders: 500 } },
  });
});

test('settings from before there was a retention have its first values', async () => {
  await rows(`insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
    select version + 1, settings - 'retention', '[]', 'x', now() from store_settings_versions order by version desc limit 1`);
  const { settings } = await store.admin.call('GET /api/admin/store-settings', {});
  expect(settings.retention).toEqual(firstRetention);
});
