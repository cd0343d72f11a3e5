// What may go wrong between the store and the gateway: each ends with the right money, one set of side effects, and a
// buyer who is told the truth.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Fate, type MoneyWorld, startMoneyWorld } from '../../tests/world/money-world.ts';
import { openSession, type Placed, placeOrder, sessionBody } from '../../tests/world/orders.ts';
import { owner, type TestStore } from '../../tests/world/store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: MoneyWorld;
beforeAll(async () => {
  world = await startMoneyWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  await world.control('/gateway/clear', {});
  world.skewGateway(0);
  world.notices.passOnly(() => true);
  expect(await world.differences()).toEqual([]);
});

let buyers = 0;
// Each by another buyer: an address is told of one order an hour.
function buy(): Promise<Placed> {
  buyers += 1;
  return placeOrder(world.mortal, { email: `buyer${buyers}@example.com` });
}
async function opened(): Promise<Placed> {
  const order = await buy();
  await openSession(world.mortal, order);
  return order;
}
const at = ({ id }: Placed, attempt = 1) => `${id}-${attempt}`;
const pay = (order: Placed, expiry = '01/39') => world.control('/gateway/pay', { orderId: at(order), expiry });
const confirm = async ({ id }: Placed, store: TestStore = world.mortal) =>
  (await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} })).status;
const init = (order: Placed) => world.mortal.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) });
const fateOf = ({ id }: Placed) => world.fateOf(id);
async function notified(): Promise<void> {
  await world.control('/gateway/deliver', {});
  await world.mortal.drain();
}
/** What the buyer's pages are given. */
async function told(order: Placed): Promise<string> {
  const { payment_status } = await world.mortal.visitor.call('GET /api/orders/{id}', { params: { id: order.id } });
  return `${await confirm(order)}, ${payment_status}`;
}

const paidOnce: Fate = {
  ...{ status: 'paid', payment: 'paid', refundedCents: 0, captured: 1 },
  ...{ mails: ['order_received', 'order_paid'], alerts: [] },
};
const waiting: Fate = { ...paidOnce, status: 'pending', payment: 'session', captured: 0, mails: ['order_received'] };

describe('the notification', () => {
  test('before the return: the payer comes back to a paid order', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    expect(await told(order)).toBe('success, paid');
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('after the return, ten times, and late by a day: nothing more happens', async () => {
    const order = await opened();
    world.notices.passOnly(() => false);
    await pay(order);
    expect(await confirm(order)).toBe('success');
    await world.control('/gateway/notify', { orderId: at(order), times: 10 });
    world.mortal.advance(24 * hourMs);
    world.notices.passOnly(() => true);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('never, and nobody comes back: the sweeper finds the money', async () => {
    const order = await opened();
    await world.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await pay(order);
    world.mortal.advance(3 * minuteMs);
    await world.mortal.app.jobHandlers.sweep_payments({});
    await world.mortal.drain();
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('out of order, and a gateway that answers what was true before: a payment is never undone', async () => {
    const order = await opened();
    world.notices.passOnly(() => false);
    await pay(order, '05/39');
    await pay(order);
    await world.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    world.notices.passOnly(() => true);
    await world.control('/gateway/fail', { kind: 'reorder_notices', times: 0 });
    expect(await confirm(order)).toBe('pending');
    await notified();
    // Money that came and went before anybody looked is for a person, whatever the order of the notices.
    expect(await fateOf(order)).toEqual({ ...waiting, alerts: ['payment_mismatch'] });
    const second = await opened();
    await pay(second);
    await confirm(second);
    await world.control('/gateway/refund-outside', { orderId: at(second), amountCents: 100 });
    await notified();
    await world.control('/gateway/fail', { kind: 'stale', operation: 'retrieve', times: 3 });
    for (let looks = 0; looks < 3; looks += 1) {
      await world.control('/gateway/notify', { orderId: at(second) });
      await notified();
    }
    expect(await fateOf(second)).toEqual({ ...paidOnce, refundedCents: 100 });
  });

  test('about another order: only that one is asked about, and only what the gateway says of it counts', async () => {
    const [paid, other] = [await opened(), await opened()];
    world.notices.passOnly(() => false);
    await pay(paid);
    world.notices.passOnly(() => true);
    const response = await world.mortal.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-secret': 'a webhook secret' },
      body: JSON.stringify({ order: { id: at(other), status: 'CAPTURED', totalCapturedAmount: 3 }, result: 'SUCCESS' }),
    });
    expect(response.status).toBe(200);
    await world.mortal.drain();
    expect(await fateOf(other)).toEqual(waiting);
    expect(await told(other)).toBe('pending, session');
    expect(await confirm(paid)).toBe('success');
  });

  test('of a gateway order that nobody opened: taken, looked for again and again, and moves nothing', async () => {
    const order = await opened();
    const response = await world.mortal.raw('/api/bigpay/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-notification-secret': 'a webhook secret' },
      body: JSON.stringify({ order: { id: at(order, 7) }, result: 'SUCCESS' }),
    });
    expect(response.status).toBe(200);
    await world.mortal.drain();
    const [job] = await world.rows<{ attempts: number }>(
      'select attempts from graphile_worker.jobs where key = $1',
      `settle ${at(order, 7)}`,
    );
    expect(job?.attempts).toBe(1);
    expect(await fateOf(order)).toEqual(waiting);
  });
});

describe('the line to the gateway', () => {
  test('an answer to the opening is lost after it was performed: the buyer gets a new form and pays once', async () => {
    const order = await buy();
    world.line.loseAnswer(/^POST .*\/session$/);
    expect((await init(order)).status).toBe(502);
    const session = await openSession(world.mortal, order);
    await world.control('/gateway/pay', { sessionId: session, expiry: '01/39' });
    expect(await told(order)).toBe('success, session');
    expect(await told(order)).toBe('success, paid');
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    // The form that nobody ever had took nothing, and stays watched.
    expect(
      await world.rows('select state from payment_attempts where order_id = $1 order by number', order.id),
    ).toEqual([{ state: 'lost' }, { state: 'paid' }]);
  });

  test('an answer about a payment is lost: pending, never failed, then paid', async () => {
    const order = await opened();
    world.notices.passOnly(() => false);
    await pay(order);
    world.line.loseAnswer(/^GET .*\/order\//);
    expect(await told(order)).toBe('pending, session');
    expect(await confirm(order)).toBe('success');
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test('an answer about a refund is lost after it was performed: not told as given back until it was found, once', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    // Signed in just now, as a refund wants it.
    const { token } = await world.mortal.visitor.call('POST /api/admin/login', { body: owner });
    world.notices.passOnly(() => false);
    world.line.loseAnswer(/^PUT .*\/transaction\//);
    const input = { params: { id: order.id }, body: { amount: 1.2, reason: 'The buyer asked for it' } };
    const give = async () =>
      (await world.mortal.as(token).call('POST /api/admin/orders/{id}/refunds', input, { 'idempotency-key': order.id }))
        .refund.state;
    expect(await give()).toBe('unclear');
    expect(await fateOf(order)).toEqual(paidOnce);
    world.mortal.advance(61_000);
    await world.mortal.app.jobHandlers.sweep_refunds({});
    await world.mortal.drain();
    const back: Fate = { ...paidOnce, refundedCents: 120, mails: [...paidOnce.mails, 'order_refunded'] };
    expect(await fateOf(order)).toEqual(back);
    expect(await give()).toBe('refunded');
    await world.control('/gateway/deliver', {});
    expect(await world.control(`/gateway/orders/${at(order)}`)).toMatchObject({ totalRefundedAmount: 1.2 });
    expect(world.line.calls.filter((call) => call.startsWith('PUT') && call.includes(at(order)))).toHaveLength(1);
    expect(await fateOf(order)).toEqual(back);
  });

  test('down for minutes: a buyer who paid is told to wait, one who wants to pay is refused, and all is well after', async () => {
    const [paid, late] = [await opened(), await buy()];
    world.notices.passOnly(() => false);
    await pay(paid);
    await world.line.down();
    world.notices.passOnly(() => true);
    await world.control('/gateway/deliver', {});
    for (let minutes = 0; minutes < 6; minutes += 2) {
      await world.mortal.app.jobHandlers.sweep_payments({});
      await world.mortal.drain();
      expect(await told(paid)).toBe('pending, session');
      expect((await init(late)).status).toBe(502);
      world.mortal.advance(2 * minuteMs);
    }
    await world.line.up();
    // The job of the notification waits for its turn; the sweeper does not.
    world.mortal.advance(10 * minuteMs);
    await world.mortal.app.jobHandlers.sweep_payments({});
    await world.mortal.drain();
    expect(await fateOf(paid)).toEqual(paidOnce);
    expect((await init(late)).status).toBe(200);
    expect(await fateOf(late)).toEqual(waiting);
  });

  test('SERVER_BUSY at the opening and at the look: nothing happened there, and the next try works', async () => {
    const order = await buy();
    await world.control('/gateway/fail', { kind: 'busy', operation: 'session', times: 2 });
    for (let tries = 0; tries < 2; tries += 1) expect((await init(order)).status).toBe(502);
    await openSession(world.mortal, order);
    const [{ number: attempt } = { number: 0 }] = await world.rows<{ number: number }>(
      "select number from payment_attempts where order_id = $1 and state = 'open'",
      order.id,
    );
    await world.control('/gateway/pay', { orderId: at(order, attempt), expiry: '01/39' });
    await world.control('/gateway/fail', { kind: 'busy', operation: 'retrieve', times: 1 });
    await confirm(order);
    await notified();
    expect(await confirm(order)).toBe('success');
    expect(await fateOf(order)).toEqual(paidOnce);
  });
});

describe('a payment in doubt', () => {
  test.each(['PENDING', 'UNKNOWN'])('%s before the end: pending until then, approved or declined', async (result) => {
    const [approved, declined] = [await opened(), await opened()];
    await world.control('/gateway/fail', { kind: 'settle_later', result, times: 2 });
    for (const order of [approved, declined]) {
      await pay(order);
      expect(await told(order)).toBe('pending, session');
    }
    await world.control('/gateway/finish', { orderId: at(approved) });
    await world.control('/gateway/finish', { orderId: at(declined), outcome: 'declined' });
    await notified();
    expect(await told(approved)).toBe('success, paid');
    expect(await told(declined)).toBe('pending, session');
    expect(await fateOf(approved)).toEqual(paidOnce);
    expect(await fateOf(declined)).toEqual(waiting);
  });
});

describe('two at once, and clocks apart', () => {
  test('two processes that settle one order: one makes the transition', async () => {
    const order = await opened();
    await pay(order);
    await Promise.all([
      ...Array.from({ length: 8 }, (_, n) => confirm(order, n % 2 ? world.mortal : world.other)),
      ...[world.mortal, world.other].map((store) =>
        store.app.jobHandlers.settle_payment({ gatewayOrderId: at(order) }),
      ),
      world.control('/gateway/deliver', {}),
    ]);
    await Promise.all([world.mortal.drain(), world.other.drain()]);
    expect(await fateOf(order)).toEqual(paidOnce);
  });

  test.each([
    ['before', hourMs],
    ['behind', -hourMs],
  ])("the gateway's clock is an hour %s ours: paid, given back in part, charged back", async (_name, skewMs) => {
    world.skewGateway(skewMs);
    const order = await opened();
    await pay(order, '05/39');
    expect(await told(order)).toBe('pending, session');
    await pay(order);
    await notified();
    expect(await fateOf(order)).toEqual(paidOnce);
    await world.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, refundedCents: 100 });
    await world.control('/gateway/chargeback', { orderId: at(order) });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'disputed', alerts: ['chargeback'] });
  });
});

describe('after the end', () => {
  test('a charge back of a completed order: disputed, told, and its page does not claim a success', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    await world.rows("update orders set status = 'completed' where id = $1", order.id);
    await world.control('/gateway/chargeback', { orderId: at(order) });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'disputed', captured: 1, alerts: ['chargeback'] });
    expect(await told(order)).not.toContain('success');
    expect(await world.rows('select status from orders where id = $1', order.id)).toEqual([{ status: 'failed' }]);
  });

  test('a second charge on the gateway order that paid: told as a second capture, once, and the order stays paid', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    await world.control('/gateway/second-payment', { orderId: at(order) });
    for (let looks = 0; looks < 2; looks += 1) {
      await world.control('/gateway/notify', { orderId: at(order) });
      await notified();
    }
    expect(await fateOf(order)).toEqual({ ...paidOnce, alerts: ['second_capture'] });
    expect(await told(order)).toBe('success, paid');
    // What is given back then is the second charge; only more than that is the order's own money.
    await world.control('/gateway/refund-outside', { orderId: at(order), amountCents: 300 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, alerts: ['second_capture'] });
    await world.control('/gateway/refund-outside', { orderId: at(order), amountCents: 100 });
    await notified();
    expect(await fateOf(order)).toEqual({ ...paidOnce, refundedCents: 100, alerts: ['second_capture'] });
    await world.control('/gateway/refund-outside', { orderId: at(order), amountCents: 200 });
    await notified();
    expect(await fateOf(order)).toMatchObject({ payment: 'refunded', status: 'failed', refundedCents: 300 });
  });

  test('more given back outside than ever came: the ledger follows the gateway, and the order is refunded once', async () => {
    const order = await opened();
    await pay(order);
    await notified();
    for (const amountCents of [300, 1]) {
      await world.control('/gateway/refund-outside', { orderId: at(order), amountCents });
      await notified();
    }
    expect(await fateOf(order)).toMatchObject({ payment: 'refunded', status: 'failed', refundedCents: 300 });
  });

  test('two tabs, two captures: paid by one; the other is told, and watched until its money is gone', async () => {
    const order = await buy();
    world.line.loseAnswer(/^POST .*\/session$/);
    await init(order);
    await openSession(world.mortal, order);
    await world.control('/gateway/pay', { orderId: at(order, 2), expiry: '01/39' });
    await confirm(order);
    await world.control('/gateway/pay', { orderId: at(order, 1), expiry: '01/39' });
    await notified();
    const twice = { ...paidOnce, alerts: ['second_capture'] };
    expect(await fateOf(order)).toEqual(twice);
    await world.control('/gateway/refund-outside', { orderId: at(order, 1), amountCents: 300 });
    await notified();
    expect(await fateOf(order)).toEqual(twice);
    await world.control('/gateway/chargeback', { orderId: at(order, 1) });
    for (let looks = 0; looks < 2; looks += 1) {
      await world.control('/gateway/notify', { orderId: at(order, 1) });
      await notified();
    }
    expect(await fateOf(order)).toEqual({ ...twice, alerts: ['second_capture', 'chargeback'] });
    expect(await told(order)).toBe('success, paid');
  });
});
