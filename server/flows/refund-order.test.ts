// Money that goes back, through the contract: once, never more than came, and told everywhere as it is.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, type Placed, paidOrder, payAtGateway, placeOrder } from '../../tests/world/orders.ts';
import { owner, startStore, type TestStore } from '../../tests/world/store.ts';
import { verifyMoney } from '../payments/ledger-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await store.control('/provider/clear', {});
  // A notice may come at any moment; what is shown here must be true without one.
  await store.control('/gateway/fail', { kind: 'drop_notice', operation: 'refund', times: 0 });
  await proveAgain();
});

type Body = { amount?: number; reason?: string; undelivered?: boolean; payment?: number };
const give = ({ id }: { id: string }, body: Body, key: string = randomUUID()) =>
  store.admin.ask(
    'POST /api/admin/orders/{id}/refunds',
    { params: { id }, body: { reason: 'The buyer asked for it', ...body } },
    { 'idempotency-key': key },
  );
const look = ({ id }: { id: string }) => store.admin.call('GET /api/admin/orders/{id}/refunds', { params: { id } });
const read = ({ id }: { id: string }) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const rows = async <T>(sql: string, ...values: unknown[]) =>
  (await store.db.database.pool.query(sql, values)).rows as T[];
const statesOf = async (order: { id: string }) => (await look(order)).refunds.map(({ state }) => state);
const alertsOf = async ({ id }: { id: string }) =>
  (await rows<{ type: string }>("select type from alerts where details->>'orderId' = $1", id)).map(({ type }) => type);
const mailsOf = ({ id }: { id: string }) =>
  rows<{ refund_number: number }>(
    "select refund_number from mails where order_id = $1 and kind = 'order_refunded' order by refund_number",
    id,
  );
const send = (order: Placed) =>
  store.admin.ask('POST /api/admin/orders/{id}/send-post', {
    params: { id: order.id },
    body: { postLink: order.postLinks[0] ?? '', category: order.category },
  });
async function calls(operation: string, { id }: { id: string }, attempt = 1): Promise<number> {
  const found = await store.control(`/calls?side=gateway&operation=${operation}&orderId=${id}-${attempt}`);
  return (found as unknown as unknown[]).length;
}
async function refundedAtGateway({ id }: { id: string }): Promise<number> {
  const order = (await store.control(`/gateway/orders/${id}-1`)) as { totalRefundedAmount: number };
  return order.totalRefundedAmount;
}
const proveAgain = () => store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
/** Moves on to the next look of the store after what is not settled, and takes it. */
async function lookAgain(byMs = 61_000): Promise<void> {
  store.advance(byMs);
  await store.app.jobHandlers.sweep_refunds({});
  await store.drain();
  await proveAgain();
}
async function expectLedgerHolds(): Promise<void> {
  const lines: string[] = [];
  await verifyMoney(store.db.database, (line) => lines.push(line));
  expect(lines.slice(0, -1)).toEqual([]);
}

describe('a refund', () => {
  test('D-6, D-16: of a part is given back at the gateway, adds to the sum, and leaves the order as it is', async () => {
    const order = await paidOrder(store);
    const { status, body } = await give(order, { amount: 1.2, reason: '  Too slow ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      refund: {
        ...{ id: `${order.id}-R1`, payment: 1, amount: 1.2, state: 'refunded', reason: 'Too slow' },
        ...{ undelivered_quantity: null, problem: null, requested_by: 'owner@shop.example' },
      },
    });
    await store.drain();
    expect(await refundedAtGateway(order)).toBe(1.2);
    expect(await read(order)).toMatchObject({ status: 'paid', payment_status: 'paid', refunded_amount: 1.2 });
    const [tracked] = (
      await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email: order.email } })
    ).filter(({ id }) => id === order.id);
    expect(tracked).toMatchObject({ refunded_amount: 1.2, payment_status: 'paid' });
    await expectLedgerHolds();
  });

  test('D-16, rule 11: of everything ends the order, which is delivered no further whatever its status says', async () => {
    const order = await paidOrder(store);
    expect((await give(order, { amount: 3 })).body.refund).toMatchObject({ state: 'refunded', amount: 3 });
    await store.drain();
    expect(await read(order)).toMatchObject({ status: 'failed', payment_status: 'refunded', refunded_amount: 3 });
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: order.id },
      body: { status: 'Processing' },
    });
    expect((await send(order)).status).toBe(409);
    expect(await give(order, { amount: 0.01 })).toMatchObject({ status: 409, body: { message: expect.any(String) } });
    await expectLedgerHolds();
  });

  test('D-10, D-16: is told to the buyer each time, in the audit, and in the ledger from the asking on', async () => {
    const order = await paidOrder(store);
    await give(order, { amount: 1 });
    await give(order, { amount: 0.5 });
    await store.drain();
    expect(await mailsOf(order)).toEqual([{ refund_number: 1 }, { refund_number: 2 }]);
    expect(
      await rows(
        "select action, actor like 'admin:%' as by_admin from audit_log where subject = $1 and action like 'refund%' order by id",
        order.id,
      ),
    ).toEqual([
      { action: 'refund.asked', by_admin: true },
      { action: 'refund.refunded', by_admin: false },
      { action: 'refund.asked', by_admin: true },
      { action: 'refund.refunded', by_admin: false },
    ]);
    expect(
      await rows(
        'select conclusion, source, refund_number from payment_events where order_id = $1 and refund_number = 1 order by id',
        order.id,
      ),
    ).toEqual([
      { conclusion: 'refund_asking', source: 'admin', refund_number: 1 },
      { conclusion: 'refund_refunded', source: 'admin', refund_number: 1 },
    ]);
  });

  test('D-31: the same Idempotency-Key gives the same refund, and another request under it is refused', async () => {
    const order = await paidOrder(store);
    const first = await give(order, { amount: 1 }, 'key 1');
    const again = await give(order, { amount: 1 }, 'key 1');
    expect(again).toMatchObject({ status: 200, body: { refund: { id: first.body.refund.id, amount: 1 } } });
    expect((await give(order, { amount: 2 }, 'key 1')).status).toBe(422);
    const other = await paidOrder(store);
    expect((await give(other, { amount: 1 }, 'key 1')).body.refund.id).toBe(`${other.id}-R1`);
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await refundedAtGateway(order)).toBe(1);
    await store.drain();
  });

  test('D-31: ten calls at once under one key are one refund', async () => {
    const order = await paidOrder(store);
    const answers = await Promise.all(Array.from({ length: 10 }, () => give(order, { amount: 1 }, 'one')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refund.id}`))).toEqual(
      new Set([`200 ${order.id}-R1`]),
    );
    expect(await calls('refund', order)).toBe(1);
    await store.drain();
    expect(await refundedAtGateway(order)).toBe(1);
  });

  test('two refunds that race give back no more than was paid', async () => {
    const order = await paidOrder(store);
    const answers = await Promise.all([
      give(order, { amount: 2 }),
      give(order, { amount: 2 }),
      give(order, { amount: 2 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await refundedAtGateway(order)).toBe(2);
    await store.drain();
    await expectLedgerHolds();
  });

  test('the database itself holds the sum, also against a program that does not ask', async () => {
    const order = await paidOrder(store);
    await give(order, { amount: 2 });
    const add = (number: number, cents: number, attempt: number | null = 1) =>
      rows(
        `insert into refunds (order_id, number, attempt_number, refund_id, amount_cents, currency, reason, state,
          request_key, request_hash, requested_by, created_at, updated_at, look_at)
         values ($1, $2, $3, $5, $4, 'USD', 'x', 'asking', $5, '', '', now(), now(), now())`,
        order.id,
        number,
        attempt,
        cents,
        `${order.id}-R${number}`,
      );
    await expect(add(2, 101)).rejects.toMatchObject({ constraint: 'refunds_within_captured' });
    await expect(add(2, 1, null)).rejects.toMatchObject({ constraint: 'refunds_within_captured' });
    const raced = await Promise.allSettled([add(3, 60), add(4, 60)]);
    expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(
      rows('update refunds set amount_cents = 1 where order_id = $1 and number = 1', order.id),
    ).rejects.toThrow('A refund is not another one afterwards');
    await expect(rows('delete from refunds where order_id = $1', order.id)).rejects.toThrow('append-only');
    await rows("update refunds set state = 'failed', look_at = null where order_id = $1 and number > 1", order.id);
    await rows(
      `insert into payment_events (order_id, attempt_number, refund_number, source, conclusion, asked, said, happened_at)
       select order_id, 1, number, 'job', word, jsonb_build_object('amountCents', amount_cents), '{}', now()
       from refunds, unnest(array['refund_asking', 'refund_failed']) as word where order_id = $1 and number > 1`,
      order.id,
    );
    await store.drain();
    await expectLedgerHolds();
  });
});

describe('what is refused', () => {
  test('a refund of an order that is not paid, with a sentence', async () => {
    const order = await placeOrder(store);
    expect(await give(order, { amount: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/not paid/) },
    });
    await openSession(store, order);
    expect((await give(order, { amount: 1 })).status).toBe(409);
    expect((await look(order)).payments).toEqual([]);
  });

  test('an order that does not exist', async () => {
    expect((await give({ id: 'AAAAAAAAAAAA' }, { amount: 1 })).status).toBe(404);
    const { status } = await store.admin.ask('GET /api/admin/orders/{id}/refunds', { params: { id: 'AAAAAAAAAAAA' } });
    expect(status).toBe(404);
  });

  test.each([
    ['nothing', {}, 400],
    ['zero', { amount: 0 }, 400],
    ['less than zero', { amount: -1 }, 400],
    ['half a cent', { amount: 0.005 }, 400],
    ['a word', { amount: '1' as never }, 400],
    ['more than any amount', { amount: 1e300 }, 400],
    ['more than was paid', { amount: 3.01 }, 409],
    ['no reason', { amount: 1, reason: '  ' }, 400],
    ['an endless reason', { amount: 1, reason: 'x'.repeat(501) }, 400],
    ['a payment that is not there', { amount: 1, payment: 7 }, 400],
  ])('%s as a refund, with a sentence', async (_name, body, status) => {
    const order = await paidOrder(store);
    const answer = await give(order, body);
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/^[A-Z].{10,}\.$/s) } });
    expect((await look(order)).refunds).toEqual([]);
    expect(await calls('refund', order)).toBe(0);
  });

  test('a refund without an Idempotency-Key, or without a recent password', async () => {
    const order = await paidOrder(store);
    const input = { params: { id: order.id }, body: { amount: 1, reason: 'x' } };
    const bare = await store.admin.ask('POST /api/admin/orders/{id}/refunds', input);
    expect(bare).toMatchObject({ status: 400, body: { message: 'Send an Idempotency-Key with a refund.' } });
    await rows("update admin_sessions set login_at = login_at - interval '1 hour', stepped_up_at = null");
    try {
      expect(await give(order, { amount: 1 })).toMatchObject({ status: 403, body: { code: 'step_up' } });
    } finally {
      await rows("update admin_sessions set login_at = login_at + interval '1 hour'");
    }
    expect((await look(order)).refunds).toEqual([]);
  });

  test('a disputed payment: its bank decides', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/chargeback', { orderId: `${order.id}-1` });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await give(order, { amount: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/disputed/) },
    });
  });
});

describe('a gateway that fails', () => {
  test('a refund that it refuses is told, gives nothing back, and leaves the amount free', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'FAILURE' });
    const { status, body } = await give(order, { amount: 3 }, 'refused');
    expect(status).toBe(502);
    expect(body).toMatchObject({
      message: expect.any(String),
      refund: { state: 'failed', problem: expect.any(String) },
    });
    expect((await give(order, { amount: 3 }, 'refused')).body.refund.state).toBe('failed');
    expect(await read(order)).toMatchObject({ payment_status: 'paid', refunded_amount: 0 });
    expect(await mailsOf(order)).toEqual([]);
    expect((await give(order, { amount: 3 })).body.refund.state).toBe('refunded');
    await store.drain();
    await expectLedgerHolds();
  });

  test('rule 8: an answer that was lost after performing is looked for, and the money goes back once', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
    expect(await give(order, { amount: 1 })).toMatchObject({ status: 200, body: { refund: { state: 'unclear' } } });
    expect(await read(order)).toMatchObject({ refunded_amount: 0 });
    await lookAgain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await calls('refund', order)).toBe(1);
    expect(await refundedAtGateway(order)).toBe(1);
    expect(await read(order)).toMatchObject({ refunded_amount: 1 });
    expect(await mailsOf(order)).toHaveLength(1);
    await expectLedgerHolds();
  });

  test('rule 8: a call that was lost before performing is sent again under the same id, after looking', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose_before', operation: 'refund' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('unclear');
    await lookAgain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await calls('retrieve_transaction', order)).toBe(1);
    expect(await refundedAtGateway(order)).toBe(1);
  });

  test('a gateway that is down: the refund is kept, and carried through when it is back', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', times: 0 });
    const { status, body } = await give(order, { amount: 1 });
    expect(status).toBe(200);
    expect(body.refund).toMatchObject({ state: 'asking', problem: expect.stringMatching(/keeps trying/) });
    await lookAgain();
    expect(await statesOf(order)).toEqual(['asking']);
    await lookAgain(3_700_000);
    expect(await alertsOf(order)).toEqual(['refund_unsettled']);
    await store.control('/gateway/clear', {});
    await lookAgain(7_200_000);
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await refundedAtGateway(order)).toBe(1);
    await expectLedgerHolds();
  });

  test('a stop between the answer and its record: the next look finds what was performed', async () => {
    const order = await paidOrder(store);
    await rows(
      `create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$`,
    );
    await rows('create trigger stop_here before update on refunds for each row execute function stop_here()');
    try {
      expect((await give(order, { amount: 1 }, 'stopped')).status).toBe(500);
    } finally {
      await rows('drop trigger stop_here on refunds');
      await rows('drop function stop_here');
    }
    expect(await refundedAtGateway(order)).toBe(1);
    expect((await give(order, { amount: 1 }, 'stopped')).body.refund.state).toBe('asking');
    await lookAgain();
    expect((await give(order, { amount: 1 }, 'stopped')).body.refund.state).toBe('refunded');
    expect(await calls('refund', order)).toBe(1);
    expect(await refundedAtGateway(order)).toBe(1);
    await expectLedgerHolds();
  });

  test.each([
    ['approved', 'refunded', 1],
    ['declined', 'failed', 0],
  ] as const)('a refund that is pending at the gateway is followed to its end: %s', async (outcome, state, given) => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'PENDING' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('pending');
    await lookAgain();
    expect(await statesOf(order)).toEqual(['pending']);
    await store.control('/gateway/finish', { orderId: `${order.id}-1`, outcome });
    await lookAgain(120_000);
    expect(await statesOf(order)).toEqual([state]);
    expect(await read(order)).toMatchObject({ refunded_amount: given, payment_status: 'paid' });
    expect(await alertsOf(order)).toEqual(state === 'failed' ? ['refund_failed'] : []);
    await expectLedgerHolds();
  });

  test('two processes that look after one refund at once record it once', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose_before', operation: 'refund' });
    await give(order, { amount: 1 });
    const settle = () => store.app.jobHandlers.settle_refund({ refundId: `${order.id}-R1` });
    await Promise.all([settle(), settle(), settle(), settle()]);
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await mailsOf(order)).toHaveLength(1);
    expect(await refundedAtGateway(order)).toBe(1);
    await store.drain();
    await expectLedgerHolds();
  });
});

describe('money that went another way', () => {
  test('a refund made at the gateway leaves less to give back here, and both add up', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 100 });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect((await look(order)).payments).toEqual([{ payment: 1, kind: 'paid', amount: 3, left: 2 }]);
    expect(await give(order, { amount: 2.5 })).toMatchObject({
      status: 409,
      body: { message: 'At most $2.00 can be given back.' },
    });
    await give(order, { amount: 0.5 });
    await store.drain();
    expect(await read(order)).toMatchObject({ refunded_amount: 1.5, payment_status: 'paid' });
    await give(order, { amount: 1.5 });
    await store.drain();
    expect(await read(order)).toMatchObject({ refunded_amount: 3, payment_status: 'refunded', status: 'failed' });
    await expectLedgerHolds();
  });

  test('a refund made at the gateway that nobody here has seen yet: the gateway refuses, and then it is seen', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'drop_notice', times: 0 });
    await store.control('/gateway/refund-outside', { orderId: `${order.id}-1`, amountCents: 200 });
    expect((await give(order, { amount: 3 })).status).toBe(502);
    await store.drain();
    expect(await read(order)).toMatchObject({ refunded_amount: 2 });
    expect((await look(order)).payments).toMatchObject([{ left: 1 }]);
    await expectLedgerHolds();
  });

  test('A-24: an order that an admin vouched for is given back by hand, which is recorded', async () => {
    const order = await placeOrder(store);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'bank transfer 17' },
    });
    expect((await give(order, { amount: 1 })).body.refund).toMatchObject({ payment: null, state: 'refunded' });
    expect((await give(order, { amount: 2.01 })).status).toBe(409);
    expect((await give(order, { amount: 2 })).body.refund).toMatchObject({ state: 'refunded' });
    expect(await read(order)).toMatchObject({ payment_status: 'refunded', refunded_amount: 3 });
    await expectLedgerHolds();
  });

  test('rule 9: a second capture is given back by its number, and the order stays paid', async () => {
    const order = await placeOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'session' });
    await openSession(store, order).catch(() => '');
    await payAtGateway(store, await openSession(store, order));
    await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
    await store.control('/gateway/pay', { orderId: `${order.id}-1`, expiry: '01/39' });
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect((await look(order)).payments).toEqual([
      { payment: 2, kind: 'paid', amount: 3, left: 3 },
      { payment: 1, kind: 'second', amount: 3, left: 3 },
    ]);
    expect((await give(order, { amount: 3, payment: 1 })).body.refund).toMatchObject({ payment: 1, state: 'refunded' });
    await store.drain();
    expect(await refundedAtGateway(order)).toBe(3);
    expect(await read(order)).toMatchObject({ payment_status: 'paid', status: 'paid', refunded_amount: 0 });
    expect((await look(order)).payments).toMatchObject([{ left: 3 }, { left: 0 }]);
    await expectLedgerHolds();
  });
});

describe('the undelivered part', () => {
  const live = (change: object) => store.control('/provider/advance', change);
  const follow = async () => {
    store.advance(60_000);
    await store.app.jobHandlers.follow_deliveries({});
    await store.drain();
  };

  test('D-6: is what the provider says remains, computed to the cent, and given back once', async () => {
    const order = await paidOrder(store);
    const sent = await send(order);
    expect(sent.status).toBe(200);
    const providerId = sent.body.apiOrder.api_order_id;
    expect((await look(order)).undelivered).toMatchObject({ quantity: 0, amount: 0, running: 1 });
    expect((await give(order, { undelivered: true })).status).toBe(409);
    await live({ order: providerId, status: 'Partial', remains: 123 });
    await follow();
    expect((await look(order)).undelivered).toEqual({ quantity: 123, amount: 0.74, running: 0, unknown: 0 });
    expect(await give(order, { undelivered: true, amount: 1 })).toMatchObject({
      status: 409,
      body: { message: 'The undelivered part is worth $0.74 by now. Look at it again.' },
    });
    expect((await give(order, { undelivered: true, amount: 0.74 })).body.refund).toMatchObject({
      ...{ amount: 0.74, undelivered_quantity: 123, state: 'refunded' },
    });
    expect((await look(order)).undelivered).toMatchObject({ quantity: 0, amount: 0 });
    expect((await give(order, { undelivered: true })).status).toBe(409);
    await store.drain();
    await expectLedgerHolds();
  });

  test('D-6: of an order that was never sent is all of it', async () => {
    const order = await paidOrder(store);
    expect((await give(order, { undelivered: true })).body.refund).toMatchObject({
      ...{ amount: 3, undelivered_quantity: 500, state: 'refunded' },
    });
    await store.drain();
    expect(await read(order)).toMatchObject({ payment_status: 'refunded', status: 'failed' });
  });

  test('rule 11: nothing is sent while a refund is under way, and nothing is given back while a link is being sent', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'refund' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('asking');
    expect(await send(order)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/refund/) } });
    await lookAgain();
    expect((await send(order)).status).toBe(200);
    const other = await paidOrder(store);
    await store.control('/provider/fail', { kind: 'delay', operation: 'add', delayMs: 700 });
    const sending = send(other);
    await expect.poll(async () => (await rows('select from dispatches where order_id = $1', other.id)).length).toBe(1);
    expect((await give(other, { amount: 1 })).status).toBe(409);
    expect((await sending).status).toBe(200);
    expect((await give(other, { amount: 1 })).status).toBe(200);
    await store.drain();
  });
});
