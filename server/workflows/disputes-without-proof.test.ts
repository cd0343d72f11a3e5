// What the calls about an order return as its payment changes, to a stranger and to its buyer (D-34, D-35).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentState } from '../../contract/order-progress.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import {
  aLink,
  chargeBack,
  openSession,
  type Placed,
  paidOrder,
  placeOrder,
  winDispute,
} from '../../tests/support/orders.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { jwtSecret, startStore, type TestStore } from '../../tests/support/store.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { issueProof } from './prove-order.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await store.control('/provider/clear', {});
  await proveAgain();
});

const { end, sent } = deliverySteps(() => store);
const { give, proveAgain } = refundSteps(() => store);
const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
const run = (sql: string, ...values: unknown[]) => store.db.database.pool.query(sql, values);

let made = 0;
/** Of an email of its own, so that a search finds nothing else. */
async function paid(linkCount = 2): Promise<Placed> {
  made += 1;
  const post_links = Array.from({ length: linkCount }, () => aLink());
  return paidOrder(store, { email: `disputed${made}@example.com`, post_links, quantity: 1000 });
}

async function setStatus({ id }: Placed, status: string): Promise<void> {
  await proveAgain();
  await store.admin.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } });
}

/** Every call that anybody may make about an order. */
async function shownTo({ id, email }: Placed, headers: Record<string, string> = {}) {
  const params = { id };
  const [tracked] = await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email } }, headers);
  const read = await store.visitor.call('GET /api/orders/{id}', { params }, headers);
  const { status, order } = await store.visitor.call(
    'POST /api/orders/{id}/confirm-payment',
    { params, body: {} },
    headers,
  );
  const sentLinks = await store.visitor.call('GET /api/orders/{id}/api-orders', { params }, headers);
  return { tracked, read, confirmed: { status, order }, sentLinks };
}

function proofsOf({ id, email }: Placed): Record<string, string>[] {
  const { token } = issueProof(
    {
      secretFor: (purpose) => derivedSecret(jwtSecret, purpose),
      // A token for long, because tests move the clock of the store.
      clock: { now: () => new Date('2099-01-01') },
    },
    email,
  );
  return [{ 'order-key': `${id}.${links.computeKey(id)}` }, { 'order-proof': token }];
}

const steps: readonly [string, expected: { payment: PaymentState; status: string }, () => Promise<Placed>][] = [
  ['paid', { payment: 'paid', status: 'paid' }, () => paid()],
  [
    'sent in part',
    { payment: 'paid', status: 'processing' },
    async () => {
      const order = await paid();
      await sent(order);
      return order;
    },
  ],
  [
    'in delivery',
    { payment: 'paid', status: 'processing' },
    async () => {
      const order = await paid();
      for (const link of order.postLinks) await sent(order, link);
      return order;
    },
  ],
  [
    'delivered',
    { payment: 'paid', status: 'completed' },
    async () => {
      const order = await paid(1);
      await end(await sent(order), 'Completed', 0);
      return order;
    },
  ],
  [
    'delivered in part',
    { payment: 'paid', status: 'processing' },
    async () => {
      const order = await paid(1);
      await end(await sent(order), 'Partial', 400);
      return order;
    },
  ],
  [
    'not delivered',
    { payment: 'paid', status: 'processing' },
    async () => {
      const order = await paid(1);
      await end(await sent(order), 'Canceled', 1000);
      return order;
    },
  ],
  [
    'refunded in part',
    { payment: 'partly_refunded', status: 'paid' },
    async () => {
      const order = await paid();
      await give(order, { amount: 1.2 });
      await store.drain();
      return order;
    },
  ],
  [
    'refunded',
    { payment: 'refunded', status: 'failed' },
    async () => {
      const order = await paid();
      await give(order, { amount: order.amount });
      await store.drain();
      return order;
    },
  ],
  [
    'completed by hand',
    { payment: 'paid', status: 'completed' },
    async () => {
      const order = await paid();
      await setStatus(order, 'Completed');
      return order;
    },
  ],
  [
    'set to Pending by hand',
    { payment: 'paid', status: 'pending' },
    async () => {
      const order = await paid();
      await setStatus(order, 'Pending');
      return order;
    },
  ],
];

describe.each(steps)('an order that is %s, and then disputed', (_, expected, make) => {
  test('D-35: without proof is as before, except for payment_status; proof shows the dispute', async () => {
    const order = await make();
    const before = await shownTo(order);
    expect(before.tracked).toMatchObject(expected);
    await disputeAtGateway(order);
    const after = await shownTo(order);
    const specified = { payment_status: 'disputed' };
    expect(after).toEqual({
      tracked: { ...before.tracked, ...specified },
      read: { ...before.read, ...specified },
      confirmed: { ...before.confirmed, order: { ...before.confirmed.order, ...specified } },
      sentLinks: before.sentLinks,
    });
    for (const headers of proofsOf(order)) {
      const shown = await shownTo(order, headers);
      const disputed = { payment: 'disputed', payment_status: 'disputed', status: 'failed' };
      expect(shown.tracked).toMatchObject(disputed);
      expect(shown.read).toMatchObject(disputed);
      expect(shown.confirmed).toMatchObject({ order: disputed });
    }
    const seen = await store.admin.call('GET /api/orders/{id}', { params: { id: order.id } });
    expect(seen).toMatchObject({ payment: 'disputed', status: 'failed' });
  });
});

/** As `chargeBack`, also for money that the gateway gave back. */
async function disputeAtGateway(order: Placed): Promise<void> {
  await store.control('/gateway/status', { orderId: `${order.id}-1`, status: 'DISPUTED' }).catch(() => {});
  await chargeBack(store, order).catch(() => {});
  await store.control('/gateway/notify', { orderId: `${order.id}-1` });
  await store.control('/gateway/deliver', {});
  await store.drain();
}

describe('a dispute', () => {
  test('D-35: that the store wins leaves no trace for anybody without proof', async () => {
    const order = await paid(1);
    await sent(order);
    const before = await shownTo(order);
    await chargeBack(store, order);
    await winDispute(store, order);
    await proveAgain();
    expect(await shownTo(order)).toEqual(before);
  });

  test('D-35: that begins again is hidden again, with the values before the last one', async () => {
    const order = await paid(1);
    await chargeBack(store, order);
    await winDispute(store, order);
    await proveAgain();
    await sent(order);
    const before = await shownTo(order);
    expect(before.tracked).toMatchObject({ status: 'processing' });
    await disputeAtGateway(order);
    expect(await shownTo(order)).toMatchObject({
      tracked: { payment: 'paid', status: 'processing', payment_status: 'disputed' },
      read: { payment: 'paid', status: 'processing' },
    });
  });

  test('D-35: a status that an admin sets during the dispute is shown', async () => {
    const order = await paid(1);
    await chargeBack(store, order);
    await setStatus(order, 'Completed');
    expect((await shownTo(order)).tracked).toMatchObject({ payment: 'paid', status: 'completed' });
  });

  test.each([
    ['nothing was sent of', 0, 'paid'],
    ['a part was sent of', 1, 'processing'],
  ])('D-35: recorded by an earlier version, of an order that %s', async (_, sentLinks, status) => {
    const order = await paid();
    for (const link of order.postLinks.slice(0, sentLinks)) await sent(order, link);
    const before = await shownTo(order);
    await run("update orders set payment_status = 'disputed', status = 'failed' where id = $1", order.id);
    const { tracked } = await shownTo(order);
    expect(tracked).toEqual({ ...before.tracked, payment_status: 'disputed' });
    expect(tracked).toMatchObject({ status, payment: 'paid' });
  });
});

describe('a payment without a dispute', () => {
  test('D-34: is shown as it is, with and without proof', async () => {
    const unpaid = await placeOrder(store, { email: 'unpaid-state@example.com' });
    const opened = await placeOrder(store, { email: 'opened-state@example.com' });
    await openSession(store, opened);
    const closed = await placeOrder(store, { email: 'closed-state@example.com' });
    await run("update orders set payment_status = 'failed', status = 'failed' where id = $1", closed.id);
    for (const [order, payment] of [
      [unpaid, 'unpaid'],
      [opened, 'unpaid'],
      [closed, 'declined'],
    ] as const) {
      for (const headers of [{}, ...proofsOf(order)]) {
        const { tracked, read } = await shownTo(order, headers);
        expect([tracked?.payment, read.payment]).toEqual([payment, payment]);
      }
    }
  });
});
