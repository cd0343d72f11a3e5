// What the law gives a person: all that is known of an e-mail, and its erasure, on a store where a lot happened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLink, type Placed, paidOrder, placeOrder, sessionBody } from '../../tests/world/orders.ts';
import { startStore, type TestStore } from '../../tests/world/store.ts';
import { verifyMoney } from '../payments/ledger-check.ts';
import { chainAudit, verifyAudit } from '../security/audit-chain.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const exported = (email: string) => store.admin.call('POST /api/admin/people/export', { body: { email } });
const erase = (email: string) => store.admin.ask('POST /api/admin/people/erase', { body: { email } });
const setStatus = (id: string, status: string) =>
  store.admin.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } });
const silent = () => {};

let people = 0;
const newEmail = () => {
  people += 1;
  return `Person${people}.Of${process.pid}@example.org`;
};

/** In which tables does the text stand, in whichever column? */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [{ any }] = await rows(`select exists(select from ${name} as t where t::text ilike $1) as any`, `%${text}%`);
    if (any) found.push(name);
  }
  return found.sort();
}

/** An order that was paid, sent, refused at one link, noted, corrected, warned of and completed, and a message about it. */
async function finishedOrder(email: string): Promise<Placed> {
  const order = await paidOrder(store, { email, post_links: [aLink(), aLink()], quantity: 1000 });
  for (const customer_email of ['other@example.org', email]) {
    await store.admin.call('PUT /api/orders/{id}', { params: { id: order.id }, body: { customer_email } });
  }
  const [first = '', second = ''] = order.postLinks;
  const send = (postLink: string) =>
    store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink, category: 'Likes' },
    });
  await send(first);
  await rows("update dispatches set live_status = 'Completed', following = false where order_id = $1", order.id);
  await rows(
    `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
       error, created_at, updated_at)
     values ($1, 1, $2, $2, '1', 500, 'failed', gen_random_uuid(), now(), 'No likes for ' || $2, now(), now())`,
    ...[order.id, second],
  );
  await rows(
    "insert into order_notes (id, order_id, note, written_by, written_at) values (gen_random_uuid(), $1, $2, 'a@b.co', now())",
    ...[order.id, `Wrote from ${email} twice.`],
  );
  await rows(
    `insert into alerts (id, type, severity, message, details, raised_at) values
       (gen_random_uuid(), 'dispatch_failed', 'high', 'The provider refused a link of order ' || $1 || ': "No likes for ' || $2 || '".', jsonb_build_object('orderId', $1::text, 'ip', '192.0.2.7'), now()),
       (gen_random_uuid(), 'failed_login', 'medium', 'A sign-in of ' || upper($3) || ' failed.', jsonb_build_object('email', $3::text, 'ip', '192.0.2.7'), now())`,
    ...[order.id, second, email],
  );
  await store.visitor.call('POST /api/contact', {
    body: { name: 'A. Person', email, subject: 'Where is it?', message: `I asked for ${first}.` },
  });
  await setStatus(order.id, 'Completed');
  return order;
}

describe('export', () => {
  test('tells every table that names the person, the words of mails with it, and no secret of a payment', async () => {
    const email = newEmail();
    const order = await finishedOrder(email);
    const told = await exported(` ${email.toUpperCase()} `);
    expect(told.orders).toMatchObject([
      { id: order.id, email, post_links: order.postLinks, quantity: 1000, status: 'completed' },
    ]);
    expect(told.orders[0]?.notes).toMatchObject([{ note: `Wrote from ${email} twice.` }]);
    expect(told.deliveries).toMatchObject([
      { state: 'sent' },
      { state: 'failed', said: [`No likes for ${order.postLinks[1]}`] },
    ]);
    expect(told.payments).toMatchObject([
      { order_id: order.id, amount: order.amount, state: 'paid', card_last4: '0008' },
    ]);
    expect(told.payment_events.length).toBeGreaterThan(0);
    expect(told.mails.find(({ kind }) => kind === 'order_paid')).toMatchObject({
      order_id: order.id,
      subject: `Your order ${order.id} is paid`,
      text: expect.stringContaining('Your payment'),
    });
    expect(told.contact_messages).toMatchObject([{ name: 'A. Person', subject: 'Where is it?' }]);
    expect(told.audit).toHaveLength(2);
    expect(told.audit[0]).toMatchObject({
      action: 'order.changed',
      subject: order.id,
      said: { customerEmail: { to: email } },
    });
    expect(told.alerts.map(({ type }) => type).sort()).toEqual(['dispatch_failed', 'failed_login']);
    const [attempt] = await rows(
      'select session_id, success_indicator from payment_attempts where order_id = $1',
      order.id,
    );
    expect(JSON.stringify(told)).not.toContain(attempt.session_id);
    expect(JSON.stringify(told)).not.toContain(attempt.success_indicator);
    await store.app.jobHandlers.fold_counts({});
    // Told in orders and so on; customers is a sum of them.
    expect(await tablesWith(email)).toEqual(
      ['alerts', 'audit_personal', 'contact_messages', 'customers', 'mails', 'order_notes', 'orders'].map(
        (t) => `public.${t}`,
      ),
    );
  });

  test('of an e-mail that nothing is known of is empty, and the audit log keeps no e-mail', async () => {
    const email = newEmail();
    const told = await exported(email);
    expect(told).toMatchObject({ email, orders: [], mails: [], contact_messages: [], audit: [], alerts: [] });
    expect(await tablesWith(email)).toEqual([]);
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'person.exported', limit: 1 } });
    expect(entry).toMatchObject({ subject: 'person', details: { orders: 0, messages: 0 }, personal: null });
  });

  test.each(['nobody', 'a@b@c', 'a\0@b.co', ''])('%j is no e-mail', async (email) => {
    const { status } = await store.admin.ask('POST /api/admin/people/export', { body: { email } });
    expect(status).toBe(400);
  });
});

describe('erase', () => {
  test('takes the person out of every table; what the books need stays, and both checks find nothing', async () => {
    const email = newEmail();
    const order = await finishedOrder(email);
    const ledger = async () => [
      await rows(
        'select id, amount_cents, quantity, status, payment_status, paid_at, created_at from orders where id = $1',
        order.id,
      ),
      await rows(
        "select to_jsonb(p) - 'card_brand' - 'card_last4' as attempt from payment_attempts p where order_id = $1",
        order.id,
      ),
      await rows('select * from payment_events where order_id = $1 order by id', order.id),
      await rows(
        'select order_id, position, quantity, state, provider_order_id from dispatches where order_id = $1 order by 2',
        order.id,
      ),
    ];
    const before = await ledger();
    const { status, body } = await erase(email.toLowerCase());
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { erased: { orders: 1, contact_messages: 1, alerts: 2, audit_details: 2 } },
    });
    expect(await ledger()).toEqual(before);
    const cards = await rows('select card_brand, card_last4 from payment_attempts where order_id = $1', order.id);
    expect(cards).toEqual([{ card_brand: null, card_last4: null }]);
    expect(await tablesWith(email)).toEqual([]);
    for (const link of order.postLinks) expect(await tablesWith(link)).toEqual([]);
    const [left] = await rows('select customer_email, post_links from orders where id = $1', order.id);
    expect(left.customer_email).toMatch(/^erased-[0-9a-f]{16}@erased\.invalid$/);
    expect(left.post_links).toEqual(['https://erased.invalid/1', 'https://erased.invalid/2']);
    const [alert] = await rows("select message, details from alerts where details ->> 'orderId' = $1", order.id);
    expect(alert).toEqual({
      message: `The provider refused a link of order ${order.id}: "(erased)".`,
      details: { orderId: order.id },
    });
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'person.erased', limit: 1 } });
    expect(entry).toMatchObject({ subject: left.customer_email, details: { orders: 1, messages: 1 }, personal: null });
    await chainAudit(store.db.database);
    expect(await verifyAudit(store.db.database, silent)).toBe(0);
    expect(await verifyMoney(store.db.database, silent)).toBe(0);
  });

  test('customers follow at once: the person is gone from the list, and the sums stay', async () => {
    const email = newEmail();
    await finishedOrder(email);
    const [{ cents }] = await rows(
      'select sum(spent_cents)::int + (select coalesce(sum(spent_cents), 0)::int from customer_changes) as cents from customers',
    );
    await erase(email);
    const listed = await store.admin.call('GET /api/admin/customers', { query: { search: email.toLowerCase() } });
    expect(listed).toEqual([]);
    const [after] = await rows(
      'select sum(spent_cents)::int as cents, count(*) filter (where orders > 0)::int as customers from customers',
    );
    expect(after.cents).toBe(cents);
    const [total] = await rows('select customers from customer_total');
    expect(total.customers).toBe(after.customers);
  });

  test('a repeat, and an unknown e-mail, change nothing and write nothing', async () => {
    const email = newEmail();
    await finishedOrder(email);
    await erase(email);
    const [{ count }] = await rows("select count(*)::int from audit_log where action = 'person.erased'");
    for (const again of [email, newEmail()]) {
      const { status, body } = await erase(again);
      expect(status).toBe(200);
      expect(Object.values(body.erased)).toEqual([0, 0, 0, 0, 0]);
    }
    const [after] = await rows("select count(*)::int from audit_log where action = 'person.erased'");
    expect(after.count).toBe(count);
  });

  test('two at once erase once', async () => {
    const email = newEmail();
    await finishedOrder(email);
    const answers = await Promise.all([erase(email), erase(email), erase(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.erased.orders, 0)).toBe(1);
    expect(await tablesWith(email)).toEqual([]);
  });

  test('is refused, naming the orders, while one is unpaid, being paid, or being delivered', async () => {
    const email = newEmail();
    await finishedOrder(email);
    const unpaid = await placeOrder(store, { email });
    const refused = await erase(email);
    expect(refused).toMatchObject({ status: 409, body: { orderIds: [unpaid.id] } });
    expect(refused.body.message).toContain(unpaid.id);
    expect(await tablesWith(email)).toContain('public.contact_messages');
    // Hidden, but somebody may be paying it right now.
    await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(unpaid) });
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: unpaid.id } });
    expect(await erase(email)).toMatchObject({ status: 409, body: { orderIds: [unpaid.id] } });
    await rows("update payment_attempts set state = 'closed' where order_id = $1", unpaid.id);
    const paid = await paidOrder(store, { email });
    expect(await erase(email)).toMatchObject({ status: 409, body: { orderIds: [paid.id] } });
    await setStatus(paid.id, 'Completed');
    expect(await erase(email)).toMatchObject({ status: 200, body: { erased: { orders: 3 } } });
    expect(await tablesWith(email)).toEqual([]);
  });

  test('an order that is placed meanwhile is seen, or stays whole: never half of one', async () => {
    const email = newEmail();
    await finishedOrder(email);
    const [placed, ...erasures] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => placeOrder(store, { email }))),
      ...Array.from({ length: 4 }, () => erase(email)),
    ]);
    for (const { status } of erasures) expect([200, 409]).toContain(status);
    for (const { id, postLinks } of placed) {
      const [row] = await rows('select customer_email, post_links from orders where id = $1', id);
      expect(row).toEqual({ customer_email: email, post_links: postLinks });
    }
    const [mail] = await rows(
      'select count(*)::int from mails m join orders o on o.id = m.order_id where o.customer_email = $1 and m.recipient <> $1',
      email,
    );
    // A receipt an hour goes to an address: what was owed for these orders still goes to it.
    expect(mail.count).toBe(0);
    expect(await erase(email)).toMatchObject({ status: 409 });
  });

  test('money that comes for an erased order is taken and told of; nothing is sent, and no mail goes anywhere', async () => {
    const email = newEmail();
    const order = await placeOrder(store, { email });
    const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) });
    await setStatus(order.id, 'Failed');
    await rows("update payment_attempts set state = 'closed', look_at = now() where order_id = $1", order.id);
    expect(await erase(email)).toMatchObject({ status: 200, body: { erased: { orders: 1 } } });
    const [{ count: mailsBefore }] = await rows('select count(*)::int from mails where order_id = $1', order.id);
    await store.control('/gateway/pay', { sessionId, expiry: '01/39' });
    await store.app.jobHandlers.sweep_payments({});
    await store.drain();
    const [row] = await rows('select payment_status, customer_email from orders where id = $1', order.id);
    expect(row.payment_status).toBe('paid');
    expect(
      await rows("select 1 from alerts where type = 'late_payment' and details ->> 'orderId' = $1", order.id),
    ).toHaveLength(1);
    expect(await rows('select 1 from dispatches where order_id = $1', order.id)).toEqual([]);
    const { body } = await store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink: 'https://erased.invalid/1', category: 'Likes' },
    });
    expect(body.message).toBe('The links of this order were erased. Nothing of it can be sent.');
    const [{ count }] = await rows('select count(*)::int from mails where order_id = $1', order.id);
    expect(count).toBe(mailsBefore);
    const differences: string[] = [];
    await verifyMoney(store.db.database, (line) => differences.push(line));
    expect(differences.filter((line) => line.includes(order.id))).toEqual([]);
  });

  test('reaches what went to the e-mail before an order was given another one, and leaves that order alone', async () => {
    const [email, later] = [newEmail(), newEmail()];
    const { id } = await placeOrder(store, { email });
    await store.admin.call('PUT /api/orders/{id}', { params: { id }, body: { customer_email: later } });
    expect(await tablesWith(email)).toEqual(['public.audit_personal', 'public.customer_changes', 'public.mails']);
    expect(await erase(email)).toMatchObject({
      status: 200,
      body: { erased: { orders: 0, mails: 1, audit_details: 1 } },
    });
    await store.app.jobHandlers.fold_counts({});
    expect(await tablesWith(email)).toEqual([]);
    expect((await exported(later)).orders).toMatchObject([{ id, email: later }]);
  });

  test('asks for a recent password, and a stranger may not ask at all', async () => {
    const body = { email: newEmail() };
    expect((await store.visitor.ask('POST /api/admin/people/erase', { body })).status).toBe(401);
    expect((await store.visitor.ask('POST /api/admin/people/export', { body })).status).toBe(401);
    store.advance(11 * 60_000);
    const late = await store.admin.ask('POST /api/admin/people/erase', { body });
    expect(late).toMatchObject({ status: 403, body: { code: 'step_up' } });
    expect((await store.admin.ask('POST /api/admin/people/export', { body })).status).toBe(200);
  });
});
