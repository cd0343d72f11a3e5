// Refunds through a gateway that fails: none is lost, none goes back twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeBack, paidOrder, paidTwice } from '../../tests/support/orders.ts';
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
  await silenceNotices();
  await proveAgain();
});

const { alertsOf, gatewayCalls, read, rows } = paymentSteps(() => store);
const { give, ledgerFaults, look, lookAgain, mailsOf, proveAgain, refundedAtGateway, silenceNotices, statesOf } =
  refundSteps(() => store);

describe('a gateway that fails', () => {
  test('a refused refund returns an error, refunds nothing, and leaves the amount refundable', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'result', operation: 'refund', result: 'FAILURE' });
    const { status, body } = await give(order, { amount: 3 }, 'refused');
    expect(status).toBe(502);
    expect(body).toMatchObject({
      message: expect.any(String),
      refund: { state: 'failed', problem: expect.any(String) },
    });
    expect((await give(order, { amount: 3 }, 'refused')).body.refund.state).toBe('failed');
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid', refunded_amount: 0 });
    expect(await mailsOf(order)).toEqual([]);
    expect((await give(order, { amount: 3 })).body.refund.state).toBe('refunded');
    await store.drain();
    expect(await ledgerFaults()).toEqual([]);
  });

  test('rule 8: an answer that was lost after performing is looked for, and the money goes back once', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
    expect(await give(order, { amount: 1 })).toMatchObject({ status: 200, body: { refund: { state: 'unclear' } } });
    expect(await read(order.id)).toMatchObject({ refunded_amount: 0 });
    await lookAgain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await gatewayCalls('refund', order.id)).toBe(1);
    expect(await refundedAtGateway(order)).toBe(1);
    expect(await read(order.id)).toMatchObject({ refunded_amount: 1 });
    expect(await mailsOf(order)).toHaveLength(1);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('rule 8: a call that was lost before performing is sent again under the same id, after looking', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose_before', operation: 'refund' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('unclear');
    await lookAgain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await gatewayCalls('retrieve_transaction', order.id)).toBe(1);
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
    expect(await alertsOf(order.id)).toEqual(['refund_unsettled']);
    await store.control('/gateway/clear', {});
    await lookAgain(7_200_000);
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await refundedAtGateway(order)).toBe(1);
    expect(await ledgerFaults()).toEqual([]);
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
    expect(await gatewayCalls('refund', order.id)).toBe(1);
    expect(await refundedAtGateway(order)).toBe(1);
    expect(await ledgerFaults()).toEqual([]);
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
    expect(await read(order.id)).toMatchObject({ refunded_amount: given, payment_status: 'paid' });
    expect(await alertsOf(order.id)).toEqual(state === 'failed' ? ['refund_failed'] : []);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('a refund that was performed before a dispute was seen: counted, and the payment stays disputed, reported once', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'lose', operation: 'refund' });
    expect((await give(order, { amount: 3 })).body.refund.state).toBe('unclear');
    await chargeBack(store, order);
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
    await lookAgain();
    expect(await statesOf(order)).toEqual(['refunded']);
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed', refunded_amount: 3 });
    expect(await alertsOf(order.id)).toEqual(['chargeback']);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('a refund that never arrived is not sent to a payment that was charged back meanwhile', async () => {
    const order = await paidOrder(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'refund' });
    expect((await give(order, { amount: 1 })).body.refund.state).toBe('asking');
    await chargeBack(store, order);
    await lookAgain();
    expect((await look(order)).refunds).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/disputed/) },
    ]);
    expect(await refundedAtGateway(order)).toBe(0);
    expect(await alertsOf(order.id)).toEqual(['chargeback', 'refund_failed']);
    expect(await ledgerFaults()).toEqual([]);
  });

  test('nor one of a second payment that was charged back meanwhile, while the order stays paid', async () => {
    const order = await paidTwice(store);
    await store.control('/gateway/fail', { kind: 'busy', operation: 'refund' });
    expect((await give(order, { amount: 3, payment: 1 })).body.refund.state).toBe('asking');
    await chargeBack(store, order);
    await lookAgain();
    expect((await look(order)).refunds).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/disputed/) },
    ]);
    expect(await refundedAtGateway(order)).toBe(0);
    expect(await read(order.id)).toMatchObject({ payment_status: 'paid' });
    expect(await ledgerFaults()).toEqual([]);
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
    expect(await ledgerFaults()).toEqual([]);
  });
});
