// A process killed before every single step of opening, settling and giving up: whatever it had done by then, the money
// ends in the right state with one set of side effects. Steps are counted as they come, so a new one is killed at too.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../tests/support/client.ts';
import { mortalDatabase } from '../../tests/support/crash-injector.ts';
import { type Fate, type MoneySetup, startMoneySetup } from '../../tests/support/money-setup.ts';
import { openSession, type Placed, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paidOnce } from '../../tests/support/payment-fault-steps.ts';
import { owner, type TestStore } from '../../tests/support/store.ts';
import { transferSteps } from '../../tests/support/transfer-steps.ts';

let setup: MoneySetup;
beforeAll(async () => {
  setup = await startMoneySetup();
  // Nothing comes by itself while steps are counted.
  setup.notices.passOnly(() => false);
  await turnOn();
  // The refunds below are of the first session.
  setup.other.admin = setup.other.as(setup.other.adminToken);
});
afterAll(() => setup.stop());

const { chooseTransfer, turnOn } = transferSteps(() => setup.other);

type Story = {
  before: () => Promise<Placed>;
  /** Done by the process that is killed. */
  dies: (order: Placed) => Promise<unknown>;
  /** What came of it, once another process had its turn. */
  ends: (order: Placed) => Promise<Partial<Fate>>;
  /** Fewer were no test. */
  steps: number;
};

async function killAtEveryStep(
  { before, dies, ends, steps }: Story,
  is: Partial<Fate>,
  harm: 'dies' | 'loses its database' = 'dies',
): Promise<void> {
  const diedBefore: string[] = [];
  for (let step = 1; ; step += 1) {
    const order = await before();
    setup.fuse.arm(step, harm);
    await dies(order).catch(() => {});
    const killed = setup.fuse.blownBefore();
    diedBefore.push(killed);
    expect({ killed, ...(await ends(order)) }).toEqual({ killed, ...is });
    if (killed === '') break;
  }
  expect(diedBefore.length).toBeGreaterThan(steps);
  expect(diedBefore).toContainEqual(expect.stringMatching(/^(GET|PUT|POST) .*gateway/));
  expect(diedBefore).toContainEqual(expect.stringMatching(/^commit/i));
  expect(await setup.differences()).toEqual([]);
}

const pay = (order: Placed, expiry = '01/39') => setup.control('/gateway/pay', { orderId: `${order.id}-1`, expiry });

const proveAgain = () => setup.other.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });

let buyers = 0;

// Each by another buyer: an address gets an email about one order an hour.
function buy(): Promise<Placed> {
  buyers += 1;
  return placeOrder(setup.other, { email: `buyer${buyers}@example.com` });
}

async function opened(): Promise<Placed> {
  const order = await buy();
  await openSession(setup.other, order);
  return order;
}

async function taken(): Promise<Placed> {
  const order = await opened();
  await pay(order);
  return order;
}

async function paid(): Promise<Placed> {
  const order = await taken();
  await setup.other.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
  return order;
}

// By one admin, whichever process is asked.
function giveBack({ id }: Placed, amount: number, { url }: TestStore) {
  const input = { params: { id }, body: { amount, reason: 'The buyer asked for it' } };
  const admin = clientOf(url, setup.other.adminToken);
  return admin.ask('POST /api/admin/orders/{id}/refunds', input, { 'idempotency-key': `key of ${id}` });
}

async function fateAfterRecovery({ id }: Placed): Promise<Fate> {
  setup.notices.passOnly(() => true);
  await setup.recover();
  setup.notices.passOnly(() => false);
  return setup.fateOf(id);
}

test('the killing itself: a connection that was on its way when the process died goes with it', async () => {
  const { fuse, mortal } = setup;
  const database = mortalDatabase(mortal.db, fuse);
  fuse.arm(1);
  const all = Array.from({ length: 5 }, () => database.database.transaction((tx) => tx.execute('select 1')));
  await Promise.race(all.map((call) => call.catch(() => {})));
  await fuse.revive();
  const came = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled');
  expect(came).toEqual([]);
  await database.drop();
});

describe('a process killed before every step', { timeout: 120_000 }, () => {
  test("of settling on the payer's return", async () => {
    const dies = ({ id }: Placed) =>
      setup.mortal.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
    await killAtEveryStep({ before: taken, dies, ends: fateAfterRecovery, steps: 12 }, paidOnce);
  });

  test('of settling, where its database goes away instead and it lives on', async () => {
    const dies = ({ id }: Placed) =>
      setup.mortal.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
    const story = { before: taken, dies, ends: fateAfterRecovery, steps: 12 };
    await killAtEveryStep(story, paidOnce, 'loses its database');
  });

  test('of taking a notification and doing its job', async () => {
    const dies = async ({ id }: Placed) => {
      setup.notices.passOnly(() => true);
      await setup.control('/gateway/deliver', {});
      setup.notices.passOnly(() => false);
      // The queue itself outlives its workers; a job that was not finished is done again.
      await setup.mortal.app.jobHandlers.settle_payment({ gatewayOrderId: `${id}-1` });
    };
    await killAtEveryStep({ before: taken, dies, ends: fateAfterRecovery, steps: 15 }, paidOnce);
  });

  test('of opening a session: the buyer comes again, pays, and is charged once', async () => {
    const dies = (order: Placed) =>
      setup.mortal.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) });
    const ends = async (order: Placed) => {
      await setup.fuse.revive();
      // An opening of a process that died is waited for.
      setup.other.advance(21_000);
      const session = await openSession(setup.other, order);
      await setup.control('/gateway/pay', { sessionId: session, expiry: '01/39' });
      return fateAfterRecovery(order);
    };
    await killAtEveryStep({ before: buy, dies, ends, steps: 12 }, paidOnce);
  });

  test('of opening a card form in place of a transfer: the order waits for the transfer again, until one of both pays', async () => {
    const references = new Map<string, string>();
    const before = async () => {
      const order = await buy();
      references.set(order.id, (await chooseTransfer(order)).reference);
      return order;
    };
    const dies = (order: Placed) =>
      setup.mortal.visitor.call('POST /api/bigpay/init-session', { body: { ...sessionBody(order), method: 'mpgs' } });
    const ends = async (order: Placed) => {
      await fateAfterRecovery(order);
      const awaited = await setup.rows('select from transfers where order_id = $1 and closed_at is null', order.id);
      const forms = await setup.rows(
        "select from payment_attempts where order_id = $1 and session_id ~ '^SESSION'",
        order.id,
      );
      // The form that the buyer may have is the only reason for a closed transfer.
      expect(awaited.length + forms.length).toBe(1);
      await proveAgain();
      expect((await chooseTransfer(order)).reference).toBe(references.get(order.id));
      const isAtGateway = await setup
        .control('/gateway/pay', { orderId: `${order.id}-2`, expiry: '01/39' })
        .then(() => true)
        .catch(() => false);
      const params = { id: order.id };
      const byHand = isAtGateway ? {} : { manual: true, note: 'bank 19' };
      const confirm = { params, body: byHand };
      await setup.other.admin.call('POST /api/orders/{id}/confirm-payment', confirm);
      const { status, payment, alerts } = await fateAfterRecovery(order);
      return { status, payment, alerts };
    };
    const is = { status: 'paid', payment: 'paid', alerts: [] };
    await killAtEveryStep({ before, dies, ends, steps: 12 }, is);
  });

  test.each([
    ['a part', 1.2, { ...paidOnce, refundedCents: 120 }],
    ['all', 3, { ...paidOnce, status: 'failed', payment: 'refunded', refundedCents: 300 }],
  ])('of giving back %s: the admin asks again under the same key, and it goes back once', async (_name, amount, is) => {
    const before = async () => {
      const order = await paid();
      await proveAgain();
      return order;
    };
    const dies = (order: Placed) => giveBack(order, amount, setup.mortal);
    const ends = async (order: Placed) => {
      const fate = await fateAfterRecovery(order);
      await proveAgain();
      const { status, body } = await giveBack(order, amount, setup.other);
      expect({ status, body }).toMatchObject({ status: 200, body: { refund: { state: 'refunded', amount } } });
      expect(await setup.control(`/gateway/orders/${order.id}-1`)).toMatchObject({ totalRefundedAmount: amount });
      // The repeat did what the dead process never began; else it changed nothing.
      const after = await setup.fateOf(order.id);
      if (fate.refundedCents > 0) expect(after).toEqual(fate);
      return after;
    };
    const mails = [...is.mails, 'order_refunded'];
    await killAtEveryStep({ before, dies, ends, steps: 20 }, { ...is, mails });
  });

  test('of the refund of an overdue delivery: the job of another process gives it back, once', async () => {
    await setup.rows(
      `insert into store_settings_versions (version, settings, changes, changed_by, changed_at)
       select version + 1, jsonb_set(settings, '{overdue_refund}', 'true'), changes, changed_by, changed_at
       from store_settings_versions order by version desc limit 1`,
    );
    setup.other.advance(2_000);
    const before = async () => {
      const order = await paid();
      await setup.rows(
        `insert into dispatches (order_id, position, post_link, link_key, service_id, quantity, state, claim_id, claimed_at,
           provider_order_id, live_status, remains, created_at, updated_at)
         values ($1, 0, $2, $2, '1', 500, 'sent', gen_random_uuid(), now(), $1, 'Partial', 200, now(),
           now() - interval '8 days')`,
        order.id,
        order.postLinks[0],
      );
      return order;
    };
    const dies = () => setup.mortal.app.jobHandlers.refund_overdue({});
    const ends = async (order: Placed) => {
      await setup.fuse.revive();
      await setup.other.app.jobHandlers.refund_overdue({});
      const { refundedCents, payment } = await fateAfterRecovery(order);
      await setup.other.app.jobHandlers.refund_overdue({});
      const { totalRefundedAmount } = await setup.control(`/gateway/orders/${order.id}-1`);
      return { refundedCents, payment, totalRefundedAmount };
    };
    const is = { payment: 'paid', refundedCents: 120, totalRefundedAmount: 1.2 };
    await killAtEveryStep({ before, dies, ends, steps: 20 }, is);
  });

  test('of looking for a refund whose answer was lost', async () => {
    const before = async () => {
      const order = await paid();
      await proveAgain();
      setup.otherLine.loseAnswer(/^PUT .*transaction/);
      const { body } = await giveBack(order, 1.2, setup.other);
      expect(body).toMatchObject({ refund: { state: 'unclear' } });
      return order;
    };
    const dies = ({ id }: Placed) => setup.mortal.app.jobHandlers.settle_refund({ refundId: `${id}-R1` });
    const is = { ...paidOnce, refundedCents: 120, mails: [...paidOnce.mails, 'order_refunded'] };
    await killAtEveryStep({ before, dies, ends: fateAfterRecovery, steps: 12 }, is);
  });

  test('of giving up an order that nobody paid', async () => {
    const before = async () => {
      const order = await opened();
      await setup.rows("update orders set created_at = created_at - interval '25 hours' where id = $1", order.id);
      await setup.rows(
        "update payment_attempts set opened_at = opened_at - interval '25 hours' where order_id = $1",
        order.id,
      );
      return order;
    };
    const dies = ({ id }: Placed) => setup.mortal.app.jobHandlers.expire_order({ orderId: id });
    const ends = async (order: Placed) => {
      await setup.fuse.revive();
      await setup.other.app.jobHandlers.expire_order({ orderId: order.id });
      const times = await setup.rows("select from audit_log where subject = $1 and action = 'order.expired'", order.id);
      expect(times).toHaveLength(1);
      return setup.fateOf(order.id);
    };
    const givenUp: Fate = {
      status: 'failed',
      payment: 'expired',
      refundedCents: 0,
      captured: 0,
      mails: ['order_received'],
      alerts: [],
    };
    await killAtEveryStep({ before, dies, ends, steps: 12 }, givenUp);
  });
});
