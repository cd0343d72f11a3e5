// The page of an order: who reads it, and what it says as the order goes on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import {
  aLink,
  chargeBack,
  deleteOrder,
  openSession,
  orderBody,
  type Placed,
  paidOrder,
  payAtGateway,
  placeOrder,
  winDispute,
} from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, owner, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { end, paid, refill, sent } = deliverySteps(() => store);
const { give, proveAgain } = refundSteps(() => store);
const { setAutomatic } = automaticDispatchSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const keyHeader = (id: string, key = links.computeKey(id)) => ({ 'order-key': `${id}.${key}` });
const request = (id: string, headers: Record<string, string> = keyHeader(id)) =>
  store.visitor.ask('GET /api/orders/{id}/page', { params: { id } }, headers);
const pageOf = async ({ id }: Pick<Placed, 'id'>) => {
  const { status, body } = await request(id);
  expect(status).toBe(200);
  return body;
};
const run = (sql: string, ...values: unknown[]) => store.db.database.pool.query(sql, values);
const confirm = (id: string, body = {}) =>
  store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body });
const kinds = (page: { events: { kind: string }[] }) => page.events.map(({ kind }) => kind);

describe('who reads it', () => {
  test('D-35: only who has the key of this order; a wrong key gets the same as an unknown order', async () => {
    const [order, other] = [await placeOrder(store), await placeOrder(store)];
    const unknown = await request('ZZZZZZZZZZZZ', {});
    const refused = await Promise.all([
      request(order.id, {}),
      request(order.id, keyHeader(order.id, 'A'.repeat(22))),
      request(order.id, keyHeader(order.id, links.computeKey(other.id))),
      request(order.id, keyHeader(other.id)),
      request('ZZZZZZZZZZZZ'),
      request('../../x'),
    ]);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
    for (const { status, body } of refused) expect({ status, body }).toEqual({ status: 404, body: unknown.body });
    const found = await request(order.id);
    expect(found.status).toBe(200);
    expect(found.headers.get('cache-control')).toBe('no-store');
    await deleteOrder(store, order.id);
    expect((await request(order.id)).body).toEqual(unknown.body);
  });

  test('D-35: the path needs a proof: the key of the tab, or a payment that came back', async () => {
    const email = 'order-page@example.com';
    const order = await placeOrder(store, { email });
    const path = links.buildOrderPath(order.id, 'en');
    expect(path).toBe(`/order/${order.id}/${links.computeKey(order.id)}`);
    const track = (headers = {}) =>
      store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } }, headers);
    expect(await track()).toMatchObject([{ order_path: null }]);
    expect(await track(keyHeader(order.id))).toMatchObject([{ order_path: path }]);
    const session = await openSession(store, order, links.computeKey(order.id));
    const { rows } = await run('select success_indicator from payment_attempts where order_id = $1', order.id);
    const resultIndicator = rows[0].success_indicator;
    expect(await confirm(order.id, { resultIndicator })).not.toHaveProperty('order_path');
    await payAtGateway(store, session);
    expect(await confirm(order.id, { resultIndicator })).toMatchObject({ order_path: path });
    expect(await confirm(order.id)).not.toHaveProperty('order_path');
  });

  test('D-27: the path is in the language of the order', async () => {
    const body = { ...orderBody({ email: 'pagina@example.com' }), language: 'pt' as const };
    const { orderId, orderKey } = await store.visitor.call('POST /api/create-order', { body });
    const found = await store.visitor.call(
      'GET /api/orders/by-email/{email}',
      { params: { email: body.email } },
      keyHeader(orderId, orderKey),
    );
    expect(found).toMatchObject([{ order_path: `/pt/order/${orderId}/${orderKey}` }]);
  });
});

describe('what it says', () => {
  test('D-51: a link that opens no post is shown as what it is, its account only once the order is paid', async () => {
    const post_links = [
      aLink(),
      'https://www.instagram.com/some.user/',
      'instagram.com/stories/some.user/34123/',
      'instagram.com/share/BAxYz12345',
    ];
    const opens = (page: Awaited<ReturnType<typeof pageOf>>) => page.posts.map((post) => post.opens ?? null);
    const unpaid = await pageOf(await placeOrder(store, { post_links, quantity: 2_000 }));
    expect(opens(unpaid)).toEqual([
      null,
      { kind: 'profile', name: '' },
      { kind: 'story', name: '' },
      { kind: 'share', name: '' },
    ]);
    expect(JSON.stringify(unpaid)).not.toContain('some.user');
    const paid = await pageOf(
      await paidOrder(store, { post_links: [aLink(), ...post_links.slice(1)], quantity: 2_000 }),
    );
    expect(opens(paid)).toEqual([
      null,
      { kind: 'profile', name: 'some.user' },
      { kind: 'story', name: 'some.user' },
      { kind: 'share', name: '' },
    ]);
  });

  test('unpaid: kinds and shortcodes, never a link as it was typed; a masked email; no receipt', async () => {
    const typed = ['https://www.instagram.com/reel/OrderPage1/?igsh=abc', 'instagram.com/BUY-CHEAP-THINGS-HERE'];
    const order = await placeOrder(store, { email: 'ana.souza@example.com', post_links: typed, quantity: 1_000 });
    const page = await pageOf(order);
    expect(page).toMatchObject({
      id: order.id,
      payment: 'unpaid',
      email: 'a***@example.com',
      receipt_path: null,
      refunds: [],
      confirming_long: false,
      posts: [
        {
          kind: 'reel',
          shortcode: 'OrderPage1',
          post_link: 'https://www.instagram.com/reel/OrderPage1/',
          state: 'unpaid',
        },
        { kind: null, shortcode: null, post_link: null, state: 'unpaid', ordered: 500 },
      ],
    });
    expect(kinds(page)).toEqual(['ordered']);
    expect(JSON.stringify(page)).not.toMatch(/CHEAP|igsh|souza/);
  });

  test('paid, delivering, delivered: dates and counts of each post', async () => {
    const order = await paid(2);
    expect(await pageOf(order)).toMatchObject({
      payment: 'paid',
      receipt_path: links.buildPath(order.id),
      paid_with: { wallet: null, card_brand: 'Mastercard', card_last4: '0008' },
      posts: [{ state: 'to_send' }, { state: 'to_send' }],
    });
    const first = await sent(order);
    expect((await pageOf(order)).posts[0]).toMatchObject({ state: 'sending' });
    await end(first, 'In progress', 200);
    const running = await pageOf(order);
    expect(running.delivery).toMatchObject({ ordered: 1_000, delivered: 300 });
    expect(running.posts).toMatchObject([
      { state: 'in_progress', ordered: 500, delivered: 300 },
      { state: 'to_send', ordered: 500, delivered: 0 },
    ]);
    expect(kinds(running)).toEqual(['ordered', 'paid', 'sent', 'started']);
    const second = await sent(order, order.postLinks[1]);
    await end(first, 'Completed', 0);
    await end(second, 'Completed', 0);
    const done = await pageOf(order);
    expect(done).toMatchObject({ status: 'completed', posts: [{ state: 'delivered' }, { state: 'delivered' }] });
    expect(kinds(done)).toEqual(['ordered', 'paid', 'sent', 'started', 'completed']);
    // History never changes.
    expect(done.events.slice(0, 4)).toEqual(running.events);
    for (const { at } of done.events) expect(at).toMatch(/Z$/);
  });

  test('canceled before it began: it was sent, and its delivery never started', async () => {
    const order = await paid();
    const placed = await sent(order);
    const [before] = [(await pageOf(order)).events];
    expect(before.map(({ kind }) => kind)).toEqual(['ordered', 'paid', 'sent']);
    await end(placed, 'Canceled', 1_000);
    const page = await pageOf(order);
    expect(page.posts).toMatchObject([{ state: 'missing', delivered: 0 }]);
    expect(page.events).toEqual(before);
    expect(page.sending).toBeNull();
  });

  test('D-20: the provider has another order for the post: the post is not called hidden or refused', async () => {
    const order = await paidOrder(store, { post_links: [aLink('busy')] });
    await run(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id,
         claimed_at, error, created_at, updated_at)
       values ($1, 0, $2, $2, '1001', 500, 'failed', gen_random_uuid(), now(),
         'You have active order with this link. Please wait until order being completed.', now(), now())`,
      order.id,
      order.postLinks[0],
    );
    expect((await pageOf(order)).posts).toMatchObject([{ state: 'checking', after_other_order: true }]);
  });

  test('D-3: "now" is said only where the store sends by itself', async () => {
    const order = await paidOrder(store);
    expect((await pageOf(order)).sending).toBe('queued');
    await setAutomatic(true);
    expect((await pageOf(order)).sending).toBe('now');
    await setAutomatic(false);
    expect((await pageOf(await placeOrder(store))).sending).toBeNull();
  });

  test('a refused send is being checked', async () => {
    const order = await paidOrder(store, { post_links: [aLink('fail')] });
    await run(
      `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id,
         claimed_at, error, created_at, updated_at)
       values ($1, 0, $2, $2, '1001', 500, 'failed', gen_random_uuid(), now(), 'The post is private.', now(), now())`,
      order.id,
      order.postLinks[0],
    );
    const page = await pageOf(order);
    expect(page.posts).toMatchObject([{ state: 'checking', delivered: 0 }]);
    expect(JSON.stringify(page)).not.toContain('private');
  });

  test('D-20: a post waits for another order of it, and each page says so of its own order', async () => {
    await setAutomatic(true);
    const post_links = [aLink()];
    const first = await paidOrder(store, { post_links });
    await store.drain();
    const second = await paidOrder(store, { post_links });
    await store.drain();
    await setAutomatic(false);
    expect((await pageOf(first)).posts).toMatchObject([{ state: 'sending' }]);
    expect((await pageOf(first)).posts[0]).not.toHaveProperty('after_other_order');
    expect((await pageOf(second)).posts).toMatchObject([{ state: 'to_send', after_other_order: true }]);
  });

  test('partly delivered: what is missing is open, is refilled, or is refunded', async () => {
    const order = await paid();
    await end(await sent(order), 'Partial', 200);
    expect((await pageOf(order)).posts).toMatchObject([{ state: 'missing', ordered: 1_000, delivered: 800 }]);
    await run(
      `insert into delivery_requests (id, order_id, position, kind, state, requested_by, requested_at)
       values (gen_random_uuid(), $1, 0, 'refill', 'accepted', 'owner', now())`,
      order.id,
    );
    expect((await pageOf(order)).posts).toMatchObject([{ state: 'refilling', delivered: 800 }]);

    const other = await paid();
    await end(await sent(other), 'Partial', 200);
    await proveAgain();
    expect((await give(other, { undelivered: true })).status).toBe(200);
    await store.drain();
    const page = await pageOf(other);
    expect(page).toMatchObject({
      status: 'completed',
      payment: 'partly_refunded',
      refunded_amount: 1.2,
      refunds: [{ amount: 1.2, state: 'refunded', by_hand: false, at: expect.stringMatching(/Z$/) }],
      posts: [{ state: 'refunded', delivered: 800 }],
    });
    expect(page.events).toContainEqual({ kind: 'refunded', at: page.refunds[0]?.at, amount: 1.2 });
  });

  test('GEN-10: a delivered post that lost units is refilled', async () => {
    const order = await paid();
    const placed = await sent(order);
    await end(placed, 'Completed', 0);
    expect((await refill(order, placed)).status).toBe(200);
    const page = await pageOf(order);
    expect(page).toMatchObject({ status: 'completed', posts: [{ state: 'refilling' }], delivery: { refilling: true } });
    expect(kinds(page).at(-1)).toBe('refill_started');
  });

  test('D-16: refunded in full, in the store or elsewhere, with the time', async () => {
    const order = await paidOrder(store);
    await proveAgain();
    expect((await give(order, { amount: order.amount })).status).toBe(200);
    await store.drain();
    const page = await pageOf(order);
    expect(page).toMatchObject({ payment: 'refunded', refunds: [{ amount: 3, state: 'refunded' }] });
    expect(page.posts).toMatchObject([{ state: 'refunded' }]);

    const elsewhere = await paidOrder(store);
    await store.control('/gateway/refund-outside', { orderId: `${elsewhere.id}-1`, amountCents: 300 });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await pageOf(elsewhere)).toMatchObject({
      payment: 'refunded',
      refunds: [{ amount: 3, state: 'refunded', at: expect.stringMatching(/Z$/) }],
    });
  });

  test('a refund that the gateway has not confirmed is pending; a failed one is not shown', async () => {
    const order = await paidOrder(store);
    await proveAgain();
    await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
    await give(order, { amount: 1 });
    expect((await pageOf(order)).refunds).toMatchObject([{ amount: 1, state: 'pending' }]);
    await run("update refunds set state = 'failed', look_at = null where order_id = $1", order.id);
    expect((await pageOf(order)).refunds).toEqual([]);
  });

  test('D-35: it contains nothing of the provider, the gateway or the operator', async () => {
    const order = await paid();
    const [link = ''] = order.postLinks;
    const first = await sent(order);
    await end(first, 'Canceled', 700);
    await proveAgain();
    await store.admin.call('POST /api/admin/orders/{id}/replace-link', {
      params: { id: order.id },
      body: { postLink: link, newLink: aLink(), reason: 'An internal reason' },
    });
    const newLink = (await pageOf(order)).posts[0]?.post_link ?? '';
    const second = await sent(order, newLink);
    await end(second, 'Completed', 0);
    expect((await refill({ ...order, postLinks: [newLink] }, second)).status).toBe(200);
    await proveAgain();
    expect((await give(order, { amount: 1, reason: 'An internal reason' })).status).toBe(200);
    const { rows } = await run(
      `select a.session_id, a.success_indicator, a.transaction_id, a.gateway_order_id, o.address_key, o.customer_email,
         d.service_id, r.refund_id
       from orders o join payment_attempts a on a.order_id = o.id join dispatches d on d.order_id = o.id
         join refunds r on r.order_id = o.id where o.id = $1`,
      order.id,
    );
    const page = JSON.stringify(await pageOf(order));
    const { service_id, ...secrets } = rows[0];
    const hidden = [...Object.values(secrets), link, owner.email, 'An internal reason'].filter(Boolean);
    for (const text of [...hidden, `"${service_id}"`, `"${first}"`, `"${second}"`]) expect(page).not.toContain(text);
    expect(hidden.length).toBeGreaterThan(7);
  });

  test('disputed, and won', async () => {
    const order = await paidOrder(store);
    await chargeBack(store, order);
    const disputed = await pageOf(order);
    expect(disputed).toMatchObject({ payment: 'disputed', refunds: [], posts: [{ state: 'stopped' }] });
    expect(kinds(disputed)).toEqual(['ordered', 'paid', 'disputed']);
    await winDispute(store, order);
    const won = await pageOf(order);
    expect(won.payment).toBe('paid');
    expect(kinds(won)).toContain('dispute_won');
  });

  test('confirming: for more than two minutes it says so', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    const since = (seconds: number) =>
      run(
        `update payment_attempts set confirming_since = now() + $2 * interval '1 millisecond'
           - $3 * interval '1 second' where order_id = $1`,
        order.id,
        store.db.clockOffsetMs(),
        seconds,
      );
    await since(60);
    expect(await pageOf(order)).toMatchObject({ payment: 'confirming', confirming_long: false });
    await since(130);
    expect(await pageOf(order)).toMatchObject({ payment: 'confirming', confirming_long: true });
  });

  test('expired, with the time', async () => {
    const order = await placeOrder(store);
    store.advance(25 * 3_600_000);
    await store.app.jobHandlers.expire_order({ orderId: order.id });
    const page = await pageOf(order);
    expect(page).toMatchObject({ status: 'failed', payment: 'expired', posts: [{ state: 'stopped' }] });
    expect(kinds(page)).toEqual(['ordered', 'expired']);
  });

  test('of a person who was erased there is no email', async () => {
    const order = await placeOrder(store);
    await run("update orders set customer_email = 'erased-1@erased.invalid' where id = $1", order.id);
    expect((await pageOf(order)).email).toBeNull();
  });
});
