import { describe, expect, test } from 'vitest';
import { type LedgerEntry, orderTotals } from './ledger-totals.ts';

const entry = (
  conclusion: string,
  attemptNumber: number | null = 1,
  details: LedgerEntry['said'] = {},
): LedgerEntry => ({
  attemptNumber,
  refundNumber: null,
  conclusion,
  asked: {},
  said: details,
});
const refund = (
  state: string,
  amountCents: number,
  refundNumber = 1,
  attemptNumber: number | null = 1,
): LedgerEntry => ({
  ...entry(`refund_${state}`, attemptNumber),
  refundNumber,
  asked: { amountCents },
});

const paid = [entry('opening'), entry('opened'), entry('captured', 1, { capturedCents: 300 })];

describe('the totals of an order, computed from its ledger', () => {
  test('of an order without entries there is none', () => {
    expect(orderTotals([])).toEqual({
      paymentStatus: 'none',
      paidCents: 0,
      refundedCents: 0,
      attempts: new Map(),
      refunds: new Map(),
    });
  });

  test('a captured payment is paid with what was captured', () => {
    expect(orderTotals(paid)).toMatchObject({
      paymentStatus: 'paid',
      paidCents: 300,
      refundedCents: 0,
      attempts: new Map([[1, 'paid']]),
    });
  });

  test('a form that is over ends the payment only when no other is open', () => {
    const two = [entry('opening'), entry('opened'), entry('opening', 2), entry('opened', 2), entry('session_over')];
    expect(orderTotals(two).paymentStatus).toBe('session');
    expect(orderTotals([...two, entry('session_over', 2)]).paymentStatus).toBe('expired');
  });

  test('a second capture is no payment of the order', () => {
    const { paidCents, attempts } = orderTotals([...paid, entry('second_capture', 2, { capturedCents: 300 })]);
    expect(paidCents).toBe(300);
    expect(attempts).toEqual(
      new Map([
        [1, 'paid'],
        [2, 'second_capture'],
      ]),
    );
  });

  test('what the gateway shows as refunded is counted once, however often it is reported', () => {
    const part = (refundedCents: number) => entry('part_refunded', 1, { refundedCents });
    expect(orderTotals([...paid, part(100), part(100), part(50)])).toMatchObject({ refundedCents: 100 });
    expect(orderTotals([...paid, part(100), entry('refunded')])).toMatchObject({
      paymentStatus: 'refunded',
      refundedCents: 300,
    });
    expect(orderTotals([...paid, entry('refunded', 1, { refundedCents: 900 })]).refundedCents).toBe(300);
  });

  test('D-16: a refund of ours counts once it is done, and all of them end the payment', () => {
    const entries = [...paid, refund('asking', 120)];
    expect(orderTotals(entries)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' });
    expect(orderTotals([...entries, refund('failed', 0)])).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' });
    const done = [...entries, refund('unclear', 0), refund('refunded', 0)];
    expect(orderTotals(done)).toMatchObject({ refundedCents: 120, paymentStatus: 'paid' });
    const all = [...done, refund('asking', 180, 2), refund('refunded', 0, 2)];
    expect(orderTotals(all)).toMatchObject({ refundedCents: 300, paymentStatus: 'refunded' });
  });

  test('a refund of ours that the gateway showed before its answer was known is counted once', () => {
    const seen = [...paid, refund('asking', 120), entry('part_refunded', 1, { refundedCents: 120 })];
    expect(orderTotals([...seen, refund('refunded', 0)])).toMatchObject({ refundedCents: 120 });
  });

  test('what goes back of a second capture is nothing that the order paid', () => {
    const twice = [...paid, entry('second_capture', 2, { capturedCents: 300 })];
    const money = orderTotals([...twice, refund('asking', 300, 1, 2), refund('refunded', 0, 1, 2)]);
    expect(money).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' });
    expect(money.refunds.get(1)).toEqual({ attemptNumber: 2, amountCents: 300, state: 'refunded' });
  });

  test('A-24: a confirmation by hand pays the order with what it says', () => {
    const money = orderTotals([entry('confirmed', null, { note: 'bank transfer', amountCents: 250 })]);
    expect(money).toMatchObject({ paymentStatus: 'paid', paidCents: 250 });
  });

  test('what is carried over stands for everything before it', () => {
    const money = orderTotals([
      entry('over'),
      entry('carried_over', 1, { state: 'closed' }),
      entry('carried_over', null, { paymentStatus: 'expired', paidCents: 0, refundedCents: 0 }),
      entry('captured', 1, { capturedCents: 300 }),
    ]);
    expect(money).toMatchObject({ paymentStatus: 'paid', paidCents: 300, attempts: new Map([[1, 'paid']]) });
  });

  test('a word that is not known says nothing', () => {
    expect(orderTotals([...paid, entry('constructor'), entry('something newer')])).toEqual(orderTotals(paid));
  });
});
