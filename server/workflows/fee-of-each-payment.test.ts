// Estimated fees at a gateway that returns none: one of each payment, each refund and each dispute.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chargeBack, openSession, paidOrder, paidTwice, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
const { confirm, rows } = paymentSteps(() => store);
const { give } = refundSteps(() => store);

const rule = { percent: 2.9, fixed: 0.3, refund: 0.1, dispute: 15 };
// 2.9 % of $3.00, and $0.30.
const sale = 39;
const refund = 10;
const dispute = 1500;
beforeEach(() =>
  rows(
    `insert into store_settings_versions (version, settings, changes, changed_at)
      select version + 1, settings || $1::jsonb, '[]', now() from store_settings_versions order by version desc limit 1`,
    JSON.stringify({ fees: { mpgs: rule, stripe: rule } }),
  ),
);

const feesOf = async ({ id }: { id: string }) =>
  (
    await rows<{ cents: number; attempt: number; of_sale: boolean }>(
      'select attempt_number as attempt, amount_cents::int as cents, of_sale from payment_fees where order_id = $1 order by 1',
      id,
    )
  ).map(({ attempt, cents, of_sale }) => [attempt, cents, of_sale]);
const outside = ({ id }: { id: string }, amountCents: number, attempt = 1) =>
  store.control('/gateway/refund-outside', { orderId: `${id}-${attempt}`, amountCents });
async function deliver(): Promise<void> {
  await store.control('/gateway/deliver', {});
  await store.drain();
}

test('D-98: a second payment of an order has its own fee, which the statement contains', async () => {
  const before = (await store.admin.call('GET /api/admin/finances', { query: {} })).total.figures;
  const order = await paidTwice(store);
  expect(await feesOf(order)).toEqual([
    [1, sale, false],
    [2, sale, true],
  ]);
  const { fees, estimated_fees, paid } = (await store.admin.call('GET /api/admin/finances', { query: {} })).total
    .figures;
  expect([fees - before.fees, estimated_fees - before.estimated_fees, paid - before.paid]).toEqual([
    expect.closeTo(0.78, 5),
    1,
    1,
  ]);
});

test('D-98: refunds and disputes of a second payment have their fees', async () => {
  const order = await paidTwice(store);
  await give(order, { amount: 1, payment: 1 });
  await store.drain();
  expect(await feesOf(order)).toEqual([
    [1, sale + refund, false],
    [2, sale, true],
  ]);
  await chargeBack(store, order);
  await store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 2 });
  await deliver();
  expect((await feesOf(order))[0]).toEqual([1, sale + refund + dispute, false]);
});

test('D-98: one view with two refunds has two fees of refunds, and the same view again adds none', async () => {
  const order = await paidOrder(store);
  await outside(order, 100);
  await outside(order, 50);
  await deliver();
  expect(await feesOf(order)).toEqual([[1, sale + 2 * refund, true]]);
  await store.control('/gateway/notify', { orderId: `${order.id}-1`, times: 3 });
  await deliver();
  expect(await feesOf(order)).toEqual([[1, sale + 2 * refund, true]]);
});

test('D-98: a refund of the store beside one made at the gateway counts once each', async () => {
  const order = await paidOrder(store);
  await outside(order, 100);
  await give(order, { amount: 1 });
  await deliver();
  expect(await feesOf(order)).toEqual([[1, sale + 2 * refund, true]]);
  await give(order, { amount: 1 });
  await deliver();
  expect(await feesOf(order)).toEqual([[1, sale + 3 * refund, true]]);
});

test('D-98: a payment that is charged back after a refund has both fees, also in one view', async () => {
  const order = await paidOrder(store);
  await give(order, { amount: 1 });
  await deliver();
  await chargeBack(store, order);
  expect(await feesOf(order)).toEqual([[1, sale + refund + dispute, true]]);
  const together = await paidOrder(store);
  await outside(together, 100);
  await chargeBack(store, together);
  expect(await feesOf(together)).toEqual([[1, sale + refund + dispute, true]]);
});

test('D-98: a second charge within one payment adds its fee once', async () => {
  const order = await paidOrder(store);
  await store.control('/gateway/second-payment', { orderId: `${order.id}-1` });
  await deliver();
  expect(await feesOf(order)).toEqual([[1, 2 * sale, true]]);
  await outside(order, 100);
  await deliver();
  expect(await feesOf(order)).toEqual([[1, 2 * sale + refund, true]]);
});

test('D-98: a payment of another amount has the fee of what was taken', async () => {
  const order = await placeOrder(store);
  const session = await openSession(store, order);
  await store.control('/gateway/fail', { kind: 'charge', amount: '2.00' });
  await payAtGateway(store, session);
  await confirm(order.id);
  // 2.9 % of $2.00, and $0.30.
  expect(await feesOf(order)).toEqual([[1, 36, false]]);
});
