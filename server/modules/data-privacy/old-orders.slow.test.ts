// Orders older than the period in Settings lose their personal data, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeOrder } from '../../../tests/support/orders.ts';
import { personSteps } from '../../../tests/support/person-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { rows, tablesWith, finishedOrder, newEmail } = personSteps(() => store);
const age = (id: string, days = 731) =>
  rows(`update orders set created_at = now() - ${days} * interval '1 day' where id = $1`, id);
const purge = () => store.app.jobHandlers.purge_expired({});
const orderOf = async (id: string) => (await rows('select * from orders where id = $1', id))[0];

test('A-83: an old order loses its email and links in every table, and keeps money, counts and states', async () => {
  const email = newEmail();
  const order = await finishedOrder(email);
  // What the buyer wrote is another class, with a period of its own.
  await rows('delete from contact_messages');
  await rows("delete from alerts where details ? 'email'");
  const before = await orderOf(order.id);
  await age(order.id);
  await purge();
  expect(await tablesWith(email)).toEqual([]);
  for (const link of order.postLinks) expect(await tablesWith(link)).toEqual([]);
  const after = await orderOf(order.id);
  for (const kept of ['amount_cents', 'quantity', 'category', 'status', 'payment_status', 'paid_at', 'refunded_cents'])
    expect(after[kept]).toEqual(before[kept]);
  expect(after.post_links).toHaveLength(before.post_links.length);
  expect(await rows('select 1 from payment_events where order_id = $1', order.id)).not.toEqual([]);
  const [entry] = await rows("select actor, details from audit_log where action = 'orders.forgotten'");
  expect(entry).toEqual({ actor: 'system', details: { count: 1, days: 730 } });
});

test('A-83: the log of notes and tags loses the email with the last order, also where no note remains', async () => {
  const [email, other] = [newEmail(), newEmail()];
  for (const buyer of [email, other]) {
    const { id } = await finishedOrder(buyer);
    const params = { email: buyer };
    await store.admin.call('PUT /api/admin/customers/{email}/tags', { params, body: { tags: ['Wholesale'] } });
    await store.admin.call('POST /api/admin/customers/{email}/notes', { params, body: { note: 'Called.' } });
    if (buyer === other) continue;
    await store.admin.call('PUT /api/admin/customers/{email}/tags', { params, body: { tags: [] } });
    await rows('delete from customer_notes where email_key = lower($1)', buyer);
    await age(id);
  }
  await rows('delete from contact_messages');
  await rows("delete from alerts where details ? 'email'");
  await purge();
  expect(await tablesWith(email)).toEqual([]);
  expect(await rows('select from audit_personal where details::text ilike $1', `%${other}%`)).not.toEqual([]);
});

test('a newer order of the same email stays whole, and so do the messages of the buyer', async () => {
  const email = newEmail();
  const [old, recent] = [await finishedOrder(email), await finishedOrder(email)];
  await age(old.id);
  await age(recent.id, 729);
  await purge();
  expect((await orderOf(old.id)).customer_email).toMatch(/^erased-/);
  expect(await orderOf(recent.id)).toMatchObject({ customer_email: email, post_links: recent.postLinks });
  for (const [table, count] of [
    ['contact_messages where lower(email)', 2],
    ['customer_notes where email_key', 2],
  ]) {
    expect(await rows(`select 1 from ${table} = lower($1)`, email), String(table)).toHaveLength(Number(count));
  }
});

test('orders of an email share a pseudonym within a night; a repeat changes nothing', async () => {
  const email = newEmail();
  const orders = [await finishedOrder(email), await finishedOrder(email)];
  for (const { id } of orders) await age(id);
  await purge();
  const pseudonyms = await Promise.all(orders.map(async ({ id }) => (await orderOf(id)).customer_email));
  expect(new Set(pseudonyms).size).toBe(1);
  const entries = await rows("select from audit_log where action = 'orders.forgotten'");
  await purge();
  expect(await rows("select from audit_log where action = 'orders.forgotten'")).toHaveLength(entries.length);
});

test('an order that is still being delivered waits, and the ones behind it do not', async () => {
  const [busy, done] = [await finishedOrder(newEmail()), await finishedOrder(newEmail())];
  await rows("update dispatches set following = true where order_id = $1 and state = 'sent'", busy.id);
  await age(busy.id, 900);
  await age(done.id);
  await purge();
  expect((await orderOf(busy.id)).customer_email).not.toMatch(/^erased-/);
  expect((await orderOf(done.id)).customer_email).toMatch(/^erased-/);
});

test('one night takes more orders than one step', async () => {
  const placed = await Promise.all(Array.from({ length: 210 }, () => placeOrder(store, { email: newEmail() })));
  await rows(
    `update orders set created_at = now() - interval '800 days', status = 'failed', payment_status = 'failed'
     where id = any($1)`,
    placed.map(({ id }) => id),
  );
  await purge();
  const left =
    "select from orders where created_at < now() - interval '730 days' and customer_email not like 'erased-%'";
  // The one that is still being delivered.
  expect(await rows(left)).toHaveLength(1);
});
