import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { aLink, deleteOrder, orderBody, paidOrder, placeOrder } from '../../tests/world/orders.ts';
import { refundSteps } from '../../tests/world/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/world/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { give, proveAgain } = refundSteps(() => store);
const create = (body: object, headers?: Record<string, string>) =>
  store.visitor.ask('POST /api/create-order', { body: body as never }, headers);

describe('placing an order', () => {
  test('PAY-1..5, GEN-1: a visitor without an account orders at the shown price and gets an id', async () => {
    const { status, body } = await create(orderBody());
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', orderId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/) });
  });

  test('PAY-2, PAY-4: the user name is always customer, the category is Likes by default, ids and states are ignored', async () => {
    const { category: _, ...body } = orderBody();
    const sent = { ...body, username: 'root', status: 'paid', payment_status: 'paid', id: 'AAAAAAAAAAAA' };
    const { orderId } = (await create(sent)).body;
    const order = await store.admin.call('GET /api/orders/{id}', { params: { id: orderId } });
    expect(order).toMatchObject({
      customer_username: 'customer',
      category: 'Likes',
      status: 'pending',
      payment_status: 'none',
      amount: 3,
      customer_email: 'buyer@example.com',
    });
    expect(orderId).not.toBe('AAAAAAAAAAAA');
  });

  test.each([
    ['CHK-18', { email: '  ', post_links: ['nonsense'] }, messages.emailRequired, 'email'],
    ['CHK-19', { email: 'x', post_links: ['http://instagram.com/p/a/', ''] }, messages.linkInvalid, 'post_links'],
    ['CHK-22', { post_links: [''] }, messages.linkEmpty, 'post_links'],
    [
      'A-12',
      { post_links: ['instagram.com/p/Same/', 'https://www.instagram.com/reel/Same/?igsh=1'] },
      messages.linkDuplicate,
      'post_links',
    ],
    ['CHK-23', { email: 'buyer' }, messages.emailInvalid, 'email'],
    ['CHK-24', { post_links: [] }, messages.linkMissing, 'post_links'],
    [
      'CHK-6',
      { post_links: [1, 2, 3, 4, 5, 6].map((n) => `instagram.com/p/many${n}/`) },
      messages.tooManyLinks,
      'post_links',
    ],
    ['A-11', { post_links: ['https://www.instagram.com/'] }, messages.linkWithoutPost, 'post_links'],
    ['A-11', { post_links: ['instagram.com/?igsh=1'] }, messages.linkWithoutPost, 'post_links'],
    ['A-11', { post_links: ['instagram.com/p/a b/'] }, messages.linkUnreadable, 'post_links'],
    ['A-14', { email: 'a b@example.com' }, messages.emailInvalid, 'email'],
  ])('%s: the first failing rule is answered with its own text', async (_id, change, message, field) => {
    const { status, body } = await create({ ...orderBody(), ...change });
    expect({ status, body }).toEqual({ status: 400, body: { status: 'error', message, field, code: 'invalid_input' } });
  });

  test.each([
    [{ quantity: 501 }, 'quantity'],
    [{ quantity: 450 }, 'quantity'],
    [{ quantity: 30_050 }, 'quantity'],
    [{ quantity: 'many' }, 'quantity'],
    [{ category: 'Followers' }, 'category'],
    [{ price: 'cheap' }, 'price'],
    [{ post_links: 'instagram.com/p/one/' }, 'post_links'],
    [{ email: 7 }, 'email'],
  ])('S-1: %j is refused with a sentence that names the field', async (change, field) => {
    const { status, body } = await create({ ...orderBody(), ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', field, message: expect.stringMatching(/\.$/) });
  });

  test.each([0.01, 2.99, 3.01, -3, 0])('A-7: a price of %d for 500 likes is refused', async (price) => {
    expect(await create(orderBody({ price }))).toMatchObject({ status: 400, body: { message: messages.priceChanged } });
  });

  test('D-31: the same key and body make one order, however often and however many at once', async () => {
    const body = orderBody();
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(body, key)));
    const replay = await create(body, key);
    const ids = new Set(
      [...answers, replay].filter(({ status }) => status === 200).map((answer) => answer.body.orderId),
    );
    expect(ids.size).toBe(1);
    expect(replay.status).toBe(200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { rows } = await store.db.database.pool.query(
      'select count(*) from orders where post_links[1] = $1',
      body.post_links,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('D-31: another body under the same key is 422, and a malformed key 400', async () => {
    const key = { 'idempotency-key': 'other body' };
    await create(orderBody(), key);
    expect((await create(orderBody(), key)).status).toBe(422);
    expect((await create(orderBody(), { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });
});

test('D-31, A-7: of orders that come together each gets its own answer; what is refused hinders no other', async () => {
  const twice = { ...orderBody(), email: 'twice@example.com' };
  const first = await create(twice, { 'idempotency-key': 'together' });
  const asked = Array.from({ length: 40 }, (_, at) => {
    if (at % 4 === 1) return create(orderBody({ price: 0.01 }));
    if (at % 4 === 2) return create(twice, { 'idempotency-key': 'together' });
    if (at % 4 === 3) return create(orderBody(), { 'idempotency-key': 'together' });
    return create(orderBody({ email: `together${at}@example.com`, quantity: 1000 }));
  });
  const answers = await Promise.all(asked);
  const statuses = (rest: number) => [
    ...new Set(answers.filter((_, at) => at % 4 === rest).map(({ status }) => status)),
  ];
  expect([statuses(0), statuses(1)]).toEqual([[200], [400]]);
  // While another one works on the key, the answer is 409.
  for (const { status, body } of answers.filter((_, at) => at % 4 === 2)) {
    if (status === 200) expect(body.orderId).toBe(first.body.orderId);
    else expect(status).toBe(409);
  }
  expect([409, 422]).toEqual(expect.arrayContaining(statuses(3)));
  for (const [at, { body }] of answers.entries()) {
    if (at % 4 !== 0) continue;
    const order = await store.admin.call('GET /api/orders/{id}', { params: { id: body.orderId } });
    expect(order).toMatchObject({ customer_email: `together${at}@example.com`, quantity: 1000 });
  }
});

describe('reading orders', () => {
  test('S-3: anyone who knows the id sees the order without e-mail, user name and links', async () => {
    const { id } = await placeOrder(store);
    const order = await store.visitor.call('GET /api/orders/{id}', { params: { id } });
    expect(Object.keys(order).sort()).toEqual(
      ['amount', 'category', 'created_at', 'delivery', 'id', 'payment', 'payment_status', 'quantity', 'status'].sort(),
    );
  });

  test('API-9, DATA-1: an admin sees all of it, with a number and an array', async () => {
    const placed = await placeOrder(store, { quantity: 5000 });
    const order = await store.admin.call('GET /api/orders/{id}', { params: { id: placed.id } });
    expect(order).toMatchObject({
      amount: 27,
      post_links: placed.postLinks,
      customer_email: 'buyer@example.com',
      paid_at: null,
    });
  });

  test.each(['AAAAAAAAAAAA', 'nonsense', '%00', '1 or 1=1'])('S-3: the id %s is 404', async (id) => {
    const response = await store.raw(`/api/orders/${id === '%00' ? id : encodeURIComponent(id)}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Order not found', code: 'order_not_found' });
  });

  test('API-8, D-7: the list is paged, newest first, each order once, with total and next page', async () => {
    const email = 'pages@example.com';
    const placed: string[] = [];
    for (let n = 0; n < 7; n += 1) placed.push((await placeOrder(store, { email })).id);
    const seen: string[] = [];
    let path: string | null = `/api/orders?limit=3&search=${email}`;
    while (path) {
      const response: Response = await store.raw(path, { headers: { authorization: `Bearer ${store.adminToken}` } });
      expect(response.headers.get('x-total-count')).toBe('7');
      expect(response.headers.get('cache-control')).toBe('no-store');
      const page = (await response.json()) as { id: string }[];
      expect(page.length).toBeLessThanOrEqual(3);
      seen.push(...page.map(({ id }) => id));
      path = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1] ?? null;
    }
    expect(seen).toEqual(placed.reverse());
  });

  test.each([
    ['ADM-ORD-2', (id: string) => id.toLowerCase().slice(2, 9)],
    ['ADM-ORD-3', () => 'FINDME@example'],
    ['ADM-ORD-4', () => '@customer'],
    ['ADM-ORD-5', () => 'pending'],
  ])('%s: the search finds the order', async (_id, searchOf) => {
    const { id } = await placeOrder(store, { email: 'findme@example.com' });
    const found = await store.admin.call('GET /api/orders', { query: { search: searchOf(id), limit: 200 } });
    expect(found.map((order) => order.id)).toContain(id);
  });

  test('D-7: filters by category, status and time; wild cards in a search are plain text', async () => {
    const { id } = await placeOrder(store, { category: 'Views', quantity: 5000 });
    const ids = async (query: object) =>
      (await store.admin.call('GET /api/orders', { query: { limit: 200, ...query } })).map((o) => o.id);
    expect(await ids({ category: 'Views' })).toContain(id);
    expect(await ids({ category: 'Likes' })).not.toContain(id);
    expect(await ids({ status: 'Pending' })).toContain(id);
    expect(await ids({ status: 'completed' })).not.toContain(id);
    expect(await ids({ to: '2020-01-01' })).toEqual([]);
    expect(await ids({ search: '%' })).toEqual([]);
  });

  test('D-7: the total is counted without looking at the orders, before and after the counts are folded', async () => {
    const moved = await placeOrder(store, { category: 'Views', quantity: 5000 });
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: moved.id },
      body: { status: 'Failed' },
    });
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: (await placeOrder(store)).id } });
    const totals = async (query: object) =>
      Number(
        (await store.admin.ask('GET /api/orders', { query: { limit: 1, ...query } })).headers.get('x-total-count'),
      );
    const counted = async (condition: string) =>
      (await store.db.database.pool.query(`select count(*) from orders where deleted_at is null and ${condition}`))
        .rows[0].count;
    for (const round of ['running', 'folded']) {
      expect(await totals({}), round).toBe(await counted('true'));
      expect(await totals({ status: 'Failed' }), round).toBe(await counted("status = 'failed'"));
      expect(await totals({ category: 'Views', status: 'failed' }), round).toBe(
        await counted("category = 'Views' and status = 'failed'"),
      );
      await store.app.jobHandlers.fold_counts({});
    }
  });

  test.each([
    ['all', ''],
    ['of a status', "and status = 'paid'"],
    ['from a position on', "and (created_at, id) < (now(), 'AAAAAAAAAAAA')"],
  ])('D-7: a page of orders %s is read from an index in its order, never sorted', async (_name, condition) => {
    const client = await store.db.database.pool.connect();
    try {
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
      const { rows } = await client.query(
        `explain select id from orders where deleted_at is null ${condition} order by created_at desc, id desc limit 50`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
      expect(plan).toMatch(/Index (Only )?Scan using orders_(newest|status)/);
      expect(plan).not.toMatch(/Sort/);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'category=Followers', 'from=yesterday'])(
    'D-7: the query %s is refused',
    async (query) => {
      const response = await store.raw(`/api/orders?${query}`, {
        headers: { authorization: `Bearer ${store.adminToken}` },
      });
      expect(response.status).toBe(400);
    },
  );
});

describe('changing orders by hand', () => {
  test('D-40: an unpaid order is hidden without a password', async () => {
    const { id } = await placeOrder(store);
    store.advance(11 * 60_000);
    expect((await store.admin.ask('DELETE /api/orders/{id}', { params: { id } })).status).toBe(200);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
  });

  test('D-30, D-40, S-4: to hide an order that was ever paid the password must have been given lately', async () => {
    const { id } = await paidOrder(store);
    await proveAgain();
    expect((await give({ id }, { amount: 3 })).status).toBe(200);
    store.advance(11 * 60_000);
    const refused = await store.admin.ask('DELETE /api/orders/{id}', { params: { id } });
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up']);
    await deleteOrder(store, id);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
  });

  test('STATE-1, ADM-ORD-11: any of the four statuses from any other, in any case; the payment stays', async () => {
    const { id } = await paidOrder(store);
    for (const status of ['Completed', 'pending', 'FAILED', 'Processing', 'Failed', 'Completed']) {
      const { order } = await store.admin.call('PATCH /api/admin/orders/{id}/status', {
        params: { id },
        body: { status, confirm: true },
      });
      expect(order).toMatchObject({ status: status.toLowerCase(), payment_status: 'paid' });
    }
  });

  test('STATE-1, ADM-ORD-24: what was changed meanwhile is not overwritten by whoever looked at it before', async () => {
    const { id } = await paidOrder(store);
    const set = (body: { status: string; expected: string }) =>
      store.admin.ask('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { ...body, confirm: true } });
    const [one, other] = await Promise.all([
      set({ status: 'processing', expected: 'Paid' }),
      set({ status: 'failed', expected: 'paid' }),
    ]);
    const refused = one.status === 409 ? one : other;
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const { status } = await store.admin.call('GET /api/orders/{id}', { params: { id } });
    expect(refused.body.message).toBe(`Order ${id} was changed meanwhile: it is ${status} by now.`);
    expect((await set({ status: 'completed', expected: status })).status).toBe(200);
  });

  test.each(['paid', 'shipped', ''])('A-30: the status %s cannot be chosen', async (status) => {
    const { id } = await placeOrder(store);
    const answer = await store.admin.ask('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status } });
    expect(answer).toMatchObject({ status: 400, body: { field: 'status' } });
  });

  test('S-4, D-19: the amount follows the quantity of an unpaid order; a paid one is fixed', async () => {
    const unpaid = await placeOrder(store);
    const change = (id: string, body: object) => store.admin.ask('PUT /api/orders/{id}', { params: { id }, body });
    expect((await change(unpaid.id, { quantity: 5000, amount: 1 })).body).toMatchObject({ quantity: 5000, amount: 27 });
    expect((await change(unpaid.id, { customer_email: 'new@example.com' })).body).toMatchObject({
      customer_email: 'new@example.com',
    });
    expect((await change(unpaid.id, { post_links: ['nonsense'] })).status).toBe(400);
    const paid = await paidOrder(store);
    expect((await change(paid.id, { quantity: 5000 })).status).toBe(409);
    expect((await change(paid.id, { post_links: [aLink()] })).status).toBe(409);
  });

  test('API-11, A-35: a deleted order is gone from every list, and a repeat is 404', async () => {
    const { id } = await placeOrder(store, { email: 'gone@example.com' });
    expect(await store.admin.call('DELETE /api/orders/{id}', { params: { id } })).toEqual({ success: true, id });
    expect((await store.admin.ask('DELETE /api/orders/{id}', { params: { id } })).status).toBe(404);
    expect((await store.admin.ask('GET /api/orders/{id}', { params: { id } })).status).toBe(404);
    expect(
      await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email: 'gone@example.com' } }),
    ).toEqual([]);
  });
});

describe('tracking', () => {
  test('TRK-4, TRK-18, S-7: an e-mail finds its orders in any case, with links and without anything of the person', async () => {
    const { id, postLinks } = await placeOrder(store, { email: 'Track.Me@example.com' });
    const found = await store.visitor.call('GET /api/orders/by-email/{email}', {
      params: { email: 'track.me@EXAMPLE.com' },
    });
    expect(found).toMatchObject([{ id, post_links: postLinks, api_orders: [] }]);
    expect(JSON.stringify(found)).not.toMatch(/customer|Track\.Me/i);
  });

  test.each(['İstanbul@example.com', 'ΑΣ@example.gr', 'straße@example.de'])(
    'A-45: %s finds its own orders',
    async (email) => {
      const { id } = await placeOrder(store, { email });
      const found = await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } });
      expect(found.map((order) => order.id)).toEqual([id]);
    },
  );

  test('A-45: an unknown e-mail is 200 with an empty list', async () => {
    const answer = await store.visitor.ask('GET /api/orders/by-email/{email}', {
      params: { email: 'nobody@example.com' },
    });
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
