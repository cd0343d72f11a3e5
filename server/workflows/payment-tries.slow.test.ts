// What the store keeps and shows of each payment try: card, transaction and decline reason, and nothing more of a card.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
});

const { confirm, rows } = paymentSteps(() => store);
const visa = '4508750015741019';

const list = ({ id }: Pick<Placed, 'id'>) =>
  store.admin.call('GET /api/admin/orders/{id}/payments', { params: { id } });

async function tried(expiry: string, number?: string): Promise<Placed> {
  const order = await placeOrder(store);
  const sessionId = await openSession(store, order);
  await store.control('/gateway/pay', { sessionId, expiry, ...(number ? { number } : {}) });
  await confirm(order.id);
  return order;
}

test('A-24: a paid order shows the card that paid it and its transaction', async () => {
  const order = await paidOrder(store);
  expect(await list(order)).toMatchObject([
    {
      number: 1,
      gateway: 'mpgs',
      gateway_order_id: `${order.id}-1`,
      state: 'paid',
      amount: order.amount,
      currency: 'USD',
      gateway_status: 'CAPTURED, SUCCESS',
      has_unknown_status: false,
      card_brand: 'Mastercard',
      card_last4: '0008',
      transaction_id: expect.stringMatching(/^trans-/),
      decline: null,
      failed_tries: 0,
    },
  ]);
});

test.each([
  ['05/39', 'DECLINED', "The buyer's bank declined the card and gave no reason."],
  ['04/27', 'EXPIRED_CARD', 'The card has expired.'],
  ['08/28', 'TIMED_OUT', "The buyer's bank did not answer in time."],
  ['01/37', 'ACQUIRER_SYSTEM_ERROR', "The bank's system had a fault."],
  ['02/37', 'UNSPECIFIED_FAILURE', 'The bank refused the payment and gave no reason.'],
])('A-29: a card declined by the date %s shows %s in plain words', async (expiry, code, reason) => {
  const order = await tried(expiry, visa);
  expect(await list(order)).toMatchObject([
    { state: 'open', card_brand: 'Visa', card_last4: '1019', decline: { code, reason }, failed_tries: 1 },
  ]);
});

test('A-29: the last decline is shown, and none after the card that paid', async () => {
  const order = await tried('04/27', visa);
  const sessionId = await openSession(store, order);
  await store.control('/gateway/pay', { sessionId, expiry: '05/39' });
  await confirm(order.id);
  expect(await list(order)).toMatchObject([
    { card_last4: '0008', decline: { code: 'DECLINED' }, failed_tries: 2, gateway_status: 'FAILED, FAILURE' },
  ]);
  await payAtGateway(store, sessionId);
  await confirm(order.id);
  expect(await list(order)).toMatchObject([{ state: 'paid', card_last4: '0008', decline: null, failed_tries: 2 }]);
});

test('A-24: a payment in doubt shows the card, the transaction and the status of the gateway', async () => {
  const order = await tried('05/37', visa);
  expect(await list(order)).toMatchObject([
    {
      state: 'open',
      gateway_status: 'AUTHENTICATED, UNKNOWN',
      card_brand: 'Visa',
      card_last4: '1019',
      transaction_id: expect.stringMatching(/^trans-/),
      decline: null,
    },
  ]);
});

test('A-24: an order nobody opened a payment for has none, and an unknown order is refused', async () => {
  expect(await list(await placeOrder(store))).toEqual([]);
  const unknown = await store.admin.ask('GET /api/admin/orders/{id}/payments', { params: { id: 'AAAAAAAAAAAA' } });
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Order not found' } });
  const stranger = await store.visitor.ask('GET /api/admin/orders/{id}/payments', { params: { id: 'AAAAAAAAAAAA' } });
  expect(stranger.status).toBe(401);
});

test('S-8: no row holds a card number or the name on the card', async () => {
  const order = await tried('05/39', visa);
  for (const table of ['payment_attempts', 'payment_events']) {
    const [{ text } = { text: '' }] = await rows<{ text: string }>(
      `select string_agg(t::text, ' ') as text from ${table} t where order_id = $1`,
      order.id,
    );
    expect(text).toContain(order.id);
    expect(text).not.toContain(visa.slice(4, 12));
    expect(text).not.toContain('Sandbox control');
  }
  await expect(
    rows("update payment_attempts set card_last4 = '15741019' where order_id = $1", order.id),
  ).rejects.toThrow('payment_attempts_card_last4');
  await expect(rows('update payment_attempts set card_brand = $2 where order_id = $1', order.id, visa)).rejects.toThrow(
    'payment_attempts_card_brand',
  );
});

test('D-16: looking again at the same answer writes nothing', async () => {
  const order = await tried('05/37');
  const stamp = () => rows('select xmin::text as at from payment_attempts where order_id = $1', order.id);
  const before = await stamp();
  await confirm(order.id);
  expect(await stamp()).toEqual(before);
});
