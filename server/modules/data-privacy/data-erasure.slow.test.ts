// What the law gives a person: the erasure of all that is known of an email, on a store where a lot happened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { paidOrder, placeOrder, sessionBody } from '../../../tests/support/orders.ts';
import { personSteps } from '../../../tests/support/person-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { verifyMoney } from '../payments/ledger-check.ts';
import { verifyAudit } from '../security/audit-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { setStatus } = actionItemSteps(() => store);
const { send } = deliverySteps(() => store);
const { erase, exported, finishedOrder, newEmail, rows, tablesWith } = personSteps(() => store);
const silent = () => {};

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
        `select to_jsonb(p) - array['card_brand', 'card_last4', 'card_wallet', 'card_country', 'caller_key',
           'caller_network_key'] as attempt
         from payment_attempts p where order_id = $1`,
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
      body: { erased: { orders: 1, contact_messages: 1, alerts: 2, audit_details: 2, customer_notes: 2 } },
    });
    expect(await ledger()).toEqual(before);
    const payers = await rows(
      `select card_brand, card_last4, card_wallet, card_country, caller_key, caller_network_key from payment_attempts
       where order_id = $1`,
      order.id,
    );
    expect(payers).toEqual([
      {
        card_brand: null,
        card_last4: null,
        card_wallet: null,
        card_country: null,
        caller_key: null,
        caller_network_key: null,
      },
    ]);
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
    expect(await verifyAudit(store.db.database, silent)).toBe(0);
    expect(await verifyMoney(store.db.database, silent)).toBe(0);
  });

  test('what an admin of that address did, and what was done to the account, stays in alerts and the audit log', async () => {
    const email = newEmail();
    const { id } = await store.admin.call('POST /api/admin/admins', {
      body: { email, password: 'a long enough password', role: 'viewer' },
    });
    const about = (type: string, details: object) =>
      rows(
        `insert into alerts (id, type, severity, message, details, once_key, raised_at)
         values (gen_random_uuid(), $1, 'high', $2, $3, gen_random_uuid(), now())`,
        type,
        `Something of ${email}.`,
        JSON.stringify({ ip: '203.0.113.9', ...details }),
      );
    const ofAccount = [
      'failed_login',
      'brute_force',
      'new_sign_in',
      'admin_change',
      'owner_address',
      'ip_change',
      'access_refused',
    ];
    for (const type of ofAccount) await about(type, { email: email.toUpperCase() });
    await about('price_tamper', { email });
    await store.admin.call('PUT /api/admin/owner-address', { body: { address: email } });
    const order = await finishedOrder(email);
    const kept = () =>
      rows(
        "select type, message, details from alerts where type = any($1) and details ->> 'ip' = $2 order by type",
        ofAccount,
        '203.0.113.9',
      );
    const before = await kept();
    expect((await erase(email)).status).toBe(200);
    expect(await kept()).toEqual(before);
    expect(before.length).toBe(ofAccount.length);
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'owner_address', limit: 1 } });
    expect(entry).toMatchObject({ action: 'owner_address.changed', personal: { address: email } });
    const scrubbed = await rows(
      "select message, details from alerts where type = 'price_tamper' and raised_at > now() - interval '1 minute'",
    );
    expect(JSON.stringify(scrubbed)).not.toContain(email);
    const [left] = await rows('select customer_email from orders where id = $1', order.id);
    expect(left.customer_email).toMatch(/^erased-/);
    // The same of an address that is no admin's any more: a stranger's tries at the sign-in are personal data.
    await store.admin.call('DELETE /api/admin/admins/{id}', { params: { id } });
    expect((await erase(email)).status).toBe(200);
    expect((await kept()).map(({ type, details }) => [type, 'email' in details])).toEqual(
      ofAccount.toSorted().flatMap((type) => (/failed_login|brute_force/.test(type) ? [] : [[type, true]])),
    );
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

  test('a repeat, and an unknown email, change nothing and write nothing', async () => {
    const email = newEmail();
    await finishedOrder(email);
    await erase(email);
    const [{ count }] = await rows("select count(*)::int from audit_log where action = 'person.erased'");
    for (const again of [email, newEmail()]) {
      const { status, body } = await erase(again);
      expect(status).toBe(200);
      expect([...new Set(Object.values(body.erased))]).toEqual([0]);
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
    await setStatus(paid, 'Completed');
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
      'select count(*)::int from mails where order_id = any($1) and recipient <> $2',
      placed.map(({ id }) => id),
      email,
    );
    // A receipt an hour goes to an address: what was owed for these orders still goes to it.
    expect(mail.count).toBe(0);
    expect(await erase(email)).toMatchObject({ status: 409 });
  });

  test('money that comes for an erased order is accepted and raises an alert; nothing is delivered, and no email is sent', async () => {
    const email = newEmail();
    const order = await placeOrder(store, { email });
    const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) });
    await setStatus(order, 'Failed');
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
    const { body } = await send(order, 'https://erased.invalid/1');
    expect(body.message).toBe('The links of this order were erased. Nothing of it can be sent.');
    const [{ count }] = await rows('select count(*)::int from mails where order_id = $1', order.id);
    // D-55: a payment takes the waiting reminder back.
    expect(count).toBe(mailsBefore - 1);
    const differences: string[] = [];
    await verifyMoney(store.db.database, (line) => differences.push(line));
    expect(differences.filter((line) => line.includes(order.id))).toEqual([]);
  });

  test('reaches what went to the email before an order was given another one, and leaves that order alone', async () => {
    const [email, later] = [newEmail(), newEmail()];
    const { id } = await placeOrder(store, { email });
    // Already offered to the mail server: a queued email would get the new address of the order.
    await rows('update mails set claimed_at = now() where order_id = $1', id);
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
    for (const act of ['erase', 'export'] as const) {
      const late = await store.admin.ask(`POST /api/admin/people/${act}`, { body });
      expect(late).toMatchObject({ status: 403, body: { code: 'step_up' } });
    }
  });
});
