// A process whose clock is wrong by hours beside the database's, and is set right in the middle of a sale: what is decided
// is decided by the database's clock, so that nothing is doubled, lost, too late or open for longer.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { openSession, paidOrder, payAtGateway, placeOrder } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

const hourMs = 3_600_000;
let store: TestStore;
let wrong: boolean;
beforeEach(async () => {
  wrong = false;
  store = await startStore();
});
afterEach(() => store.stop());

const { confirm, gatewayCalls, read, rows } = paymentSteps(() => store);
const { apiOrders, calls, send, sent, status } = deliverySteps(() => store);
const { give, ledgerFaults, proveAgain, refundedAtGateway, statesOf } = refundSteps(() => store);

describe.each([
  ['ahead', 3 * hourMs],
  ['behind', -3 * hourMs],
])('a clock that is three hours %s', (_where, byMs) => {
  /** Wrong before an act and right after it, and the other way round. */
  const flip = () => {
    wrong = !wrong;
    store.setClockAside(wrong ? byMs : 0);
  };

  test('PAY-11, GEN-8, D-16: an order is bought, paid, sent and given back once, by an admin who stays signed in', async () => {
    await proveAgain();
    const order = await placeOrder(store);
    flip();
    // The gateway of tests goes by this clock too: it is paid and asked at the same one, so that it knows no future.
    await payAtGateway(store, await openSession(store, order));
    expect(await confirm(order.id)).toMatchObject({ status: 'success' });
    flip();
    expect(await confirm(order.id)).toMatchObject({ status: 'success' });
    await store.drain();
    flip();
    expect((await send(order)).body.apiOrder).toMatchObject({ status: 'sent' });
    flip();
    expect((await send(order)).status).toBe(409);
    flip();
    await store.drain();
    expect((await give(order, { amount: 1 })).body.refund).toMatchObject({ state: 'refunded' });
    flip();
    await store.drain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await refundedAtGateway(order)).toBe(1);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', refunded_amount: 1 });
    expect(await calls('add')).toHaveLength(1);
    expect(await gatewayCalls('PAY', order.id)).toBeLessThanOrEqual(1);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('5.3, A-46: takes no claim, unpaid order or session for dead; new ones live as long as others', async () => {
    const order = await paidOrder(store);
    const unpaid = await placeOrder(store);
    await send(order);
    await rows(
      "update dispatches set state = 'sending', provider_order_id = null, following = false, claimed_at = now()",
    );
    flip();
    for (const job of ['expire_claims', 'sweep_orders', 'sweep_payments', 'purge_expired'] as const) {
      await store.app.jobHandlers[job]({});
    }
    await store.drain();
    expect(await apiOrders(order.id)).toMatchObject([{ status: 'sending' }]);
    expect(await read(unpaid.id)).toMatchObject({ status: 'pending' });
    const { token } = await store.visitor.call('POST /api/admin/login', { body: owner });
    flip();
    for (const each of [store.admin, store.as(token)]) {
      expect((await each.ask('GET /api/admin/verify', {})).status).toBe(200);
    }
    const [lives] = await rows<{ alike: boolean }>(
      `select max(expires_at) - min(expires_at) < interval '10 minutes' as alike from admin_sessions`,
    );
    expect(lives).toEqual({ alike: true });
  });

  test('D-8: a visitor stays the same one of the day', async () => {
    const salts = () => rows<{ day: string; salt: string }>('select day::text, salt from visit_salts order by day');
    const visit = () =>
      store.visitor.ask('POST /api/admin/track-user', { body: { page: '/' } as never }).then(({ status }) => status);
    expect(await visit()).toBe(200);
    const today = await salts();
    expect(today).toHaveLength(1);
    // Into another day, whatever time it is.
    store.setClockAside(byMs * 9);
    expect(await visit()).toBe(200);
    store.setClockAside(0);
    expect(await visit()).toBe(200);
    expect(await salts()).toEqual(expect.arrayContaining(today));
  });
});

describe("the database's clock that ran three days ahead and was set right", () => {
  const daysMs = 72 * hourMs;

  test('A-42: sent links are followed on, by the job and by whoever looks', async () => {
    await sent(await paidOrder(store));
    const seen = await sent(await paidOrder(store));
    await store.control('/provider/advance', { status: 'In progress', remains: 400 });
    store.advance(daysMs);
    await store.app.jobHandlers.follow_deliveries({});
    const states = () => rows('select live_status as said, following from dispatches');
    expect(await states()).toEqual(Array(2).fill({ said: 'In progress', following: true }));
    store.advance(-daysMs + 60_000);
    await store.control('/provider/advance', { status: 'Completed', remains: 0 });
    expect((await status(seen)).body).toMatchObject({ status: 'Completed' });
    await store.app.jobHandlers.follow_deliveries({});
    expect(await states()).toEqual(Array(2).fill({ said: 'Completed', following: false }));
  });

  test('D-20: waiting links are sent', async () => {
    await rows(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       select version + 1, jsonb_set(settings, '{automatic_dispatch}', 'true'), changes, changed_by, changed_at
       from store_settings_versions order by version desc limit 1`,
    );
    const order = await paidOrder(store);
    const state = async () => (await rows('select state from dispatches where order_id = $1', order.id))[0];
    await store.control('/provider/fail', { kind: 'error', operation: 'add', text: 'Too many requests' });
    store.advance(daysMs);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    expect(await state()).toEqual({ state: 'waiting' });
    store.advance(-daysMs);
    await store.app.jobHandlers.sweep_waiting({});
    await store.drain();
    expect(await state()).toEqual({ state: 'sent' });
  });
});
