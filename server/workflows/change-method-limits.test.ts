// Gateway rule 9 with the limits of a real store: what a refused change of the method leaves.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardTestingEnv, cardTestingSteps } from '../../tests/support/card-testing-steps.ts';
import { type MethodSetup, startMethodSetup, turnOnStripe } from '../../tests/support/method-setup.ts';
import { type Placed, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';

let setup: MethodSetup;
beforeAll(async () => {
  setup = await startMethodSetup(cardTestingEnv);
  await turnOnStripe(setup.store);
  await transferSteps(() => setup.store).turnOn();
});
afterAll(() => setup.stop());
beforeEach(async () => {
  await setup.store.control('/gateway/clear', {});
});

const { attemptsOf, read } = paymentSteps(() => setup.store);
const { aNetwork, anEmail, anOrder, decline } = cardTestingSteps(() => setup.store);

function open(order: Placed, method: 'mpgs' | 'stripe' | 'manual', from: string) {
  const body = { ...sessionBody(order), method };
  return setup.store.visitor.ask('POST /api/bigpay/init-session', { body }, { 'x-forwarded-for': from });
}

test('rule 9: superseded forms do not use up the forms of an order, and a transfer needs none', async () => {
  const order = await anOrder();
  const from = aNetwork();
  const methods = ['mpgs', 'stripe', 'mpgs', 'stripe', 'mpgs', 'stripe'] as const;
  for (const [at, method] of methods.entries()) expect((await open(order, method, from(at))).status).toBe(200);
  expect((await open(order, 'manual', from(7))).status).toBe(200);
  expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
});

test('D-101: beyond all tries at the gateways an order can still be paid by transfer', async () => {
  const order = await anOrder();
  const from = aNetwork();
  const codes = [];
  for (let tries = 0; tries < 21; tries += 1) {
    await setup.store.control('/gateway/fail', { kind: 'firewall', operation: 'session' });
    const { status } = await open(order, 'mpgs', from(tries));
    codes.push(status);
  }
  expect(codes.at(-1)).toBe(429);
  expect((await open(order, 'manual', from(22))).status).toBe(200);
  // The order has no further card form, and keeps its transfer.
  expect(await open(order, 'mpgs', from(23))).toMatchObject({ status: 429, body: { reason: 'too_many_tries' } });
  expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
});

test('D-101: declined cards refuse the card form and leave the transfer as it was', async () => {
  const email = anEmail();
  for (let orders = 0; orders < 4; orders += 1) await decline(await anOrder(email), aNetwork()(1), 3);
  const order = await anOrder(email);
  const { body } = await open(order, 'manual', aNetwork()(1));
  expect(await open(order, 'mpgs', aNetwork()(1))).toMatchObject({ body: { code: 'card_declines' } });
  expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
  expect(await attemptsOf(order.id)).toMatchObject([{ state: 'open' }]);
  expect((await open(order, 'manual', aNetwork()(1))).body).toEqual(body);
});
