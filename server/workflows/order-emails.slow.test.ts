// Which emails the buyer gets about delivery, missing parts, refunds and disputes, and which never.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { firstFields } from '../../contract/setting-fields.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { sendWaiting } from '../../tests/support/emails.ts';
import { type Placed, placeOrder } from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startMailServer, type TestMailServer } from '../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let server: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' });
});
afterAll(async () => {
  await store.stop();
  await server.stop();
});
afterEach(() => change({}));
const { end, paid, sent: send } = deliverySteps(() => store);
/** Sends the link, and the email about it at once. */
const sent = async (...link: Parameters<typeof send>) => {
  const id = await send(...link);
  await store.drain();
  return id;
};
const refunding = refundSteps(() => store);
/** Proves again first, because the test clock passes the expiry of the sign-in proof. */
const give = async (...refund: Parameters<typeof refunding.give>) => {
  await refunding.proveAgain();
  return refunding.give(...refund);
};

const rows = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const ofOrder = async ({ id }: Placed) =>
  (await store.admin.call('GET /api/admin/mails', { query: { order: id } })).reverse();
/** The kinds of the sent emails, after the first one about the payment. */
const kinds = async (order: Placed) => {
  const sentMails = (await ofOrder(order)).filter(({ state }) => state === 'sent');
  return sentMails.map(({ kind }) => kind).filter((kind) => kind !== 'order_paid');
};
const letterOf = async (order: Placed, kind: string) => {
  const id = (await ofOrder(order)).find((mail) => mail.kind === kind)?.id ?? '';
  return (await store.admin.call('GET /api/admin/mails/{id}', { params: { id } })).letter;
};

/** Settings that differ from those of a new store. */
async function change(changed: object): Promise<void> {
  await rows(
    `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
     select last.version + 1, first.settings || $1::jsonb, last.changes, last.changed_by, last.changed_at
     from (select * from store_settings_versions order by version desc limit 1) last,
       (select * from store_settings_versions order by version limit 1) first`,
    JSON.stringify(changed),
  );
}
const switchedOff = (kind: string) => ({
  emails: { ...firstFields().emails, [kind]: false },
});

describe('delivery', () => {
  test('the start is mailed once, whatever number of links is sent', async () => {
    const order = await paid(3);
    await sent(order);
    for (const link of order.postLinks.slice(1)) await sent(order, link);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started']);
    const letter = await letterOf(order, 'delivery_started');
    expect(letter?.subject).toBe(`Your order ${order.id} was sent to our delivery partner`);
    expect(letter?.text).toContain('Your likes start soon.');
    expect(letter?.text).toContain(`${store.url}/order/${order.id}/`);
  });

  test('no email about the start is sent after the delivery has ended', async () => {
    const [running, done] = [await paid(), await paid()];
    const [first, second] = [await send(running), await send(done)];
    await end(first, 'In progress', 400);
    await end(second, 'Completed', 0);
    await sendWaiting(store);
    expect((await letterOf(running, 'delivery_started'))?.subject).toMatch(/has started$/);
    expect(await kinds(done)).toEqual(['order_completed']);
    // Ends the delivery here, so that its email is not sent in another test.
    await end(first, 'Completed', 0);
    await sendWaiting(store);
  });

  test('an order that is being refunded or disputed by then gets none', async () => {
    const order = await paid();
    await send(order);
    await rows("update orders set payment_status = 'disputed', status = 'failed' where id = $1", order.id);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual([]);
  });

  test('a person who was erased gets none', async () => {
    const order = await paid();
    const providerOrder = await sent(order);
    await store.drain();
    await rows("update orders set customer_email = 'erased-1@erased.invalid' where id = $1", order.id);
    const before = server.handedOver.length;
    await end(providerOrder, 'Partial', 400);
    await sendWaiting(store);
    expect(server.handedOver).toHaveLength(before);
  });
});

describe('a part that is missing', () => {
  test('is mailed after 15 minutes, with what happens', async () => {
    const order = await paid();
    await end(await sent(order), 'Partial', 400);
    await store.drain();
    expect(await kinds(order)).toEqual(['delivery_started']);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'part_missing']);
    const letter = await letterOf(order, 'part_missing');
    expect(letter?.text).toContain(`: ${order.postLinks[0]}\n400 likes are missing.\n`);
    expect(letter?.text).toContain('What is missing is sent again or refunded.');
  });

  test.each(['by itself', 'by an admin'])('D-10: one that is refunded %s ends the order with one mail', async (by) => {
    await change({ automatic_refund: by === 'by itself' });
    const order = await paid();
    await end(await sent(order), 'Partial', 400);
    if (by === 'by an admin') expect((await give(order, { undelivered: true })).status).toBe(200);
    await sendWaiting(store);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'order_completed']);
    const letter = await letterOf(order, 'order_completed');
    expect(letter?.subject).toBe(`Your order ${order.id}: 600 of 1,000 delivered, $2.40 back`);
    // Nothing waits, and a look of a job finds nothing to add.
    expect(await ofOrder(order)).toHaveLength(3);
    await store.app.jobHandlers.finish_orders({});
    await sendWaiting(store);
    expect(await ofOrder(order)).toHaveLength(3);
  });

  test('several posts that end short within the time are in one mail', async () => {
    const order = await paid(2);
    const [first, second] = [await sent(order), await sent(order, order.postLinks[1])];
    await end(first, 'Partial', 100);
    await end(second, 'Canceled', 500);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'part_missing']);
    const text = (await letterOf(order, 'part_missing'))?.text;
    for (const said of ['100 likes are missing.', '500 likes are missing.']) expect(text).toContain(said);
  });
});

describe('refunds', () => {
  test('D-10: of an order that goes on or has ended before, have a mail of their own', async () => {
    const order = await paid();
    await end(await sent(order), 'Completed', 0);
    await give(order, { amount: 1 });
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'order_completed', 'order_refunded']);
    expect((await letterOf(order, 'order_refunded'))?.text).toContain('We refunded $1.00');
  });

  test('D-10: of all of it says so, and no mail says that the order is complete', async () => {
    const order = await paid();
    const providerOrder = await sent(order);
    await store.drain();
    await end(providerOrder, 'Canceled', 1000);
    await give(order, { undelivered: true });
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'order_refunded']);
  });
});

test('a dispute is mailed once', async () => {
  const order = await paid();
  await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
  await store.control('/gateway/deliver', {});
  await store.drain();
  await store.app.jobHandlers.settle_payment({ gatewayOrderId: `${order.id}-1` });
  await sendWaiting(store);
  expect(await kinds(order)).toEqual(['dispute_received']);
  expect((await letterOf(order, 'dispute_received'))?.text).toContain(
    `Your bank has asked for the amount of your order ${order.id} back, so we have stopped the delivery.`,
  );
});

describe('each of these emails can be switched off', () => {
  const expected = [
    'contact_received',
    'delivery_started',
    'delivery_started',
    'dispute_received',
    'order_completed',
    'order_received',
    'part_missing',
  ];
  test.each([...new Set(expected)])('%s', async (kind) => {
    const order = await paid();
    await change(switchedOff(kind));
    await end(await sent(order), 'Partial', 400);
    await sendWaiting(store);
    await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
    await store.control('/gateway/deliver', {});
    await store.drain();
    const email = `${kind.replace('_', '-')}@mail.example`;
    const unpaid = await placeOrder(store, { email: `unpaid-${email}` });
    const complete = await paid();
    await end(await sent(complete), 'Completed', 0);
    const body = { name: 'Eve', email, subject: 'Hello', message: 'Where is it?' };
    await store.visitor.call('POST /api/contact', { body });
    await sendWaiting(store);
    const acknowledged = server.taken.filter(({ to }) => to[0] === email).map(() => 'contact_received');
    const ofOrders = await Promise.all([order, unpaid, complete].map(kinds));
    expect([...ofOrders.flat(), ...acknowledged].sort()).toEqual(expected.filter((one) => one !== kind));
  });

  test('except the email about a completed order with a refund', async () => {
    const order = await paid();
    await change(switchedOff('order_completed'));
    await end(await sent(order), 'Partial', 400);
    expect((await give(order, { undelivered: true })).status).toBe(200);
    await sendWaiting(store);
    expect(await kinds(order)).toEqual(['delivery_started', 'order_completed']);
  });
});

test('D-54: the mail about the payment states the guarantee of its category, with the days of the settings', async () => {
  await change({ guarantee_days: { Likes: 45, Views: 0 } });
  const order = await paid();
  await sendWaiting(store);
  // The settings of pages and emails are up to a second old.
  const shown = () => expect.poll(async () => (await letterOf(order, 'order_paid'))?.text, { timeout: 5_000 });
  await shown().toContain('Likes lost within 45 days of delivery are delivered again.');
  await change({ guarantee_days: { Likes: 0, Views: 45 } });
  await shown().not.toMatch(/lost within/);
});

test('S-18: a mail about an unpaid order is the only one to its address', async () => {
  const order = await placeOrder(store, { email: 'unpaid@example.com' });
  await sendWaiting(store);
  expect((await ofOrder(order)).map(({ kind }) => kind)).toEqual(['order_received']);
});
