// Links go to the provider: what is sent, what is refused, and what becomes of a lost answer.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, deleteOrder, paidOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { claimsSilence, wordyAnswer } from '../../tests/support/provider-answers.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/provider/clear', {});
  await store.control('/calls/clear', {});
});

const { read, rows } = paymentSteps(() => store);
const { apiOrders, calls, end, follow, leaveClaimed, placedAtProvider, send, sent, settle, status } = deliverySteps(
  () => store,
);

describe('sending a link', () => {
  test('DET-20, GEN-8: a paid link goes to the provider and its id comes back inside the request', async () => {
    const order = await paidOrder(store);
    const { status: code, body } = await send(order);
    expect(code).toBe(200);
    expect(body).toMatchObject({
      success: true,
      apiOrder: {
        api_order_id: expect.any(String),
        status: 'sent',
        post_link: order.postLinks[0],
        quantity: 500,
        category: 'Likes',
      },
    });
    expect(await read(order.id)).toMatchObject({ status: 'processing' });
    expect(await calls('add')).toHaveLength(1);
  });

  test('A-19, A-39, D-15: each link gets the share of the server; the provider, the order and a refund count the same', async () => {
    const postLinks = [aLink(), aLink(), aLink()];
    const order = await paidOrder(store, { post_links: postLinks, quantity: 20_000 });
    const missing = async () =>
      (await store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id: order.id } })).undelivered.quantity;
    expect(await missing()).toBe(20_000);
    const shares = [6_667, 6_667, 6_666];
    for (const [at, link] of postLinks.entries()) {
      const { apiOrder } = (await send(order, link, { quantity: 9999 })).body;
      expect(apiOrder.quantity).toBe(shares[at]);
      await end(apiOrder.api_order_id, 'Canceled', shares[at] ?? 0);
    }
    const placed = (await store.control('/provider/orders')) as unknown as { link: string; quantity: number }[];
    expect(postLinks.map((link) => placed.find((one) => one.link === link)?.quantity)).toEqual(shares);
    expect(await missing()).toBe(20_000);
  });

  test('5.3: ten sends of one link at once call the provider once', async () => {
    const order = await paidOrder(store);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(order)));
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await calls('add')).toHaveLength(1);
  });

  test('STATE-15, DET-11: a sent link cannot be sent again', async () => {
    const order = await paidOrder(store);
    await sent(order);
    expect((await send(order)).status).toBe(409);
    expect(await calls('add')).toHaveLength(1);
  });

  test.each([
    ['a link of another order', { postLink: 'https://www.instagram.com/p/elsewhere/' }, 400],
    ['the other category', { category: 'Views' }, 400],
    ['no link', { postLink: undefined }, 400],
  ])('A-39: %s is refused and nothing is sent', async (_name, change, code) => {
    expect((await send(await paidOrder(store), undefined, change)).status).toBe(code);
    expect(await calls('add')).toHaveLength(0);
  });

  test('the category is compared without case, an unknown order is 404', async () => {
    const order = await paidOrder(store);
    expect((await send(order, undefined, { category: 'likes' })).status).toBe(200);
    expect((await send({ ...order, id: 'AAAAAAAAAAAA' })).status).toBe(404);
  });

  test('A-11: the provider gets the link with https and without tracking, the order keeps what was typed', async () => {
    const typed = `  Instagram.com/p/Typed${process.pid}/?igsh=abc&utm_source=x&img_index=2 `;
    const order = await paidOrder(store, { post_links: [typed] });
    const link = typed.trim();
    expect((await send(order, link)).body.apiOrder.post_link).toBe(link);
    const [row] = await rows<{ post_link: string }>('select post_link from dispatches where order_id = $1', order.id);
    expect(row?.post_link).toBe(link);
    const orders = JSON.stringify(await store.control('/provider/orders'));
    expect(orders).toContain(`https://instagram.com/p/Typed${process.pid}/?img_index=2`);
  });

  test('A-40: a refusal shows the message of the provider, and Send stays enabled', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'neworder.error.not_enough_funds' });
    const refused = await send(order);
    expect(refused).toMatchObject({
      status: 502,
      body: { message: 'neworder.error.not_enough_funds', apiOrder: { status: 'failed', api_order_id: null } },
    });
    expect(await read(order.id)).toMatchObject({ status: 'paid' });
    expect((await send(order)).status).toBe(200);
  });

  test('D-20: a post that has an active order of ours is 409 from any other order, until it is done', async () => {
    const link = aLink();
    const first = await paidOrder(store, { post_links: [link] });
    const second = await paidOrder(store, { post_links: [link.replace('/p/', '/reel/')] });
    const providerId = await sent(first);
    expect(await send(second)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/active/) } });
    await store.control('/provider/advance', { order: providerId, status: 'Completed' });
    store.advance(60_000);
    await status(providerId);
    expect((await send(second)).status).toBe(200);
  });
});

describe('an unclear answer', () => {
  test.each([
    ['unauthenticated', 'Unauthenticated'],
    ['error_message', 'Not enough funds'],
    ['errors', 'Not enough funds'],
  ])('D-17: %s is unknown, and its words are quoted', async (kind, words) => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind, operation: 'add' });
    expect(await send(order)).toMatchObject({
      status: 502,
      body: {
        message: expect.stringMatching(`answered \\d+: .*${words}.*The result is unknown`),
        apiOrder: { status: 'unknown' },
      },
    });
    expect((await send(order)).status).toBe(409);
  });

  test('D-92, D-17: no answer with words is called missing, in the response, on the order and in the alert', async () => {
    const order = await paidOrder(store);
    const property = fc.asyncProperty(wordyAnswer, async ({ status, body, words }) => {
      await store.control('/provider/fail', { kind: 'answer', operation: 'add', text: body, status });
      const sending = await send(order);
      const [link] = await apiOrders(order.id);
      const [alert] = await rows<{ message: string }>(
        "select message from alerts where details->>'orderId' = $1 and type = 'dispatch_unknown' order by raised_at desc",
        order.id,
      );
      const isUnknown = link?.status === 'unknown';
      const error = link && 'error' in link ? link.error : null;
      for (const message of [sending.body.message, error, ...(isUnknown ? [alert?.message] : [])]) {
        expect(message).toContain(words);
        expect(message).not.toMatch(claimsSilence);
      }
      expect(await calls('add')).toHaveLength(1);
      if (isUnknown) {
        expect((await send(order)).status).toBe(409);
        await settle(order, { postLink: order.postLinks[0], outcome: 'not_placed' });
      }
      await store.control('/calls/clear', {});
      await store.admin.ask('POST /api/admin/providers/{id}/reset-circuit', { params: { id: 'default' } });
    });
    await fc.assert(property, { numRuns: 25, endOnFailure: true });
  });

  test('D-92: a status that the provider never returned is quoted to admins, and to nobody else', async () => {
    const providerId = await sent(await paidOrder(store));
    await store.control('/provider/fail', { kind: 'unauthenticated', operation: 'status', times: 0 });
    expect(await store.admin.ask('GET /api/admin/order-status/{providerId}', { params: { providerId } })).toMatchObject(
      {
        status: 502,
        body: { message: 'The provider answered 401: Unauthenticated' },
      },
    );
    store.advance(60_000);
    expect(await status(providerId)).toMatchObject({
      status: 502,
      body: { message: 'The provider cannot be reached right now.' },
    });
  });
});

describe('a lost answer', () => {
  test('rule 1, D-17: it is unknown, is not resent, and an admin says that it was placed', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    const lost = await send(order);
    expect(lost).toMatchObject({
      status: 502,
      body: { message: expect.any(String), apiOrder: { status: 'unknown', api_order_id: null } },
    });
    expect((await send(order)).status).toBe(409);
    expect(await calls('add')).toHaveLength(1);
    expect(await rows("select type from alerts where details->>'orderId' = $1", order.id)).toEqual([
      { type: 'dispatch_unknown' },
    ]);

    const postLink = order.postLinks[0];
    for (const apiOrderId of [undefined, '1,2', -1, 1.5, 'a b', '']) {
      expect((await settle(order, { postLink, outcome: 'placed', apiOrderId })).status, `${apiOrderId}`).toBe(400);
    }
    const apiOrderId = await placedAtProvider(order);
    const { body } = await settle(order, { postLink, outcome: 'placed', apiOrderId: ` ${apiOrderId} ` });
    expect(body).toMatchObject({ success: true, apiOrder: { status: 'sent', api_order_id: apiOrderId } });
    expect(await read(order.id)).toMatchObject({ status: 'processing' });
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(409);
  });

  test('D-17: an admin says that it was not placed, and it can be sent', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'lose_before', operation: 'add' });
    await send(order);
    const { body } = await settle(order, { postLink: order.postLinks[0], outcome: 'not_placed' });
    expect(body).toMatchObject({ apiOrder: { status: 'failed' } });
    expect((await send(order)).status).toBe(200);
  });

  test.each(['error_5xx', 'html', 'garbage', 'missing_id'])('rule 1: %s is unknown too', async (kind) => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind, operation: 'add' });
    expect((await send(order)).body.apiOrder).toMatchObject({ status: 'unknown' });
  });

  test('rule 1: a 500 with an error that says nothing is unknown; one that names the reason is a refusal', async () => {
    const [one, other] = [await paidOrder(store), await paidOrder(store)];
    await store.control('/provider/fail', {
      kind: 'error',
      operation: 'add',
      text: 'Internal Server Error',
      status: 500,
    });
    expect((await send(one)).body.apiOrder).toMatchObject({ status: 'unknown' });
    await store.control('/provider/fail', {
      kind: 'error',
      operation: 'add',
      text: 'Not enough funds on balance',
      status: 500,
    });
    expect((await send(other)).body.apiOrder).toMatchObject({ status: 'failed' });
  });

  test('rule 2: an id that belongs to another link already is kept for a person, not lost', async () => {
    const [one, other] = [await paidOrder(store), await paidOrder(store)];
    const taken = String(Number(await sent(one)) + 1);
    await rows('update dispatches set provider_order_id = $2 where order_id = $1', one.id, taken);
    const { status: code, body } = await send(other);
    expect(code).toBe(502);
    expect(body.apiOrder).toMatchObject({ status: 'unknown', error: expect.stringContaining(taken) });
  });

  test('a link of a deleted order can still be settled, so that its post is free again', async () => {
    const link = aLink();
    const [gone, next] = [
      await paidOrder(store, { post_links: [link] }),
      await paidOrder(store, { post_links: [link] }),
    ];
    await store.control('/provider/fail', { kind: 'lose_before', operation: 'add' });
    await send(gone);
    await deleteOrder(store, gone.id);
    expect((await send(next)).status).toBe(409);
    expect((await settle(gone, { postLink: link, outcome: 'not_placed' })).status).toBe(200);
    expect((await send(next)).status).toBe(200);
  });

  test('D-17: the provider rejects a wrong id, and it can be corrected until it is recognized', async () => {
    const order = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    await send(order);
    const postLink = order.postLinks[0];
    await store.control('/provider/fail', { kind: 'maintenance', operation: 'status' });
    await settle(order, { postLink, outcome: 'placed', apiOrderId: '999000111' });
    await store.app.jobHandlers.follow_deliveries({});
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'sent', error: expect.stringMatching(/order/i) }]);
    const apiOrderId = await placedAtProvider(order);
    expect((await settle(order, { postLink, outcome: 'placed', apiOrderId })).status).toBe(200);
    await follow();
    expect(await apiOrders(order.id)).toMatchObject([{ live_status: expect.any(String), error: null }]);
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(409);
  });

  const denied = async (times: number) => {
    await store.control('/provider/fail', { kind: 'error', operation: 'status', text: 'Incorrect order ID', times: 0 });
    for (let looks = 0; looks < times; looks += 1) {
      store.advance(3_600_000);
      await store.app.jobHandlers.follow_deliveries({});
    }
  };

  test('D-17: a sent link that the provider denied six times in a row may be settled, which frees its post', async () => {
    const order = await paidOrder(store);
    const postLink = order.postLinks[0] ?? '';
    const next = await paidOrder(store, { post_links: [postLink] });
    await sent(order);
    await denied(5);
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(409);
    expect((await send(next)).status).toBe(409);
    await denied(1);
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(200);
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'failed' }]);
    expect((await send(next)).status).toBe(200);
  });

  test('D-17: a link that was settled as not placed and then sent is not settled again for one denial', async () => {
    const order = await paidOrder(store);
    const postLink = order.postLinks[0] ?? '';
    await store.control('/provider/fail', { kind: 'lose_before', operation: 'add' });
    await send(order);
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(200);
    await sent(order);
    await denied(1);
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'sent', error: 'Incorrect order ID' }]);
    expect((await settle(order, { postLink, outcome: 'not_placed' })).status).toBe(409);
  });

  test("D-17: the provider's id of another link is refused", async () => {
    const [one, other] = [await paidOrder(store), await paidOrder(store)];
    const taken = await sent(one);
    await store.control('/provider/fail', { kind: 'lose', operation: 'add' });
    await send(other);
    expect((await settle(other, { postLink: other.postLinks[0], outcome: 'placed', apiOrderId: taken })).status).toBe(
      409,
    );
  });

  test('5.3: a claim whose process died becomes unknown after two minutes, and is never sent by itself', async () => {
    const order = await paidOrder(store);
    await leaveClaimed(order);
    expect((await send(order)).status).toBe(409);
    store.advance(121_000);
    await store.app.jobHandlers.expire_claims({});
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'unknown' }]);
    expect((await send(order)).status).toBe(409);
    expect(await calls('add')).toHaveLength(0);
  });
});
