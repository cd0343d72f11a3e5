// Action items about money: each is listed, and ends when its cause ends. And the list itself.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps, type WaitingKinds } from '../../../tests/support/action-item-steps.ts';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { paymentSteps } from '../../../tests/support/payment-steps.ts';
import { refundSteps } from '../../../tests/support/refund-steps.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import type { QueriedKind } from '../../ports/module-parts.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await clear();
  await proveAgain();
});

const { confirm, rows } = paymentSteps(() => store);
const { give, lookAgain, proveAgain } = refundSteps(() => store);
const { all, aside, clear, itemOf, setStatus, waitsFor } = actionItemSteps(() => store);

const settle = async () => {
  await store.control('/gateway/deliver', {});
  await store.drain();
};
const byHand = ({ id }: Placed) =>
  store.admin.call('POST /api/orders/{id}/confirm-payment', {
    params: { id },
    body: { manual: true, note: 'Bank transfer 17' },
  });

/** Paid, while another form of it was open that took money, too. */
async function paidTwice(): Promise<Placed> {
  const order = await placeOrder(store);
  const session = await openSession(store, order);
  await byHand(order);
  await payAtGateway(store, session);
  await settle();
  return order;
}

test('D-39: an unknown kind is refused with a short sentence, however many kinds there are', async () => {
  const response = await store.raw('/api/admin/attention?kind=nothing', {
    headers: { authorization: `Bearer ${store.adminToken}` },
  });
  expect(response.status).toBe(400);
  const { code, field, message } = await response.json();
  expect({ code, field, message }).toEqual({
    code: 'invalid_input',
    field: 'kind',
    message: 'The field kind is not valid (the API document lists its values).',
  });
});

describe('money that needs a person', () => {
  test('A-24: a payment of another amount waits until the order is confirmed by hand', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, session);
    await confirm(order.id);
    expect(await waitsFor(order)).toEqual(['payment_mismatch']);
    expect((await itemOf(order))?.words).toContain('The captured amount is not the amount of the order.');
    await byHand(order);
    expect(await waitsFor(order)).toEqual([]);
  });

  test('5.2: a second payment waits until all of it was given back', async () => {
    const order = await paidTwice();
    expect(await waitsFor(order)).toEqual(['second_capture']);
    await give(order, { amount: 1, payment: 1 });
    expect(await waitsFor(order)).toEqual(['second_capture']);
    await give(order, { amount: 2, payment: 1 });
    expect(await waitsFor(order)).toEqual([]);
  });

  test('A-29, D-18: a late payment waits until its order goes on, and one of a deleted order until it is given back', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await setStatus(order, 'Failed');
    await payAtGateway(store, session);
    await confirm(order.id);
    expect(await waitsFor(order)).toEqual(['late_payment']);
    await setStatus(order, 'Processing');
    expect(await waitsFor(order)).toEqual([]);

    const deleted = await placeOrder(store);
    const form = await openSession(store, deleted);
    await store.admin.call('DELETE /api/orders/{id}', { params: { id: deleted.id } });
    await payAtGateway(store, form);
    await settle();
    expect(await waitsFor(deleted)).toEqual(['late_payment']);
    await give(deleted, { amount: 3 });
    expect(await waitsFor(deleted)).toEqual([]);
  });

  test('5.2: a charge back waits until it is put aside with a note, which is kept with who wrote it', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
    await settle();
    expect(await waitsFor(order)).toEqual(['chargeback']);
    const item = await itemOf(order);
    expect((await aside('chargeback', item?.subject ?? '', '  Accepted, the buyer is right ')).status).toBe(200);
    expect(await waitsFor(order)).toEqual([]);
    expect(
      await rows("select actor, details from audit_log where action = 'attention.aside' and subject = $1", order.id),
    ).toEqual([
      {
        actor: expect.stringMatching(/^admin:/),
        details: { kind: 'chargeback', subject: item?.subject, note: 'Accepted, the buyer is right' },
      },
    ]);
    expect(await rows('select set_by from attention_aside where subject = $1', item?.subject)).toEqual([
      { set_by: owner.email },
    ]);
  });

  test('rule 8: a refund whose outcome is unknown waits until the store has found it, and cannot be put aside', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
    await give(order, { amount: 1 });
    expect(await waitsFor(order)).toEqual(['refund_unsettled']);
    expect((await aside('refund_unsettled', `${order.id}-R1`)).status).toBe(400);
    await lookAgain();
    expect(await waitsFor(order)).toEqual([]);
  });

  test('D-6: a refund that failed while nobody waited for it waits until another one is tried', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'PENDING' });
    await give(order, { amount: 1 });
    await store.control('/gateway/finish', { orderId: `${order.id}-1`, outcome: 'declined' });
    await lookAgain();
    expect(await waitsFor(order)).toEqual(['refund_failed']);
    store.advance(1_000);
    await give(order, { amount: 1 });
    expect(await waitsFor(order)).toEqual([]);
  });

  test('what the security tab clears still waits here, and is not forgotten with old alerts', async () => {
    const order = await paidTwice();
    await store.admin.call('DELETE /api/admin/security-alerts', {});
    await rows(
      "update alerts set raised_at = raised_at - interval '100 days' where details ->> 'orderId' = $1",
      order.id,
    );
    await store.app.jobHandlers.purge_expired({});
    expect(await waitsFor(order)).toEqual(['second_capture']);
  });
});

describe('older addresses', () => {
  test('D-53: the email of an order that is another spelling is corrected by sending it again', async () => {
    const order = await placeOrder(store);
    const email = 'olga@xn--mnchen-3ya.example';
    await rows(`begin; alter table orders disable trigger orders_clean_address;
      update orders set customer_email = '${email}' where id = '${order.id}';
      alter table orders enable trigger orders_clean_address; commit`);
    expect(await waitsFor(order)).toEqual(['address_collision']);
    const body = { customer_email: email };
    const changed = await store.admin.call('PUT /api/orders/{id}', { params: { id: order.id }, body });
    expect(changed.customer_email).toBe('olga@münchen.example');
    expect(await waitsFor(order)).toEqual([]);
  });
});

describe('the list', () => {
  test('what is unknown, settled or put aside before cannot be put aside', async () => {
    expect((await aside('chargeback', 'nothing')).status).toBe(404);
    expect((await aside('parcels', 'nothing')).status).toBe(400);
    expect((await aside('chargeback', 'nothing', ' ')).status).toBe(400);
  });

  test('shows the newest five of a kind and counts up to a hundred; one kind alone shows all of these', async () => {
    await rows(
      `insert into alerts (id, type, severity, message, details, raised_at)
       select gen_random_uuid(), 'money_difference', 'critical', 'Run ' || n, '{}', now() - n * interval '1 hour'
       from generate_series(1, 120) as n`,
    );
    const of = (kinds: WaitingKinds) => kinds.find(({ kind }) => kind === 'money_difference');
    const few = of(await all());
    expect(few).toMatchObject({ count: 100, more: true, may_set_aside: true });
    expect(few?.items.map(({ words }) => words)).toEqual(['Run 1', 'Run 2', 'Run 3', 'Run 4', 'Run 5']);
    const many = await all({ kind: 'money_difference' });
    expect(many).toHaveLength(1);
    expect(of(many)?.items).toHaveLength(100);
  });

  test('every kind is read from a small separate index', async () => {
    const money = 'alerts_of_money';
    // Heartbeats are a row or two a process, and a store has at most 20 channels.
    const indexes: Record<
      Exclude<QueriedKind, 'jobs_stalled' | 'links_to_send' | 'order_stuck' | 'channel_failing'>,
      string
    > = {
      payment_mismatch: money,
      second_capture: money,
      chargeback: money,
      late_payment: money,
      money_difference: money,
      payout_difference: 'payouts_differing',
      scheduled_prices_refused: 'scheduled_prices_refused',
      refund_failed: money,
      refund_unsettled: 'refunds_open',
      dispatch_unknown: 'dispatches_unsettled',
      dispatch_failed: 'dispatches_failed',
      payment_unknown_status: 'payment_attempts_unknown_status',
      delivery_unknown_status: 'dispatches_unknown_status',
      delivery_stopped: 'dispatches_stopped',
      sending_paused: 'sending_pauses_open',
      link_requested: 'link_requests_open',
      drop_reported: 'drop_reports_open',
      refill_refused: 'delivery_requests_in_vain',
      mail_undelivered: 'mails_undelivered',
      address_collision: 'orders_unclean_email',
      mailbox_failing: 'mailboxes_failing',
      webhook_failing: 'webhook_endpoints_failing',
      webhook_expiring: 'webhook_endpoints_expiring',
      api_key_expiring: 'api_keys_expiring',
    };
    const { now, transaction } = store.db.database;
    for (const [kind, name] of Object.entries(indexes)) {
      await transaction(async (tx) => {
        // The tables of a test are too small for the planner to prefer any index.
        await tx.execute(sql`set local enable_seqscan = off`);
        const question = store.app.ctx.actionItems[kind as QueriedKind](now());
        const { rows: plan } = await tx.execute(sql`explain select * from (${question}) q order by at desc limit 101`);
        expect(JSON.stringify(plan), kind).toContain(` ${name} `);
        expect(JSON.stringify(plan), kind).not.toContain('Seq Scan');
      });
    }
  });

  test('what is open of a full table of orders is found by the indexes of open orders', async () => {
    const { now, transaction } = store.db.database;
    const plans: string[] = [];
    const rolledBack = transaction(async (tx) => {
      await tx.execute(sql`
        insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
          status, payment_status, paid_at, created_at, updated_at)
        select translate(to_char(n, 'FM000000000000'), '0123456789', 'ABCDEFGHJK'), 'buyer@example.com', 'customer', 'Likes',
          500, 300, 'USD', array['x'], 'completed', 'paid', now(), now(), now()
        from generate_series(1, 5000) n`);
      await tx.execute(sql`analyze orders`);
      for (const kind of ['links_to_send', 'order_stuck'] as const) {
        const { rows: plan } = await tx.execute(
          sql`explain select * from (${store.app.ctx.actionItems[kind](now())}) q order by at desc limit 101`,
        );
        plans.push(JSON.stringify(plan));
      }
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(plans[0]).toContain(' orders_to_deliver ');
    for (const index of ['orders_by_hand']) expect(plans[1]).toContain(` ${index} `);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on orders');
  });
});
