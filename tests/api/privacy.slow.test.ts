// What a dump of the database holds about persons, column by column, held to a list: where it may stand, how it goes, and the
// words of the privacy page that say so.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstRetention } from '../../contract/setting-fields.ts';
import { enLegal } from '../../web/shop/texts/en.ts';
import { type Client, clientOf } from '../support/client.ts';
import { aLink, orderBody } from '../support/orders.ts';
import { owner, startStore, type TestStore } from '../support/store.ts';

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const email = 'Private.Person@mail.example';
const link = aLink('-private');
const person = { 'x-forwarded-for': '203.0.113.77', 'user-agent': agent };
const admin = {
  'x-forwarded-for': '198.51.100.5',
  'user-agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/150.0',
};

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '3' });
});
afterAll(() => store.stop());

const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;

/** A class of personal data, as a pattern of PostgreSQL. */
const classes = {
  email: '[^\\s"@,;:<>]+@[^\\s"@,;:<>]+\\.[a-z]{2,}',
  address: '203\\.0\\.113\\.77|198\\.51\\.100\\.5\\M',
  network: '203\\.0\\.113\\.0',
  browser: 'Mozilla/',
  link: 'instagram\\.com/',
  words: 'Ana Private|My question is private',
} as const;

/** `table.column: class`, of every column that holds text, in whatever form. The rows of partitions are in their table. */
async function dump(patterns: Record<string, string>): Promise<string[]> {
  const columns = await rows(
    `select format('%I.%I', c.table_schema, c.table_name) as "table", format('%I', c.column_name) as "column"
     from information_schema.columns c join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
       and data_type not in ('boolean', 'integer', 'bigint', 'smallint', 'uuid', 'date', 'timestamp with time zone')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    for (const [name, pattern] of Object.entries(patterns)) {
      const [{ any }] = await rows(`select exists(select from ${table} where ${column}::text ~* $1) as any`, pattern);
      if (any) found.push(`${table.replace('public.', '')}.${column}: ${name}`);
    }
  }
  return found.sort();
}

/** A visit, an order that is paid, a look at it, a message, and much that goes wrong. */
async function live(): Promise<string> {
  const visitor = store.visitor;
  await visitor.call('POST /api/admin/track-user', { body: { page: '/' } }, person);
  const visit = { page_url: '/checkout', session_duration: 3, user_agent: agent };
  await visitor.call('POST /api/admin/visitor-analytics', { body: visit }, person);
  const body = orderBody({ email, post_links: [link] });
  const { orderId } = await visitor.call('POST /api/create-order', { body }, { ...person, 'idempotency-key': 'one' });
  const session = { orderId, amount: body.price, email, postUrls: [link] };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session }, person);
  await store.control('/gateway/pay', { sessionId, expiry: '01/39' });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} }, person);
  await visitor.call('GET /api/orders/by-email/{email}', { params: { email } }, person);
  await visitor.ask('POST /api/create-order', { body: { ...body, price: 0.01 } }, person);
  const failed = { orderId, stage: 'payment_page' as const, message: `Nothing shows for ${email}` };
  await visitor.call('POST /api/client-errors', { body: failed }, person);
  const message = { name: 'Ana Private', email, subject: 'Where?', message: `My question is private: ${link}` };
  for (let times = 0; times < 18; times += 1) await visitor.ask('POST /api/contact', { body: message }, person);
  for (let times = 0; times < 16; times += 1) {
    await visitor.ask('POST /api/admin/login', { body: { email, password: 'not it at all' } }, person);
  }
  await store.raw('/api/admin/verify', { headers: { ...person, authorization: 'Bearer a.b.c' } });
  await store.raw('/api/bigpay/webhook', {
    method: 'POST',
    headers: { ...person, 'content-type': 'application/json', 'x-notification-secret': 'wrong' },
    body: JSON.stringify({ email }),
  });
  return orderId;
}

/** What an admin does with it. */
async function work(orderId: string): Promise<Client> {
  const { token } = await store.visitor.call('POST /api/admin/login', { body: owner }, admin);
  const at = clientOf(store.url, token);
  await at.call('POST /api/admin/device-key', { body: {} }, admin);
  const params = { id: orderId };
  for (const customer_email of ['another@mail.example', email]) {
    await at.call('PUT /api/orders/{id}', { params, body: { customer_email } }, admin);
  }
  await at.ask('POST /api/admin/orders/{id}/send-post', { params, body: { postLink: link, category: 'Likes' } }, admin);
  await at.call('POST /api/admin/orders/{id}/notes', { params, body: { note: `${email} wrote again` } }, admin);
  await at.call(
    'POST /api/admin/customers/{email}/notes',
    { params: { email }, body: { note: `Called ${email}` } },
    admin,
  );
  await at.call('PUT /api/admin/customers/{email}/tags', { params: { email }, body: { tags: ['Regular'] } }, admin);
  await at.call('POST /api/admin/order-views', { body: { name: 'Theirs', filter: { search: email } } }, admin);
  await at.ask('POST /api/proxy', { body: { action: 'add', service: '1001', link, quantity: 100 } }, admin);
  await at.call('POST /api/admin/people/export', { body: { email } }, admin);
  return at;
}

async function settle(): Promise<void> {
  await store.drain();
  for (const job of ['fold_counts', 'watch_orders', 'chain_audit'] as const) await store.app.jobHandlers[job]({});
}

/** How what stands in a column goes; `staff` is the operator's own and never a visitor's. */
type Way = 'erased' | 'visits' | 'alerts' | 'presence' | 'staff';

/** Everything that the dump may hold, and the words of the privacy page that describe it. Nothing else may stand anywhere. */
const places: Record<string, { goes: Way[]; words: string | null }> = {
  // The store's own address.
  'accepted_terms.refunds: email': { goes: ['staff'], words: null },
  'admin_devices.user_agent: browser': { goes: ['staff'], words: null },
  'admin_sessions.ip: address': { goes: ['staff'], words: null },
  'admin_sessions.user_agent: browser': { goes: ['staff'], words: null },
  'admins.email: email': { goes: ['staff'], words: null },
  'alerts.details: address': { goes: ['alerts'], words: 'kept with the full network address' },
  'alerts.details: browser': { goes: ['alerts'], words: 'the name and version of the browser' },
  'alerts.details: email': {
    goes: ['alerts', 'erased'],
    words: 'the email address that was tried, for {alerts} days',
  },
  'alerts.message: email': { goes: ['staff'], words: null },
  'alerts.message_coded: email': { goes: ['staff'], words: null },
  'alerts.once_key: network': { goes: ['alerts'], words: 'kept with the full network address' },
  'audit_personal.details: link': { goes: ['erased'], words: 'gets the post link and the quantity' },
  'audit_personal.details: email': { goes: ['erased'], words: 'what we corrected in it' },
  'contact_messages.email: email': { goes: ['erased'], words: 'with your name and address' },
  'contact_messages.message: link': { goes: ['erased'], words: 'What you write to us' },
  'contact_messages.message: words': { goes: ['erased'], words: 'What you write to us' },
  'contact_messages.name: words': { goes: ['erased'], words: 'with your name and address' },
  'customers.email: email': { goes: ['erased'], words: 'We keep your email address' },
  'customers.email_key: email': { goes: ['erased'], words: 'We keep your email address' },
  'customer_notes.email_key: email': { goes: ['erased'], words: 'our notes about the order and about you' },
  'customer_notes.note: email': { goes: ['erased'], words: 'our notes about the order and about you' },
  'customer_notes.written_by: email': { goes: ['staff'], words: null },
  'customer_tags.email_key: email': { goes: ['erased'], words: 'our notes about the order and about you' },
  'dispatches.post_link: link': { goes: ['erased'], words: 'your post links' },
  'mails.recipient: email': { goes: ['erased'], words: 'The record of the emails that we sent you about an order' },
  'order_notes.note: email': { goes: ['erased'], words: 'our notes about the order' },
  'order_notes.written_by: email': { goes: ['staff'], words: null },
  'order_views.filter: email': { goes: ['erased'], words: 'our notes about the order' },
  'order_views.saved_by: email': { goes: ['staff'], words: null },
  'orders.customer_email: email': { goes: ['erased'], words: 'We keep your email address' },
  'orders.post_links: link': { goes: ['erased'], words: 'your post links' },
  'orders.search_text: email': { goes: ['erased'], words: 'We keep your email address' },
  'presence.ip_address: network': { goes: ['presence'], words: '{address}' },
  'presence.user_agent: browser': {
    goes: ['presence'],
    words: 'the name and version of your browser, is deleted',
  },
  'provider_tests.parameters: link': { goes: ['erased'], words: 'gets the post link and the quantity' },
  'provider_tests.tested_by: email': { goes: ['staff'], words: null },
  'store_settings_versions.settings: email': { goes: ['staff'], words: null },
  'visits.ip_address: network': { goes: ['visits'], words: '{address}' },
};

/** What only the person leaves. */
const ofPerson = {
  email: 'private\\.person@',
  address: '203\\.0\\.113\\.77',
  link: '-private',
  words: classes.words,
  browser: 'Chrome/140',
};

test('D-8, D-29, A-83: what persons leave stands where the list says, goes by erasure or by age, and the privacy page describes it', {
  timeout: 60_000,
}, async () => {
  const id = await live();
  const at = await work(id);
  await settle();
  expect(await dump(classes)).toEqual(Object.keys(places).sort());

  const policy = enLegal.privacy.sections.flatMap(({ text }) => text).join(' ');
  for (const [place, { goes, words }] of Object.entries(places)) {
    expect({ place, staff: goes.includes('staff') }).toEqual({ place, staff: words === null });
    if (words !== null) expect(policy, place).toContain(words);
  }

  await at.call(
    'PATCH /api/admin/orders/{id}/status',
    { params: { id }, body: { status: 'Completed', confirm: true } },
    admin,
  );
  await rows('update dispatches set following = false');
  await at.call('POST /api/admin/people/erase', { body: { email } }, admin);
  await settle();
  // What is left of the person has no e-mail to be found by: it goes by its age.
  const { browser: _, ...found } = ofPerson;
  expect(await dump(found)).toEqual(['alerts.details: address']);

  store.advance(86_400_000 * (firstRetention.alerts + 1));
  await store.app.jobHandlers.purge_expired({});
  expect(await dump({ ...ofPerson, network: classes.network })).toEqual([]);
});
