// A session of the gateway for an order: whose, for what, and never two without need.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import {
  openSession,
  orderBody,
  type Placed,
  paidOrder,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const { attemptsOf, confirm, gatewayCalls, init, read } = paymentSteps(() => store);

describe('opening a payment session', () => {
  test('PAY-6, PAY-7: an unpaid order gets a session id, and no secret of the gateway', async () => {
    const order = await placeOrder(store);
    const { status, body } = await init(sessionBody(order));
    expect(status).toBe(200);
    expect(body).toEqual({ sessionId: expect.any(String) });
    expect(await read(order.id)).toMatchObject({ payment_status: 'session', status: 'pending' });
  });

  test('S-8: ten calls at once open one session and get the same id', async () => {
    const order = await placeOrder(store);
    const answers = await Promise.all(Array.from({ length: 10 }, () => init(sessionBody(order))));
    expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    expect(await gatewayCalls('session', order.id)).toBe(1);
  });

  test.each([
    ['amount', (order: Placed) => ({ ...sessionBody(order), amount: 0.01 })],
    ['email', (order: Placed) => ({ ...sessionBody(order), email: 'other@example.com' })],
    ['postUrls', (order: Placed) => ({ ...sessionBody(order), postUrls: [] })],
  ])("A-7: another %s than the order's is refused", async (field, bodyOf) => {
    const { status, body } = await init(bodyOf(await placeOrder(store)));
    expect(status).toBe(400);
    expect(body).toMatchObject({ field, error: expect.any(String), message: expect.any(String) });
  });

  test('A-7: a buyer who pays later needs the id and the email, not the links', async () => {
    const order = await placeOrder(store);
    const { postUrls: _, ...body } = sessionBody(order);
    expect(await init({ ...body, email: 'other@example.com' })).toMatchObject({
      status: 400,
      body: { field: 'email' },
    });
    expect((await init(body)).status).toBe(200);
  });

  test('A-7: the key of the order replaces the email; the key of another order does not', async () => {
    const place = async () => {
      const body = orderBody();
      const { orderId, orderKey } = await store.visitor.call('POST /api/create-order', { body });
      return { orderId, orderKey, amount: body.price };
    };
    const { orderKey, ...body } = await place();
    const other = await place();
    const initBy = (pair: string) =>
      store.visitor.ask('POST /api/bigpay/init-session', { body }, { 'order-key': pair });
    for (const pair of ['', `${body.orderId}.${other.orderKey}`, `${other.orderId}.${other.orderKey}`]) {
      expect(await initBy(pair)).toMatchObject({ status: 400, body: { field: 'email' } });
    }
    expect((await initBy(`${body.orderId}.${orderKey}`)).status).toBe(200);
  });

  test('S-8: an unknown order is 404, a paid one 409', async () => {
    const order = await placeOrder(store);
    expect((await init({ ...sessionBody(order), orderId: 'AAAAAAAAAAAA' })).status).toBe(404);
    expect((await init(sessionBody(await paidOrder(store)))).status).toBe(409);
  });

  test('A-15: an unreachable gateway is 502 with the text of ERR-7, and the next try works', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
    expect(await init(sessionBody(order))).toMatchObject({ status: 502, body: { error: messages.paymentUnreachable } });
    expect((await init(sessionBody(order))).status).toBe(200);
  });

  test.each(['customer.email', 'interaction.locale'])(
    'rule 13: a gateway that refuses %s gets the session without it',
    async (field) => {
      const { orderId } = await store.visitor.call('POST /api/create-order', {
        body: { ...orderBody(), language: 'pt' },
      });
      await store.control('/gateway/fail', { kind: 'refuse_field', field, times: 0 });
      const { status, body } = await init({ orderId, amount: orderBody().price, email: orderBody().email });
      expect({ status, body }).toEqual({ status: 200, body: { sessionId: expect.any(String) } });
      expect(await gatewayCalls('session', orderId)).toBe(2);
      expect(await attemptsOf(orderId)).toEqual([{ number: 1, state: 'open' }]);
    },
  );

  test.each(['anna@m\u00fcnchen.example', 'anna@xn--mnchen-3ya.example'])(
    'D-53: the gateway, which takes no other, gets the domain of %s in ASCII',
    async (email) => {
      const { orderId } = await store.visitor.call('POST /api/create-order', { body: { ...orderBody(), email } });
      for (const own of [email, 'Anna@M\u00dcNCHEN.example', 'anna@XN--MNCHEN-3YA.example']) {
        expect((await init({ orderId, amount: orderBody().price, email: own })).status).toBe(200);
      }
      expect(await gatewayCalls('session', orderId)).toBe(1);
      expect(await read(orderId)).toMatchObject({ customer_email: 'anna@m\u00fcnchen.example' });
    },
  );

  test('rule 13: an email that is refused all the same is named, and the next try with another one works', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'refuse_field', field: 'customer.email', required: true, times: 2 });
    const { status, body } = await init(sessionBody(order));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_input',
      field: 'email',
      reason: 'email_refused',
      message: messages.emailRefused,
    });
    expect(await gatewayCalls('session', order.id)).toBe(2);
    expect(await attemptsOf(order.id)).toEqual([{ number: 1, state: 'refused' }]);
    expect((await init(sessionBody(order))).status).toBe(200);
  });

  test('rule 13: a refused field that the payment needs is trouble of the payment system, after one call', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'refuse_field', field: 'order.description' });
    expect(await init(sessionBody(order))).toMatchObject({ status: 502, body: { code: 'gateway_refused' } });
    expect(await gatewayCalls('session', order.id)).toBe(1);
  });

  test('rule 9: after a lost response the gateway is queried before another session is opened', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    expect((await init(sessionBody(order))).status).toBe(502);
    expect((await init(sessionBody(order))).status).toBe(200);
    expect(await attemptsOf(order.id)).toEqual([
      { number: 1, state: 'lost' },
      { number: 2, state: 'open' },
    ]);
    expect(await gatewayCalls('retrieve', order.id)).toBeGreaterThan(0);
  });

  test('three declines end a form; the next one is a new session of the same order', async () => {
    const order = await placeOrder(store);
    const first = await openSession(store, order);
    for (let tries = 0; tries < 3; tries += 1) await payAtGateway(store, first, '05/39');
    store.advance(6_000);
    const second = await openSession(store, order);
    expect(second).not.toBe(first);
    await payAtGateway(store, second);
    expect((await confirm(order.id)).status).toBe('success');
  });

  test('D-19: quantity and links are fixed while a session is being opened, and free again once it is over', async () => {
    const order = await placeOrder(store);
    const change = () =>
      store.admin.ask('PUT /api/orders/{id}', { params: { id: order.id }, body: { quantity: 30_000 } });
    await store.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 600 });
    const opening = init(sessionBody(order));
    await expect.poll(async () => (await attemptsOf(order.id)).length).toBe(1);
    expect((await change()).status).toBe(409);
    expect((await opening).status).toBe(200);
    expect((await change()).status).toBe(409);
    store.advance(1_900_000);
    await confirm(order.id);
    expect((await change()).body).toMatchObject({ quantity: 30_000, amount: 108 });
  });

  test('nobody gets a session of an order that was paid while it was opened', async () => {
    const order = await placeOrder(store);
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    await store.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 2_000 });
    const opening = init(sessionBody(order));
    await expect.poll(async () => (await attemptsOf(order.id)).length).toBe(1);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'paid at the desk' },
    });
    expect((await opening).status).toBe(409);
    expect(await attemptsOf(order.id)).toEqual([{ number: 1, state: 'open' }]);
  });

  test('a form whose time is over gives the order back to the buyer; a capture that comes later still counts', async () => {
    const order = await placeOrder(store);
    const first = await openSession(store, order);
    store.advance(1_870_000);
    expect((await confirm(order.id)).status).toBe('pending');
    expect(await read(order.id)).toMatchObject({ payment_status: 'expired', status: 'pending' });
    expect(await openSession(store, order)).not.toBe(first);
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
  });
});
