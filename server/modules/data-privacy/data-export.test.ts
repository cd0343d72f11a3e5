// What the law gives a person: all that is known of an email, on a store where a lot happened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personSteps } from '../../../tests/support/person-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { exported, finishedOrder, newEmail, rows, tablesWith } = personSteps(() => store);

describe('export', () => {
  test('exports every table that names the person, with the text of emails, and no payment secret', async () => {
    const email = newEmail();
    const order = await finishedOrder(email);
    const personalData = await exported(` ${email.toUpperCase()} `);
    expect(personalData.orders).toMatchObject([
      { id: order.id, email, post_links: order.postLinks, quantity: 1000, status: 'completed' },
    ]);
    expect(personalData.orders[0]?.notes).toMatchObject([{ note: `Wrote from ${email} twice.` }]);
    expect(personalData.customer_notes).toMatchObject([{ note: 'Calls often.' }]);
    expect(personalData.customer_tags).toEqual(['Regular']);
    expect(personalData.deliveries).toMatchObject([
      { state: 'sent' },
      { state: 'failed', said: [`No likes for ${order.postLinks[1]}`] },
    ]);
    expect(personalData.payments).toMatchObject([
      { order_id: order.id, amount: order.amount, state: 'paid', card_last4: '0008' },
    ]);
    expect(personalData.payment_events.length).toBeGreaterThan(0);
    expect(personalData.mails.find(({ kind }) => kind === 'order_paid')).toMatchObject({
      order_id: order.id,
      subject: `Your order ${order.id} is paid`,
      text: expect.stringContaining('Your payment'),
    });
    expect(personalData.contact_messages).toMatchObject([{ name: 'A. Person', subject: 'Where is it?' }]);
    expect(personalData.audit).toHaveLength(2);
    expect(personalData.audit[0]).toMatchObject({
      action: 'order.changed',
      subject: order.id,
      said: { customerEmail: { to: email } },
    });
    expect(personalData.alerts.map(({ type }) => type).sort()).toEqual(['dispatch_failed', 'failed_login']);
    const [attempt] = await rows(
      'select session_id, success_indicator from payment_attempts where order_id = $1',
      order.id,
    );
    expect(JSON.stringify(personalData)).not.toContain(attempt.session_id);
    expect(JSON.stringify(personalData)).not.toContain(attempt.success_indicator);
    await store.app.jobHandlers.fold_counts({});
    // Told in orders and so on; customers is a sum of them.
    expect(await tablesWith(email)).toEqual(
      [
        ...['alerts', 'audit_personal', 'contact_messages', 'customer_notes', 'customer_tags', 'customers', 'mails'],
        ...['order_notes', 'orders'],
      ].map((t) => `public.${t}`),
    );
  });

  test('of an e-mail that nothing is known of is empty, and the audit log keeps no e-mail', async () => {
    const email = newEmail();
    const personalData = await exported(email);
    expect(personalData).toMatchObject({ email, orders: [], mails: [], contact_messages: [], audit: [], alerts: [] });
    expect(await tablesWith(email)).toEqual([]);
    const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'person.exported', limit: 1 } });
    expect(entry).toMatchObject({ subject: 'person', details: { orders: 0, messages: 0 }, personal: null });
  });

  test.each(['nobody', 'a@b@c', 'a\0@b.co', ''])('%j is no e-mail', async (email) => {
    const { status } = await store.admin.ask('POST /api/admin/people/export', { body: { email } });
    expect(status).toBe(400);
  });
});
