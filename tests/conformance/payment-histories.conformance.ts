// What becomes of an order, whatever gateway takes its money: the same histories over each that the sandbox plays, through the
// contract of the store and the controls of the sandbox.
import { beforeEach, describe, expect, test } from 'vitest';
import type { GatewayName } from '../../contract/gateways.ts';
import { type Placed, placeOrder, sessionBody } from '../support/orders.ts';
import { paymentSteps } from '../support/payment-steps.ts';
import { refundSteps } from '../support/refund-steps.ts';
import type { TestStore } from '../support/store.ts';
import { transferSteps } from '../support/transfer-steps.ts';

export type PlayedGateway = {
  method: GatewayName;
  /** Its controls: `/gateway`, `/stripe`. */
  controls: string;
  /** Fields of the control `pay`. */
  cards: {
    paid: object;
    declined: object;
    /** The bank asks the payer, who proves it or does not; null: the gateway has no such step of its own. */
    proven: { passed: object; failed: object } | null;
  };
  /** After a won dispute: what the store does until it believes it. */
  believeWin?(order: Placed): Promise<void>;
};

export function paymentHistoriesConform(
  { method, controls, cards, believeWin }: PlayedGateway,
  storeOf: () => TestStore,
): void {
  const { alertsOf, attemptsOf, confirm, init, read, rows } = paymentSteps(storeOf);
  const { give, ledgerFaults, lookAgain, statesOf } = refundSteps(storeOf);
  const control = (action: string, fields: object) => storeOf().control(`${controls}/${action}`, fields);
  const at = (order: Placed, attempt = 1) => ({ orderId: `${order.id}-${attempt}` });
  const open = (order: Placed) => init({ ...sessionBody(order), method });
  const opened = async () => {
    const order = await placeOrder(storeOf());
    expect(await open(order)).toMatchObject({ status: 200 });
    return order;
  };
  const pay = (order: Placed, card: object = cards.paid) => control('pay', { ...at(order), ...card });
  /** All waiting notifications arrive, and what follows is done. */
  const notified = async () => {
    const delivered = await control('deliver', {});
    await storeOf().drain();
    return delivered;
  };
  const paid = async () => {
    const order = await opened();
    await pay(order);
    await notified();
    expect(await read(order.id)).toMatchObject({ payment: 'paid' });
    return order;
  };
  const paidMails = ({ id }: Placed) => rows("select from mails where order_id = $1 and kind = 'order_paid'", id);

  describe(`the payment histories with ${method}`, () => {
    beforeEach(async () => {
      await control('clear', {});
      await transferSteps(storeOf).prove();
    });

    test('paid: the notification alone makes the order paid, once', async () => {
      const order = await opened();
      expect(await read(order.id)).toMatchObject({ payment: 'unpaid', payment_status: 'session' });
      await pay(order);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid', status: 'paid', refunded_amount: 0 });
      expect((await confirm(order.id)).status).toBe('success');
      expect(await paidMails(order)).toHaveLength(1);
      expect(await alertsOf(order.id)).toEqual([]);
    });

    test('declined: nothing is paid, and the same form takes another card', async () => {
      const order = await opened();
      await pay(order, cards.declined);
      await notified();
      expect((await confirm(order.id)).status).not.toBe('success');
      expect(await read(order.id)).toMatchObject({ payment: 'declined' });
      await pay(order);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
      expect(await attemptsOf(order.id)).toMatchObject([{ state: 'paid' }]);
    });

    test.runIf(cards.proven)('3-D Secure: the step of the bank decides', async () => {
      const order = await opened();
      await pay(order, cards.proven?.failed);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'declined' });
      await pay(order, cards.proven?.passed);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
    });

    test('a slow answer is an answer', async () => {
      await control('fail', { kind: 'delay', delayMs: 700, operation: 'session' });
      const order = await opened();
      await pay(order);
      await control('fail', { kind: 'delay', delayMs: 700, operation: 'retrieve' });
      expect((await confirm(order.id)).status).toBe('success');
      // Both calls were slow.
      expect(await storeOf().control(controls)).toMatchObject({ rules: [] });
    });

    test('a lost answer costs nobody anything: the next form is paid, once', async () => {
      const order = await placeOrder(storeOf());
      await control('fail', { kind: 'lose', operation: 'session' });
      expect(await open(order)).toMatchObject({ status: 502 });
      expect(await open(order)).toMatchObject({ status: 200 });
      await control('pay', { ...at(order, 2), ...cards.paid });
      await control('fail', { kind: 'lose', operation: 'retrieve' });
      await confirm(order.id).catch(() => null);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
      expect(await alertsOf(order.id)).toEqual([]);
    });

    test('a late notification: the payer is first', async () => {
      const order = await opened();
      await control('fail', { kind: 'delay_notice', delayMs: 60_000, operation: 'pay' });
      await pay(order);
      expect((await confirm(order.id)).status).toBe('success');
      expect(await notified()).toMatchObject({ failed: 0 });
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
      expect(await paidMails(order)).toHaveLength(1);
    });

    test('a lost notification: the store finds the payment by itself', async () => {
      const order = await opened();
      await control('fail', { kind: 'drop_notice', operation: 'pay' });
      await pay(order);
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'unpaid' });
      storeOf().advance(3_600_000);
      await storeOf().app.jobHandlers.sweep_payments({});
      await storeOf().drain();
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
    });

    test('doubled and reversed notifications change nothing more', async () => {
      const order = await opened();
      for (const kind of ['duplicate_notice', 'reorder_notices']) await control('fail', { kind, operation: 'pay' });
      await pay(order);
      await notified();
      await control('notify', { ...at(order), times: 3 });
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid', refunded_amount: 0 });
      expect(await paidMails(order)).toHaveLength(1);
      expect(await alertsOf(order.id)).toEqual([]);
    });

    test('a notification that somebody else signed is not taken', async () => {
      const order = await opened();
      await control('fail', { kind: 'wrong_secret', operation: 'pay', times: 0 });
      await pay(order);
      expect(Number((await notified()).failed)).toBeGreaterThan(0);
      expect(await read(order.id)).toMatchObject({ payment: 'unpaid' });
    });

    test('a payment in doubt is neither paid nor failed until the gateway ends it', async () => {
      const order = await opened();
      await control('fail', { kind: 'settle_later', operation: 'pay' });
      await pay(order);
      expect((await confirm(order.id)).status).toBe('pending');
      await control('finish', at(order));
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'paid' });
    });

    test('refunded in part, then in full', async () => {
      const order = await paid();
      expect(await give(order, { amount: 1 })).toMatchObject({ status: 200 });
      expect(await read(order.id)).toMatchObject({ payment: 'partly_refunded', refunded_amount: 1 });
      expect(await give(order, { amount: order.amount - 1 })).toMatchObject({ status: 200 });
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'refunded', refunded_amount: order.amount });
      expect(await statesOf(order)).toEqual(['refunded', 'refunded']);
    });

    test('a refund whose answer is lost is made once', async () => {
      const order = await paid();
      await control('fail', { kind: 'drop_notice', operation: 'refund' });
      await control('fail', { kind: 'lose', operation: 'refund' });
      await give(order, { amount: 2 });
      await lookAgain();
      expect(await statesOf(order)).toEqual(['refunded']);
      expect(await read(order.id)).toMatchObject({ refunded_amount: 2 });
    });

    test('refunded in the administration of the gateway', async () => {
      const order = await paid();
      await control('refund-outside', at(order));
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'refunded', refunded_amount: order.amount });
    });

    test('disputed and lost', async () => {
      const order = await paid();
      await control('chargeback', at(order));
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'disputed', status: 'failed' });
      await control('end-chargeback', { ...at(order), outcome: 'lost' });
      await notified();
      expect(await read(order.id)).toMatchObject({ payment: 'disputed', status: 'failed' });
      expect(await alertsOf(order.id)).toEqual(['chargeback']);
    });

    test('disputed and won', async () => {
      const order = await paid();
      await control('chargeback', at(order));
      await notified();
      await control('end-chargeback', { ...at(order), outcome: 'won' });
      await notified();
      await believeWin?.(order);
      expect(await read(order.id)).toMatchObject({ payment: 'paid', status: 'paid', refunded_amount: 0 });
      expect(await alertsOf(order.id)).toEqual(['chargeback', 'dispute_won']);
    });

    test('the ledger agrees with the orders', async () => {
      expect(await ledgerFaults()).toEqual([]);
    });
  });
}
