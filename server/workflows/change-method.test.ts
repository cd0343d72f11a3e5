// Gateway rule 9 with two card methods: a buyer changes the method of an order.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MethodSetup, setMethod, startMethodSetup, turnOnStripe } from '../../tests/support/method-setup.ts';
import { type Placed, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { owner } from '../../tests/support/store.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';

let setup: MethodSetup;
beforeAll(async () => {
  setup = await startMethodSetup({ TRUST_PROXY: '1' });
  await turnOnStripe(setup.store);
  await transferSteps(() => setup.store).turnOn();
});
afterAll(() => setup.stop());
beforeEach(async () => {
  await setup.store.control('/gateway/clear', {});
  setup.stripe.meet(null);
});

const { alertsOf, attemptsOf, confirm, read, rows } = paymentSteps(() => setup.store);
const brazil = '200.160.2.3';
const open = (order: Placed, method?: 'mpgs' | 'stripe' | 'manual', from = '8.8.8.8') =>
  setup.store.visitor.ask(
    'POST /api/bigpay/init-session',
    { body: { ...sessionBody(order), method } },
    { 'x-forwarded-for': from },
  );
const offered = async ({ id: orderId, amount }: Placed, from = '8.8.8.8') => {
  const query = { amount, orderId };
  const answer = await setup.store.visitor.ask('GET /api/bigpay/methods', { query }, { 'x-forwarded-for': from });
  return answer.body.methods?.map(({ method }) => method);
};
const opened = async (order: Placed, method: 'mpgs' | 'stripe') => {
  const { status, body } = await open(order, method);
  expect(status).toBe(200);
  return body.sessionId ?? '';
};
const payAtMpgs = (sessionId: string) => setup.store.control('/gateway/pay', { sessionId, expiry: '01/39' });
const sessionOf = (secret: string) => {
  const session = setup.stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
  if (!session) throw new Error('Stripe has no such session.');
  return session;
};
const ledgerOf = async (id: string) =>
  (
    await rows<{ word: string }>('select conclusion as word from payment_events where order_id = $1 order by id', id)
  ).map(({ word }) => word);

test('rule 9: the form of Stripe is ended before that of Mastercard Gateway opens', async () => {
  const order = await placeOrder(setup.store);
  const session = sessionOf(await opened(order, 'stripe'));
  await opened(order, 'mpgs');
  expect(session.status).toBe('expired');
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  expect(await read(order.id)).toMatchObject({ payment: 'unpaid', payment_status: 'session' });
});

test('rule 9: a form that cannot be ended is superseded; its payment settles the order and ends the newer form', async () => {
  const order = await placeOrder(setup.store);
  const first = await opened(order, 'mpgs');
  const second = sessionOf(await opened(order, 'stripe'));
  expect(await ledgerOf(order.id)).toEqual(['opening', 'opened', 'superseded', 'opening', 'opened']);
  await payAtMpgs(first);
  expect((await confirm(order.id)).status).toBe('success');
  await setup.store.drain();
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'paid' }, { state: 'closed' }]);
  expect(second.status).toBe('expired');
  expect(await alertsOf(order.id)).toEqual([]);
});

test('rule 9: a payment of both is a second capture, which is reported', async () => {
  const order = await placeOrder(setup.store);
  const first = await opened(order, 'mpgs');
  const second = sessionOf(await opened(order, 'stripe'));
  setup.stripe.objects.pay(second);
  await confirm(order.id);
  await payAtMpgs(first);
  await setup.store.app.jobHandlers.settle_payment({ gatewayOrderId: `${order.id}-1` });
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'second_capture' }, { state: 'paid' }]);
  expect(await alertsOf(order.id)).toEqual(['second_capture']);
});

test('rule 9: an order that is paid meanwhile gets no other form', async () => {
  const order = await placeOrder(setup.store);
  await payAtMpgs(await opened(order, 'mpgs'));
  expect(await open(order, 'stripe')).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'paid' }]);
});

test('rule 9: without an answer of the first gateway no other form opens', async () => {
  const order = await placeOrder(setup.store);
  await opened(order, 'mpgs');
  await setup.store.control('/gateway/fail', { kind: 'busy', operation: 'retrieve' });
  expect(await open(order, 'stripe')).toMatchObject({ status: 502, body: { code: 'gateway_unavailable' } });
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'open' }]);
  await opened(order, 'stripe');
});

test('rule 9: where Stripe does not end a form, it is superseded, and ended later', async () => {
  const order = await placeOrder(setup.store);
  const session = sessionOf(await opened(order, 'stripe'));
  setup.stripe.meet('busy', 'POST');
  await opened(order, 'mpgs');
  expect(session.status).toBe('open');
  setup.stripe.meet(null);
  setup.store.advance(600_000);
  await setup.store.drain();
  expect(session.status).toBe('expired');
});

test('rule 9: a payment that an admin confirms ends the open form', async () => {
  const order = await placeOrder(setup.store);
  const session = sessionOf(await opened(order, 'stripe'));
  const params = { id: order.id };
  const body = { manual: true, note: 'bank 17' };
  await setup.store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  await setup.store.admin.call('POST /api/orders/{id}/confirm-payment', { params, body });
  await setup.store.drain();
  expect(session.status).toBe('expired');
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'closed' }]);
});

describe('rules 7 and 9: a payment without a result yet', () => {
  const refused = { status: 409, body: { code: 'order_closed', reason: 'payment_checked' } };

  test('at Mastercard Gateway keeps every other form closed, until it is declined', async () => {
    const order = await placeOrder(setup.store);
    const form = await opened(order, 'mpgs');
    await setup.store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtMpgs(form);
    expect((await confirm(order.id)).status).toBe('pending');
    for (const method of ['stripe', 'manual'] as const) expect(await open(order, method)).toMatchObject(refused);
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'open' }]);
    await setup.store.control('/gateway/finish', { orderId: `${order.id}-1`, outcome: 'declined' });
    await opened(order, 'stripe');
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  });

  test('at Stripe keeps every other form closed, and pays the order', async () => {
    const order = await placeOrder(setup.store);
    const session = sessionOf(await opened(order, 'stripe'));
    setup.stripe.objects.process(session);
    for (const method of ['mpgs', 'manual'] as const) expect(await open(order, method)).toMatchObject(refused);
    setup.stripe.objects.pay(session);
    expect(await open(order, 'mpgs')).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'paid' }]);
  });

  test('in a superseded form keeps the newer form from being handed out again', async () => {
    const order = await placeOrder(setup.store);
    const form = await opened(order, 'mpgs');
    await opened(order, 'stripe');
    await setup.store.control('/gateway/fail', { kind: 'settle_later' });
    await payAtMpgs(form);
    await confirm(order.id);
    for (const method of ['stripe', 'mpgs', 'manual'] as const)
      expect(await open(order, method)).toMatchObject(refused);
    await setup.store.control('/gateway/finish', { orderId: `${order.id}-1` });
    expect((await confirm(order.id)).status).toBe('success');
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'paid' }, { state: 'closed' }]);
    expect(await alertsOf(order.id)).toEqual([]);
  });
});

test('rule 7: an order does not expire while a payment in a superseded form has no result', async () => {
  const order = await placeOrder(setup.store);
  const form = await opened(order, 'mpgs');
  const session = sessionOf(await opened(order, 'stripe'));
  await setup.store.control('/gateway/fail', { kind: 'settle_later' });
  await payAtMpgs(form);
  await confirm(order.id);
  setup.stripe.objects.expire(session);
  setup.store.advance(25 * 3_600_000);
  const expire = () => setup.store.app.jobHandlers.expire_order({ orderId: order.id });
  await expire();
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  const { token } = await setup.store.visitor.call('POST /api/admin/login', { body: owner });
  setup.store.admin = setup.store.as(token);
  expect(await read(order.id)).toMatchObject({ status: 'pending', payment: 'confirming' });
  await setup.store.control('/gateway/finish', { orderId: `${order.id}-1` });
  await expire();
  expect(await read(order.id)).toMatchObject({ status: 'paid' });
});

describe('D-100: a method that is hidden while its form is open', () => {
  const hide = (change: { maximum?: number; hidden_countries?: string[] }) =>
    setMethod(setup.store, 'stripe', { is_on: true, ...change });

  test.each([
    ['its limits', { maximum: 1 }],
    ['the country of the buyer', { hidden_countries: ['BR'] }],
  ])('by %s is in the choice of this order, and can be changed', async (_reason, change) => {
    const order = await placeOrder(setup.store);
    const form = await opened(order, 'stripe');
    await hide(change);
    expect(await offered(order, brazil)).toEqual(['mpgs', 'stripe', 'manual']);
    expect(await offered(await placeOrder(setup.store), brazil)).toEqual(['mpgs', 'manual']);
    for (const method of ['stripe', undefined] as const) {
      expect(await open(order, method, brazil)).toMatchObject({ status: 200, body: { sessionId: form } });
    }
    expect((await open(order, 'mpgs', brazil)).status).toBe(200);
    // The form is over: the method is hidden as from any other order.
    expect(await offered(order, brazil)).toEqual(['mpgs', 'manual']);
    expect(await open(order, 'stripe', brazil)).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
    await hide({});
  });

  test('because it is off is not in the choice; its form ends when another one opens, and its payment counts', async () => {
    const order = await placeOrder(setup.store);
    const session = sessionOf(await opened(order, 'stripe'));
    await setMethod(setup.store, 'stripe', { is_on: false });
    expect(await offered(order)).toEqual(['mpgs', 'manual']);
    expect(await open(order, 'stripe')).toMatchObject({ status: 409, body: { code: 'method_unavailable' } });
    await opened(order, 'mpgs');
    expect(session.status).toBe('expired');
    const other = await placeOrder(setup.store);
    await transferSteps(() => setup.store).prove();
    await setMethod(setup.store, 'stripe', { is_on: true });
    const paid = sessionOf(await opened(other, 'stripe'));
    await setMethod(setup.store, 'stripe', { is_on: false });
    setup.stripe.objects.pay(paid);
    expect(await open(other, 'mpgs')).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    await setMethod(setup.store, 'stripe', { is_on: true });
  });
});

describe('a gateway that does not answer', () => {
  test('D-100: its open form is returned while it is hidden, with and without its name', async () => {
    const order = await placeOrder(setup.store);
    const form = await opened(order, 'mpgs');
    setup.store.advance(6_000);
    await setup.store.control('/gateway/fail', { kind: 'busy', times: 0 });
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await open(await placeOrder(setup.store), 'mpgs')).status).toBe(502);
    }
    expect(await open(await placeOrder(setup.store), 'mpgs')).toMatchObject({ status: 409 });
    // It is in the choice of this order only, and no other form opens beside it without an answer.
    expect(await offered(order)).toEqual(['mpgs', 'stripe', 'manual']);
    expect(await offered(await placeOrder(setup.store))).toEqual(['stripe', 'manual']);
    expect(await open(order, 'stripe')).toMatchObject({ status: 502, body: { code: 'gateway_unavailable' } });
    for (const method of ['mpgs', undefined] as const) {
      expect(await open(order, method)).toMatchObject({ status: 200, body: { sessionId: form } });
    }
    await setup.store.control('/gateway/clear', {});
    setup.store.advance(61_000);
  });

  test('D-101: a card form that does not open leaves the transfer as it was', async () => {
    const order = await placeOrder(setup.store);
    const { body } = await open(order, 'manual');
    await setup.store.control('/gateway/fail', { kind: 'busy', operation: 'session' });
    expect(await open(order, 'mpgs')).toMatchObject({ status: 502, body: { code: 'gateway_unavailable' } });
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer', payment_status: 'none' });
    expect(await attemptsOf(order.id)).toMatchObject([{ state: 'open' }, { state: 'refused' }]);
    expect((await open(order, 'manual')).body).toEqual(body);
    await opened(order, 'mpgs');
    expect(await read(order.id)).toMatchObject({ payment: 'unpaid', payment_status: 'session' });
  });

  test('D-101: a payment by hand while the card form opens is not followed by a transfer', async () => {
    const order = await placeOrder(setup.store);
    await open(order, 'manual');
    await setup.store.control('/gateway/fail', { kind: 'delay', operation: 'session', delayMs: 1_500 });
    await setup.store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    const opening = open(order, 'mpgs');
    await expect.poll(async () => (await attemptsOf(order.id)).length).toBe(2);
    await setup.store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    await setup.store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'bank 18' },
    });
    await opening;
    expect(await read(order.id)).toMatchObject({ payment: 'paid' });
    expect((await attemptsOf(order.id))[0]).toMatchObject({ state: 'closed' });
  });
});
