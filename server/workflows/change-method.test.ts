// Gateway rule 9 with two card methods: a buyer changes the method of an order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MethodSetup, startMethodSetup, turnOnStripe } from '../../tests/support/method-setup.ts';
import { type Placed, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { owner } from '../../tests/support/store.ts';

let setup: MethodSetup;
beforeAll(async () => {
  setup = await startMethodSetup();
  await turnOnStripe(setup.store);
});
afterAll(() => setup.stop());
beforeEach(async () => {
  await setup.store.control('/gateway/clear', {});
  setup.stripe.meet(null);
});

const { alertsOf, attemptsOf, confirm, init, read, rows } = paymentSteps(() => setup.store);
const open = (order: Placed, method: 'mpgs' | 'stripe') => init({ ...sessionBody(order), method });
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
