// Every method that the sandbox plays, through the same histories: both gateways, and as far as they apply the transfer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentHistoriesConform } from '../../tests/conformance/payment-histories.conformance.ts';
import { setMethod } from '../../tests/support/method-setup.ts';
import { believeWin, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';

let store: TestStore;
const { chooseTransfer, decide, match, prove, turnOn } = transferSteps(() => store);
const stripe = { params: { method: 'stripe' } } as const;

beforeAll(async () => {
  store = await startStore();
  await store.admin.call('POST /api/admin/payment-methods/{method}/test', stripe);
  await setMethod(store, 'stripe', { is_on: true });
  await turnOn();
});
afterAll(() => store.stop());

test('D-102: all methods are on at once, with nothing configured', async () => {
  expect((await store.admin.call('GET /api/admin/payment-methods', {})).methods).toMatchObject([
    { method: 'mpgs', is_on: true, keys: { set_by: 'sandbox', values: {} } },
    { method: 'stripe', is_on: true, test: 'passed', keys: { set_by: 'sandbox', values: {} } },
    { method: 'manual', is_on: true },
  ]);
});

paymentHistoriesConform(
  {
    method: 'mpgs',
    controls: '/gateway',
    // The authentication of its card page always passes.
    cards: { paid: { expiry: '01/39' }, declined: { expiry: '05/39' }, proven: null },
    believeWin: ({ id }) => believeWin(store, id),
  },
  () => store,
);

const withStep = { number: '4000002500003155' };
paymentHistoriesConform(
  {
    method: 'stripe',
    controls: '/stripe',
    cards: {
      paid: { number: '4242424242424242' },
      declined: { number: '4000000000009995' },
      proven: { passed: { ...withStep, challenge: 'complete' }, failed: { ...withStep, challenge: 'fail' } },
    },
  },
  () => store,
);

describe('the payment histories with a transfer', () => {
  const { read, rows } = paymentSteps(() => store);
  const { give, ledgerFaults } = refundSteps(() => store);
  const today = () => new Date(Date.now() + store.db.clockOffsetMs()).toISOString().slice(0, 10);
  beforeEach(prove);

  async function arrived(sendLate = false) {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    if (sendLate) {
      store.advance(5 * 86_400_000);
      await prove();
      await store.app.jobHandlers.sweep_orders({});
      await store.drain();
      expect(await read(order.id)).toMatchObject({ status: 'failed' });
    }
    const line = [today(), order.amount.toFixed(2), `TED ${reference}`] as const;
    const { proposals } = await match([line]);
    expect(await decide(proposals[0] as never, 'accepted')).toMatchObject({ status: 200 });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment: 'paid', status: 'paid' });
    return { order, line };
  }

  test('paid, and the same line again settles nothing more', async () => {
    const { order, line } = await arrived();
    expect((await match([line])).proposals).toEqual([]);
    expect(await rows("select from mails where order_id = $1 and kind = 'order_paid'", order.id)).toHaveLength(1);
  });

  test('late: the closed order is paid all the same', async () => {
    await arrived(true);
  });

  test('refunded in part, then in full, by hand', async () => {
    const { order } = await arrived();
    expect(await give(order, { amount: 1 })).toMatchObject({ status: 200 });
    expect(await read(order.id)).toMatchObject({ payment: 'partly_refunded', refunded_amount: 1 });
    expect(await give(order, { amount: order.amount - 1 })).toMatchObject({ status: 200 });
    expect(await read(order.id)).toMatchObject({ payment: 'refunded', refunded_amount: order.amount });
    expect(await ledgerFaults()).toEqual([]);
  });
});
