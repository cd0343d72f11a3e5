// What a stranger sees of an order who knows its email or its ID, and what proof opens (D-35).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortLink } from '../../contract/short-link.ts';
import { aLink, orderBody, type Placed, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const dayMs = 86_400_000;
const byEmail = 'GET /api/orders/by-email/{email}';
const trackAt = (of: TestStore, email: string, headers: Record<string, string> = {}) =>
  of.visitor.ask(byEmail, { params: { email } }, headers);
const track = async (email: string, headers: Record<string, string> = {}) =>
  (await trackAt(store, email, headers)).body;

let made = 0;
const anEmail = () => {
  made += 1;
  return `track${made}@example.com`;
};

async function sentOrder(email: string): Promise<Placed> {
  const order = await paidOrder(store, { email });
  for (const postLink of order.postLinks) {
    await store.admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: order.id },
      body: { postLink, category: 'Likes' },
    });
  }
  return order;
}

/** An order as a browser places it: with the key that the answer holds. */
async function placedHere(email: string) {
  const body = orderBody({ email });
  const { orderId, orderKey } = await store.visitor.call('POST /api/create-order', { body });
  return { id: orderId, postLinks: body.post_links, header: { 'order-key': `${orderId}.${orderKey}` } };
}

describe('a stranger who knows an email', () => {
  test('D-35: sees the order and the state of each post, shortened links, and no way to the receipt', async () => {
    const order = await sentOrder(anEmail());
    const found = await track(order.email);
    const shown = order.postLinks.map(shortLink);
    expect(found).toMatchObject([
      {
        id: order.id,
        status: 'processing',
        quantity: order.quantity,
        category: 'Likes',
        amount: order.amount,
        created_at: expect.stringMatching(/Z$/),
        payment: 'paid',
        post_links: shown,
        receipt_path: null,
        api_orders: shown.map((post_link, position) => ({
          post_link,
          position,
          api_order_id: expect.any(String),
          status: 'sent',
        })),
      },
    ]);
    for (const link of order.postLinks) expect(JSON.stringify(found)).not.toContain(link);
    expect(JSON.stringify(found)).not.toContain('/receipt/');
  });
});

describe('links that open no post', () => {
  test('D-51, D-35: are shown as what they are; the account only with proof', async () => {
    const body = orderBody({ email: anEmail(), post_links: [aLink(), 'https://www.instagram.com/some.user/'] });
    const { orderId, orderKey } = await store.visitor.call('POST /api/create-order', { body });
    const closed = await track(body.email);
    expect(closed).toMatchObject([{ opens: [null, { kind: 'profile', name: '' }] }]);
    expect(JSON.stringify(closed)).not.toContain('some.user');
    expect(await track(body.email, { 'order-key': `${orderId}.${orderKey}` })).toMatchObject([
      { opens: [null, { kind: 'profile', name: 'some.user' }] },
    ]);
    const posts = await placedHere(anEmail());
    expect(await store.visitor.call(byEmail, { params: { email: `track${made}@example.com` } })).toMatchObject([
      { id: posts.id, post_links: posts.postLinks.map(shortLink) },
    ]);
    expect((await track(`track${made}@example.com`))[0]).not.toHaveProperty('opens');
  });
});

describe('a stranger who knows an ID', () => {
  test('S-6, D-35: gets no post link from any call', async () => {
    const order = await sentOrder(anEmail());
    const { id } = order;
    const one = await store.visitor.call('GET /api/orders/{id}/api-orders', { params: { id } });
    const many = await store.visitor.call('POST /api/orders/api-orders-batch', { body: { orderIds: [id] } });
    const read = await store.visitor.call('GET /api/orders/{id}', { params: { id } });
    expect(one).toMatchObject([{ api_order_id: expect.any(String), status: 'sent', position: 0 }]);
    expect(many).toEqual([{ orderId: id, apiOrders: one }]);
    const confirmed = await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
    const providerId = one[0]?.api_order_id ?? '';
    const status = await store.visitor.call('GET /api/admin/order-status/{providerId}', { params: { providerId } });
    for (const seen of [one, many, read, confirmed, status]) {
      expect(JSON.stringify(seen)).not.toMatch(/instagram|post_link/);
      expect(JSON.stringify(seen)).not.toContain(order.email);
    }
    for (const path of [`/order/${id}`, `/success?order=${id}`, `/receipt/${id}/${'A'.repeat(22)}`]) {
      const page = await (await store.raw(path)).text();
      for (const hidden of [order.postLinks[0] ?? '', order.email]) expect(page).not.toContain(hidden);
    }
    const forAdmin = await store.admin.call('GET /api/orders/{id}/api-orders', { params: { id } });
    expect(forAdmin).toMatchObject([{ post_link: order.postLinks[0] }]);
  });

  test('S-6: 120 IDs a minute, however they are asked for', async () => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1' });
    try {
      const readMany = (count: number) =>
        strict.visitor.ask('POST /api/orders/api-orders-batch', {
          body: { orderIds: Array.from({ length: count }, () => 'ZZZZZZZZZZZZ') },
        });
      const one = () => strict.visitor.ask('GET /api/orders/{id}/api-orders', { params: { id: 'ZZZZZZZZZZZZ' } });
      expect([(await readMany(50)).status, (await readMany(50)).status, (await readMany(19)).status]).toEqual([
        200, 200, 200,
      ]);
      expect((await readMany(2)).status).toBe(429);
      expect((await one()).status).toBe(404);
      const refused = await one();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      // Admins read as many as a page of theirs lists.
      const orderIds = Array.from({ length: 200 }, () => 'ZZZZZZZZZZZZ');
      expect((await strict.admin.ask('POST /api/orders/api-orders-batch', { body: { orderIds } })).status).toBe(200);
      strict.advance(61_000);
      expect((await readMany(50)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('the key of an order', () => {
  test('D-35: opens the order that this browser placed, and no other of the email', async () => {
    const email = anEmail();
    const other = await paidOrder(store, { email });
    const mine = await placedHere(email);
    const found = await track(email, mine.header);
    expect(found).toMatchObject([
      { id: mine.id, post_links: mine.postLinks },
      { id: other.id, post_links: other.postLinks.map(shortLink), receipt_path: null },
    ]);
  });

  test('D-35: is the key of the mailed receipt link; it opens links and receipt', async () => {
    const order = await paidOrder(store, { email: anEmail() });
    const read = await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    const receiptPath = 'receipt_path' in read ? read.receipt_path : '';
    const header = { 'order-key': `${order.id}.${receiptPath.split('/').at(-1)}` };
    expect(await track(order.email, header)).toMatchObject([
      { post_links: order.postLinks, receipt_path: receiptPath },
    ]);
    const params = { id: order.id };
    await store.admin.call('POST /api/admin/orders/{id}/send-post', {
      params,
      body: { postLink: order.postLinks[0] ?? '', category: 'Likes' },
    });
    const sent = await store.visitor.call('GET /api/orders/{id}/api-orders', { params }, header);
    expect(sent).toMatchObject([{ post_link: order.postLinks[0] }]);
  });

  test('D-35: a key of another order, a cut one and noise open nothing', async () => {
    const [order, other] = [await placedHere(anEmail()), await placedHere(anEmail())];
    const [, key = ''] = other.header['order-key'].split('.');
    const email = `track${made - 1}@example.com`;
    for (const sent of [
      `${order.id}.${key}`,
      `${order.id}.${key.slice(0, 5)}`,
      order.id,
      '.',
      ',,',
      other.header['order-key'],
    ]) {
      expect(await track(email, { 'order-key': sent })).toMatchObject([{ post_links: order.postLinks.map(shortLink) }]);
    }
  });

  test('D-35: adds the fields of the order page, with the same sentences; without proof they are absent', async () => {
    const email = anEmail();
    const { id, header } = await placedHere(email);
    const page = await store.visitor.call('GET /api/orders/{id}/page', { params: { id } }, header);
    const { confirming_long, refunds, sending, posts } = page;
    const facts = { confirming_long, refunds, sending, posts };
    expect(await track(email, header)).toMatchObject([{ id, ...facts }]);
    const [seen] = await track(email);
    for (const fact of Object.keys(facts)) expect(seen).not.toHaveProperty(fact);
  });

  test('a repeat of the order under its Idempotency-Key gets the same key', async () => {
    const body = orderBody({ email: anEmail() });
    const place = () => store.visitor.call('POST /api/create-order', { body }, { 'idempotency-key': `key ${made}` });
    expect(await place()).toEqual(await place());
  });
});

describe('budgets of searches', () => {
  const search = (of: TestStore, address: string) =>
    of.visitor.ask(byEmail, { params: { email: 'a@example.com' } }, { 'x-forwarded-for': address });

  test.each([
    ['S-7: 30 neighbors in one /56', (n: number) => `2001:db8:77:${(0x4200 + n).toString(16)}::1`],
    ['S-7: 30 neighbors in one /24', (n: number) => `198.51.100.${n + 1}`],
  ])('%s cannot make 30 searches', async (_name, addressOf) => {
    const strict = await startStore({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 30; n += 1) statuses.push((await search(strict, addressOf(n))).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      expect((await search(strict, '203.0.113.9')).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

test('D-35: the admin’s own calls are as before', async () => {
  expect(owner.email).toContain('@');
  const order = await sentOrder(anEmail());
  const body = { orderIds: [order.id] };
  const [found] = await store.admin.call('POST /api/orders/api-orders-batch', { body });
  expect(found?.apiOrders).toMatchObject([{ post_link: order.postLinks[0], following: true }]);
});

// The last one: it moves the clock past the end of the admin's session.
test('D-35: sees the orders of the last 90 days', async () => {
  const email = anEmail();
  const old = await placedHere(email);
  store.advance(91 * dayMs);
  const { id } = await placeOrder(store, { email });
  expect((await track(email)).map((order) => order.id)).toEqual([id]);
  expect((await track(email, old.header)).map((order) => order.id)).toEqual([id, old.id]);
});
