// Refunds through the contract: once, never more than was captured, and shown correctly everywhere.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { chargeBack, openSession, paidOrder, paidTwice, placeOrder, winDispute } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { refundSteps } from '../../tests/support/refund-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await store.control('/provider/clear', {});
  await silenceNotices();
  await proveAgain();
});

const { gatewayCalls, read, rows } = paymentSteps(() => store);
const { send } = deliverySteps(() => store);
const { give, ledgerFaults, look, mailsOf, proveAgain, refundedAtGateway, silenceNotices, statesOf } = refundSteps(
  () => store,
);

describe('a refund', () => {
  test('D-6, D-16: of a part is given back at the gateway, adds to the sum, and leaves the order as it is', async () => {
    const order = await paidOrder(store);
    const { status, body } = await give(order, { amount: 1.2, reason: '  Too slow ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      refund: {
        id: `${order.id}-R1`,
        payment: 1,
        amount: 1.2,
        state: 'refunded',
        reason: 'Too slow',
        undelivered_quantity: null,
        problem: null,
        requested_by: 'owner@shop.example',
      },
    });
    await store.drain();
    expect(await refundedAtGateway(order)).toBe(1.2);
    expect(await read(order.id)).toMatchObject({ status: 'paid', payment_status: 'paid', refunded_amount: 1.2 });
    const [tracked] = (
      await store.visitor.call('GET /api/orders/by-email/{email}', { params: { email: order.email } })
    ).filter(({ id }) => id === order.id);
    expect(tracked).toMatchObject({ refunded_amount: 1.2, payment_status: 'paid' });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('D-16, rule 11: of everything ends the order, which is delivered no further whatever its status says', async () => {
    const order = await paidOrder(store);
    expect((await give(order, { amount: 3 })).body.refund).toMatchObject({ state: 'refunded', amount: 3 });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ status: 'failed', payment_status: 'refunded', refunded_amount: 3 });
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: order.id },
      body: { status: 'Processing' },
    });
    expect((await send(order)).status).toBe(409);
    expect(await give(order, { amount: 0.01 })).toMatchObject({ status: 409, body: { message: expect.any(String) } });
    expect(await ledgerFaults()).toEqual([]);
  });

  test('D-16: of everything ends a paid order that an admin had set to pending by hand, too', async () => {
    const order = await paidOrder(store);
    await store.admin.call('PATCH /api/admin/orders/{id}/status', {
      params: { id: order.id },
      body: { status: 'Pending' },
    });
    expect((await give(order, { amount: 3 })).status).toBe(200);
    expect(await read(order.id)).toMatchObject({ status: 'failed', payment_status: 'refunded' });
  });

  test('D-10, D-16: is emailed to the buyer each time, and recorded in the audit log and, from the request on, in the ledger', async () => {
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
    expect(await gatewayCalls('refund', order.id)).toBe(1);
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
    expect(await ledgerFaults()).toEqual([]);
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
    expect(await ledgerFaults()).toEqual([]);
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
    expect(await gatewayCalls('refund', order.id)).toBe(0);
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
    await chargeBack(store, order);
    expect(await give(order, { amount: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/disputed/) },
    });
  });

  test('a disputed second payment of an order that stays paid, until the dispute is won', async () => {
    const order = await paidTwice(store);
    await chargeBack(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await give(order, { amount: 3, payment: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/disputed/) },
    });
    expect(await refundedAtGateway(order)).toBe(0);
    await winDispute(store, order);
    await proveAgain();
    expect((await give(order, { amount: 3, payment: 1 })).body.refund).toMatchObject({ state: 'refunded' });
    await store.drain();
  });
});
