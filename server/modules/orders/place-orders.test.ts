import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';
import { orderBody } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const create = (body: object, headers?: Record<string, string>) =>
  store.visitor.ask('POST /api/create-order', { body: body as never }, headers);

describe('placing an order', () => {
  test('PAY-1..5, GEN-1: a visitor without an account orders at the shown price and gets an id', async () => {
    const { status, body } = await create(orderBody());
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      orderId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
      orderKey: expect.stringMatching(/^[\w-]{22}$/),
    });
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
    ['CHK-18', { email: '  ', post_links: ['nonsense'] }, 'email_required', 'email'],
    ['CHK-19', { email: 'x', post_links: ['http://instagram.com/p/a/', ''] }, 'link_invalid', 'post_links'],
    ['CHK-22', { post_links: [''] }, 'link_empty', 'post_links'],
    [
      'A-12',
      { post_links: ['instagram.com/p/Same/', 'https://www.instagram.com/reel/Same/?igsh=1'] },
      'link_duplicate',
      'post_links',
    ],
    ['CHK-23', { email: 'buyer' }, 'email_invalid', 'email'],
    ['CHK-24', { post_links: [] }, 'link_missing', 'post_links'],
    [
      'CHK-6',
      { post_links: [1, 2, 3, 4, 5, 6].map((n) => `instagram.com/p/many${n}/`) },
      'too_many_links',
      'post_links',
    ],
    ['A-11', { post_links: ['instagram.com/p/a b/'] }, 'link_unreadable', 'post_links'],
    ['A-14', { email: 'a b@example.com' }, 'email_invalid', 'email'],
    ['A-14', { email: 'x@.' }, 'email_invalid', 'email'],
  ] as const)('%s: the first failing rule is answered with its reason and text', async (_id, change, reason, field) => {
    const { status, body } = await create({ ...orderBody(), ...change });
    expect({ status, body }).toEqual({
      status: 400,
      body: { status: 'error', message: reasonTexts[reason], field, reason, code: 'invalid_input' },
    });
  });

  test.each([
    [{ quantity: 501 }, 'quantity'],
    [{ quantity: 450 }, 'quantity'],
    [{ quantity: 30_050 }, 'quantity'],
    [{ quantity: 'many' }, 'quantity'],
    [{ category: 'Comments' }, 'category'],
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
  const requests = Array.from({ length: 40 }, (_, at) => {
    if (at % 4 === 1) return create(orderBody({ price: 0.01 }));
    if (at % 4 === 2) return create(twice, { 'idempotency-key': 'together' });
    if (at % 4 === 3) return create(orderBody(), { 'idempotency-key': 'together' });
    return create(orderBody({ email: `together${at}@example.com`, quantity: 1000 }));
  });
  const answers = await Promise.all(requests);
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
