// Calls of strangers that cost the store more than they cost the stranger: wrong prices, and reads of the gateway.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession, orderBody, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' });
});
afterAll(() => store.stop());

const { gatewayCalls, rows } = paymentSteps(() => store);
const from = (address: string) => ({ 'x-forwarded-for': address });
const confirm = (id: string, address: string, resultIndicator?: string) =>
  store.visitor.call(
    'POST /api/orders/{id}/confirm-payment',
    { params: { id }, body: resultIndicator === undefined ? {} : { resultIndicator } },
    from(address),
  );

test('S-1: wrong prices of one address are limited, and its orders with the right price are not', async () => {
  const order = (price: number | null, address = '203.0.113.5') =>
    store.visitor.ask(
      'POST /api/create-order',
      { body: price === null ? orderBody() : orderBody({ price }) },
      from(address),
    );
  for (let wrong = 0; wrong < 20; wrong += 1) expect((await order(0.01)).body.code).toBe('price_changed');
  const refused = await order(0.01);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await order(null)).status).toBe(200);
  expect((await order(0.01, '198.51.100.5')).body.code).toBe('price_changed');
});

test('S-5: strangers who confirm one order again and again cause few reads, and the truth comes with the next one', async () => {
  const order = await placeOrder(store);
  const sessionId = await openSession(store, order);
  const before = await gatewayCalls('retrieve', order.id);
  const strangers = Array.from({ length: 40 }, (_, stranger) => confirm(order.id, `10.1.0.${stranger}`));
  for (const { status } of await Promise.all(strangers)) expect(status).toBe('pending');
  for (let call = 0; call < 10; call += 1) await confirm(order.id, `10.2.0.${call}`);
  const reads = (await gatewayCalls('retrieve', order.id)) - before;
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThanOrEqual(3);
  await payAtGateway(store, sessionId);
  store.advance(10_000);
  expect((await confirm(order.id, '10.3.0.1')).status).toBe('success');
});

test('S-5: the payer gets the truth at once, however often strangers confirmed the order', async () => {
  const order = await placeOrder(store);
  const sessionId = await openSession(store, order);
  for (let call = 0; call < 6; call += 1) await confirm(order.id, `10.4.0.${call}`);
  await payAtGateway(store, sessionId);
  expect((await confirm(order.id, '10.4.1.1')).status).toBe('pending');
  const [attempt] = await rows<{ success_indicator: string }>(
    'select success_indicator from payment_attempts where order_id = $1',
    order.id,
  );
  expect((await confirm(order.id, '10.4.1.2', attempt?.success_indicator)).status).toBe('success');
});
