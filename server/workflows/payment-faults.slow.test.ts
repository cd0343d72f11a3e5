// What may go wrong between the store and the gateway: each ends with the right money, one set of side effects, and a
// buyer who sees the actual state.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fate, type MoneySetup, startMoneySetup } from '../../tests/support/money-setup.ts';
import { openSession } from '../../tests/support/orders.ts';
import { hourMs, minuteMs, paidOnce, paymentFaultSteps, waiting } from '../../tests/support/payment-fault-steps.ts';
import { owner } from '../../tests/support/store.ts';

let setup: MoneySetup;
beforeAll(async () => {
  setup = await startMoneySetup();
});
afterAll(() => setup.stop());
afterEach(async () => {
  expect(await mended()).toEqual([]);
});

const { at, buy, confirm, fateOf, init, mended, notified, opened, pay, shownStates } = paymentFaultSteps(() => setup);

describe('the line to the gateway', () => {
  test('an answer to the opening is lost after it was performed: the buyer gets a new form and pays once', async () => {
    const order = await buy();
    setup.line.loseAnswer(/^POST .*\/session$/);
    expect((await init(order)).status).toBe(502);
    const session = await openSession(setup.mortal, order);
    await setup.control('/gateway/pay', { sessionId: session, expiry: '01/39' });
    expect(await shownStates(order)).toBe('success, session');
    expect(await shownStates(order)).toBe('success, paid');
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    // The form that nobody ever had took nothing, and stays watched.
    expect(
      await setup.rows('select state from payment_attempts where order_id = $1 order by number', order.id),
    ).toEqual([{ state: 'lost' }, { state: 'paid' }]);
  });

  test('an answer about a payment is lost: pending, never failed, then paid', async () => {
    const order = await opened();
    setup.notices.passOnly(() => false);
    await pay(order);
    setup.line.loseAnswer(/^GET .*\/order\//);
    expect(await shownStates(order)).toBe('pending, session');
    expect(await confirm(order)).toBe('success');
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('an answer about a refund is lost after it was performed: not shown as refunded until it is found, once', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    // Signed in just now, as a refund wants it.
    const { token } = await setup.mortal.visitor.call('POST /api/admin/login', { body: owner });
    setup.notices.passOnly(() => false);
    setup.line.loseAnswer(/^PUT .*\/transaction\//);
    const input = { params: { id: order.id }, body: { amount: 1.2, reason: 'The buyer asked for it' } };
    const give = async () =>
      (await setup.mortal.as(token).call('POST /api/admin/orders/{id}/refunds', input, { 'idempotency-key': order.id }))
        .refund.state;
    expect(await give()).toBe('unclear');
    expect(await fateOf(order)).toEqual(paidOnce);
    setup.mortal.advance(61_000);
    await setup.mortal.app.jobHandlers.sweep_refunds({});
    await setup.mortal.drain();
    const back: Fate = { ...paidOnce, refundedCents: 120, mails: [...paidOnce.mails, 'order_refunded'] };
    expect(await fateOf(order)).toEqual(back);
    expect(await give()).toBe('refunded');
    await setup.control('/gateway/deliver', {});
    expect(await setup.control(`/gateway/orders/${at(order)}`)).toMatchObject({ totalRefundedAmount: 1.2 });
    expect(setup.line.calls.filter((call) => call.startsWith('PUT') && call.includes(at(order)))).toHaveLength(1);
    expect(await fateOf(order)).toEqual(back);
  });

  test('down for minutes: a buyer who paid sees a request to wait, a new payment is refused, and both work afterwards', async () => {
    const [paid, late] = [await opened(), await buy()];
    setup.notices.passOnly(() => false);
    await pay(paid);
    await setup.line.down();
    setup.notices.passOnly(() => true);
    await setup.control('/gateway/deliver', {});
    for (let minutes = 0; minutes < 6; minutes += 2) {
      await setup.mortal.app.jobHandlers.sweep_payments({});
      await setup.mortal.drain();
      expect(await shownStates(paid)).toBe('pending, session');
      expect((await init(late)).status).toBe(502);
      setup.mortal.advance(2 * minuteMs);
    }
    await setup.line.up();
    // The job of the notification waits for its turn; the sweeper does not.
    setup.mortal.advance(10 * minuteMs);
    await setup.mortal.app.jobHandlers.sweep_payments({});
    await setup.mortal.drain();
    expect(await fateOf(paid)).toEqual(paidOnce);
    expect((await init(late)).status).toBe(200);
    expect(await fateOf(late)).toEqual(waiting);
  });

  test('SERVER_BUSY at the opening and at the look: nothing happened there, and the next try works', async () => {
    const order = await buy();
    await setup.control('/gateway/fail', { kind: 'busy', operation: 'session', times: 2 });
    for (let tries = 0; tries < 2; tries += 1) expect((await init(order)).status).toBe(502);
    await openSession(setup.mortal, order);
    const [{ number: attempt } = { number: 0 }] = await setup.rows<{ number: number }>(
      "select number from payment_attempts where order_id = $1 and state = 'open'",
      order.id,
    );
    await setup.control('/gateway/pay', { orderId: at(order, attempt), expiry: '01/39' });
    await setup.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 1 });
    await confirm(order);
    await notified();
    expect(await confirm(order)).toBe('success');
    expect(await fateOf(order)).toEqual(paidOnce);
  });
});

describe('a payment in doubt', () => {
  test.each(['PENDING', 'UNKNOWN'])('%s before the end: pending until then, approved or declined', async (result) => {
    const [approved, declined] = [await opened(), await opened()];
    await setup.control('/gateway/fail', { kind: 'settle_later', result, times: 2 });
    for (const order of [approved, declined]) {
      await pay(order);
      expect(await shownStates(order)).toBe('pending, session');
    }
    await setup.control('/gateway/finish', { orderId: at(approved) });
    await setup.control('/gateway/finish', { orderId: at(declined), outcome: 'declined' });
    await notified();
    expect(await shownStates(approved)).toBe('success, paid');
    expect(await shownStates(declined)).toBe('pending, session');
    expect(await fateOf(approved)).toEqual(paidOnce);
    expect(await fateOf(declined)).toEqual(waiting);
  });
});

describe('two at once, and clocks apart', () => {
  test('two processes that settle one order: one makes the transition', async () => {
    const order = await opened();
    await pay(order);
    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => confirm(order, n % 2 ? setup.mortal : setup.other)),
      ...[setup.mortal, setup.other].map((store) =>
        store.app.jobHandlers.settle_payment({ gatewayOrderId: at(order) }),
      ),
      setup.control('/gateway/deliver', {}),
    ]);
    await Promise.all([setup.mortal.drain(), setup.other.drain()]);
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test.each([
    ['before', hourMs],
    ['behind', -hourMs],
  ])("the gateway's clock is an hour %s ours: paid, given back in part, charged back", async (_name, skewMs) => {
    setup.skewGateway(skewMs);
    const order = await opened();
    await pay(order, '05/39');
    expect(await shownStates(order)).toBe('pending, session');
    await pay(order);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    await setup.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, refundedCents: 100 });
    await setup.control('/gateway/chargeback', { orderId: at(order) });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'disputed', alerts: ['chargeback'] });
  });
});
