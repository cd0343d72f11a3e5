// The evidence of an order: everything that an acquirer gets to read in a dispute.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { deliverySteps } from '../../../tests/support/delivery-steps.ts';
import { aLink, chargeBack, deleteOrder, paidOrder, placeOrder, winDispute } from '../../../tests/support/orders.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let server: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' });
});
afterEach(() => server.reply({}));
afterAll(async () => {
  await store.stop();
  await server.stop();
});

const { end, paid, refill, sent } = deliverySteps(() => store);
const { give, proveAgain } = refundSteps(() => store);
const { received, reply, adminWith } = contactSteps(
  () => store,
  () => server,
);

const request = (id: string, by = store.admin) => by.ask('GET /api/admin/orders/{id}/evidence', { params: { id } });
const read = async (id: string) => (await request(id)).body;
const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const opened = (id: string) =>
  rows("select actor from audit_log where action = 'order.evidence_opened' and subject = $1", id);

describe('the evidence of an order', () => {
  test('has the order, its payment, its links as the provider reports them, its emails and the messages', async () => {
    const order = await paid(2);
    const apiOrderId = await sent(order);
    await end(apiOrderId, 'Partial', 120);
    await store.drain();
    const { id: messageId } = await received({ email: 'BUYER@example.com', message: 'It is <b>slow</b>.' });
    await reply(messageId, 'It is on its way.');
    await store.drain();

    const evidence = await read(order.id);
    expect(evidence.order).toMatchObject({
      id: order.id,
      customer_email: order.email,
      quantity: 1000,
      category: 'Likes',
      amount: order.amount,
      currency: 'USD',
      language: 'en',
      payment: 'paid',
      deleted_at: null,
    });
    expect(evidence.payments).toMatchObject([
      { number: 1, state: 'paid', card_brand: 'Mastercard', card_last4: '0008', amount: order.amount, failed_tries: 0 },
    ]);
    expect(evidence.payments[0]?.transaction_id).toBeTruthy();
    const [first, second] = evidence.links;
    expect(first).toMatchObject({
      post_link: order.postLinks[0],
      ordered: 500,
      delivered: 380,
      status: 'sent',
      live_status: 'Partial',
      provider_order_id: apiOrderId,
      start_count: expect.any(Number),
    });
    expect(first?.end_count).toBe((first?.start_count ?? Number.NaN) + 380);
    for (const time of [first?.sent_at, first?.started_at, first?.ended_at, first?.checked_at])
      expect(Date.parse(time ?? '')).toBeGreaterThan(0);
    expect(second).toMatchObject({ post_link: order.postLinks[1], ordered: 500, delivered: null, status: null });
    expect(evidence.emails).toMatchObject([
      { kind: 'order_paid', recipient: order.email, state: 'sent', sent_at: expect.any(String) },
      { kind: 'delivery_started', recipient: order.email, state: 'sent', sent_at: expect.any(String) },
      { kind: 'part_missing', recipient: order.email, state: 'queued', sent_at: null },
    ]);
    expect(evidence.messages.at(-1)).toMatchObject({
      message: 'It is <b>slow</b>.',
      replies: [{ text: 'It is on its way.', sent_at: expect.any(String) }],
    });
    expect(evidence.disputes).toEqual([]);
    expect(evidence.seller.store).toBeTruthy();
  });

  test('an email that no mail server accepted has no time of sending', async () => {
    server.reply({ RCPT: '550 No such user' });
    const { id } = await paidOrder(store, { email: 'unreachable@example.com' });
    await store.drain();
    expect((await read(id)).emails.map(({ sent_at }) => sent_at)).toEqual([null]);
  });

  test('messages from before the order, and of others, are no part of it', async () => {
    const email = 'patient@example.com';
    await received({ email, message: 'Before' });
    store.advance(1_000);
    const { id } = await placeOrder(store, { email });
    store.advance(1_000);
    await received({ email, message: 'After' });
    await received({ message: 'Somebody else' });
    expect((await read(id)).messages.map(({ message }) => message)).toEqual(['After']);
  });

  test('a replaced link, a refill and a refund are listed, without the reasons that admins gave', async () => {
    await proveAgain();
    const order = await paid();
    const [link = ''] = order.postLinks;
    await end(await sent(order), 'Canceled', 700);
    const newLink = aLink();
    await store.admin.call('POST /api/admin/orders/{id}/replace-link', {
      params: { id: order.id },
      body: { postLink: link, newLink, reason: 'An internal reason' },
    });
    const again = await sent(order, newLink);
    await end(again, 'Completed', 0);
    await refill({ ...order, postLinks: [newLink] }, again);
    await proveAgain();
    await give(order, { amount: 1, reason: 'An internal reason' });

    const evidence = await read(order.id);
    expect(evidence.replacements).toMatchObject([
      {
        position: 0,
        old_link: link,
        new_link: newLink,
        is_move: false,
        delivered: 300,
        sent_at: expect.any(String),
        ended_at: expect.any(String),
      },
    ]);
    expect(evidence.links).toMatchObject([{ post_link: newLink, ordered: 700, delivered: 700 }]);
    expect(evidence.requests).toMatchObject([{ position: 0, kind: 'refill' }]);
    expect(evidence.refunds).toMatchObject([{ payment: 1, amount: 1, state: 'refunded' }]);
    expect(JSON.stringify(evidence)).not.toContain('An internal reason');
    expect(JSON.stringify(evidence)).not.toContain(owner.email);
  });

  test('the part of a replaced link that is not sent yet is what is left of it', async () => {
    const order = await paid();
    const [link = ''] = order.postLinks;
    await end(await sent(order), 'Canceled', 700);
    await store.admin.call('POST /api/admin/orders/{id}/replace-link', {
      params: { id: order.id },
      body: { postLink: link, newLink: aLink() },
    });
    expect((await read(order.id)).links).toMatchObject([{ ordered: 700, delivered: null, status: null }]);
  });

  test('holds no secret of a payment or an address', async () => {
    const order = await paidOrder(store);
    const [secrets] = await rows(
      `select a.session_id, a.success_indicator, a.caller_key, o.address_key from payment_attempts a
       join orders o on o.id = a.order_id where o.id = $1`,
      order.id,
    );
    const evidence = JSON.stringify(await read(order.id));
    for (const secret of Object.values(secrets).filter(Boolean)) expect(evidence).not.toContain(secret);
  });
});

describe('a dispute', () => {
  test('is dated, and closed once the store won it; a second one is listed as well', async () => {
    const order = await paidOrder(store);
    await chargeBack(store, order);
    expect((await read(order.id)).disputes).toEqual([
      { payment: 1, opened_at: expect.any(String), won_at: null, due_at: null },
    ]);
    await winDispute(store, order);
    const [won] = (await read(order.id)).disputes;
    expect(Date.parse(won?.won_at ?? '')).toBeGreaterThan(Date.parse(won?.opened_at ?? ''));
    await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'DISPUTED' });
    await store.control('/gateway/notify', { orderId: `${order.id}-1` });
    await store.control('/gateway/deliver', {});
    await store.drain();
    await rows("update payment_attempts set dispute_due_at = '2026-12-03T23:59:59Z' where order_id = $1", order.id);
    expect((await read(order.id)).disputes).toMatchObject([
      { won_at: expect.any(String), due_at: null },
      { won_at: null, due_at: '2026-12-03T23:59:59.000Z' },
    ]);
  });

  test('its action item says when the evidence is due, where the gateway returned a date', async () => {
    const [plain, dated] = [await paidOrder(store), await paidOrder(store)];
    for (const order of [plain, dated]) await chargeBack(store, order);
    await rows("update payment_attempts set dispute_due_at = '2026-12-03T23:59:59Z' where order_id = $1", dated.id);
    const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'chargeback' } });
    const dueOf = (id: string) => kinds[0]?.items.find(({ order_id }) => order_id === id)?.evidence_due_at;
    expect(dueOf(plain.id)).toBeUndefined();
    expect(dueOf(dated.id)).toBe('2026-12-03T23:59:59.000Z');
  });

  test('about a hidden order has its evidence', async () => {
    const order = await paidOrder(store);
    await deleteOrder(store, order.id);
    expect((await read(order.id)).order.deleted_at).toBeTruthy();
  });
});

describe('who opens it', () => {
  test('every admin reads it, strangers do not, and an unknown order is not found', async () => {
    const { id } = await placeOrder(store);
    for (const role of ['viewer', 'support'] as const)
      expect((await request(id, await adminWith(role))).status).toBe(200);
    expect((await store.raw(`/api/admin/orders/${id}/evidence`)).status).toBe(401);
    for (const gone of ['AAAAAAAAAAAA', 'x']) expect((await request(gone)).status).toBe(404);
  });

  test('is recorded once per admin, order and hour, however often and at once', async () => {
    const { id } = await placeOrder(store);
    const other = await adminWith('viewer');
    await Promise.all([request(id), request(id), request(id, other)]);
    await request(id);
    expect(await opened(id)).toHaveLength(2);
    store.advance(61 * 60_000);
    await request(id);
    expect(await opened(id)).toHaveLength(3);
  });
});

test('after an erasure it shows what remains; a replaced link does not look like a moved one', async () => {
  await proveAgain();
  const order = await paidOrder(store, { email: 'forgotten@example.org' });
  await end(await sent(order), 'Canceled', order.quantity);
  const newLink = aLink();
  await store.admin.call('POST /api/admin/orders/{id}/replace-link', {
    params: { id: order.id },
    body: { postLink: order.postLinks[0] ?? '', newLink },
  });
  await end(await sent(order, newLink), 'Completed', 0);
  await store.drain();
  await rows("update orders set network_country = 'Brazil' where id = $1", order.id);
  await received({ email: order.email });
  await proveAgain();
  expect(await store.admin.ask('POST /api/admin/people/erase', { body: { email: order.email } })).toMatchObject({
    status: 200,
  });
  const evidence = await read(order.id);
  expect(evidence).toMatchObject({
    order: { id: order.id, amount: order.amount, network_country: null },
    payments: [{ card_brand: null, card_last4: null }],
    links: [{ delivered: order.quantity }],
    messages: [],
  });
  expect(evidence.order.customer_email).toMatch(/@erased\.invalid$/);
  expect(evidence.terms).not.toBeNull();
  expect(evidence.replacements).toMatchObject([{ is_move: false, delivered: 0 }]);
  for (const personal of [order.email, newLink, ...order.postLinks])
    expect(JSON.stringify(evidence)).not.toContain(personal);
});
