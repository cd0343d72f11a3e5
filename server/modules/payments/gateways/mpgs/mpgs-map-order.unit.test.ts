import { describe, expect, it } from 'vitest';
import type { GatewayStatus } from '../../gateway.ts';
import { gatewayStatus, gatewayView } from './mpgs-map.ts';
import { wireOrder } from './mpgs-wire-types.ts';

const view = (fields: object) => gatewayView(wireOrder.parse({ id: 'K7M2-1', ...fields }));

describe('the order status', () => {
  const meanings: [string, string, GatewayStatus][] = [
    ['INITIATED', 'UNKNOWN', 'unpaid'],
    ['AUTHENTICATION_INITIATED', 'UNKNOWN', 'unpaid'],
    ['AUTHENTICATION_SUCCESSFUL', 'SUCCESS', 'unpaid'],
    ['AUTHENTICATION_NOT_NEEDED', 'SUCCESS', 'unpaid'],
    ['AUTHENTICATION_UNSUCCESSFUL', 'FAILURE', 'unpaid'],
    ['AUTHENTICATED', 'SUCCESS', 'unpaid'],
    ['AUTHORIZED', 'SUCCESS', 'authorized'],
    ['CAPTURED', 'SUCCESS', 'captured'],
    ['PARTIALLY_CAPTURED', 'SUCCESS', 'partially_captured'],
    ['PARTIALLY_REFUNDED', 'SUCCESS', 'partially_refunded'],
    ['REFUNDED', 'SUCCESS', 'refunded'],
    ['REFUND_REQUESTED', 'SUCCESS', 'unclear'],
    ['EXCESSIVELY_REFUNDED', 'SUCCESS', 'refunded'],
    ['CANCELLED', 'SUCCESS', 'cancelled'],
    ['EXPIRED', 'FAILURE', 'expired'],
    ['FAILED', 'FAILURE', 'declined'],
    ['DISPUTED', 'SUCCESS', 'disputed'],
    ['CHARGEBACK_PROCESSED', 'SUCCESS', 'disputed'],
    ['VERIFIED', 'SUCCESS', 'unclear'],
    ['FUNDING', 'SUCCESS', 'unclear'],
  ];
  it.each(meanings)('%s with %s means %s, in any case', (status, result, meaning) => {
    expect(gatewayStatus(status, result)).toBe(meaning);
    expect(gatewayStatus(status.toLowerCase(), result.toLowerCase())).toBe(meaning);
    expect(gatewayStatus(` ${status.charAt(0)}${status.slice(1).toLowerCase()} `, ` ${result} `)).toBe(meaning);
  });

  it.each([
    ['captured', 'success', null],
    ['AUTHENTICATION_SUCCESSFUL', 'SUCCESS', null],
    ['REFUND_REQUESTED', 'SUCCESS', null],
    ['CAPTURED', 'PENDING', null],
    ['CAPTURED', 'unknown', null],
    ['CAPTURED', 'FAILURE', 'CAPTURED, result FAILURE'],
    ['Captured', 'DONE', 'Captured, result DONE'],
    ['SETTLED', 'SUCCESS', 'SETTLED'],
    ['FUNDING', 'SUCCESS', 'FUNDING'],
    ['authentication', 'SUCCESS', 'authentication'],
    ['', 'SUCCESS', 'none'],
    ['__proto__', 'SUCCESS', '__proto__'],
  ])('A-24: the unknown status of %j with %j is %j', (status, result, unknownStatus) => {
    expect(view({ status, result })).toMatchObject({ unknownStatus });
    if (unknownStatus !== null) expect(view({ status, result }).status).toBe('unclear');
  });

  it.each(['FAILURE', 'PENDING', 'UNKNOWN', 'ERROR', ''])(
    'A-24: CAPTURED with result "%s" is not paid (rule 3)',
    (result) => {
      expect(gatewayStatus('CAPTURED', result)).toBe('unclear');
    },
  );

  it.each(['', 'CAPTURE D', 'SETTLED', 'toString', '__proto__'])(
    'A-24: "%s" is unknown: never paid, never failed',
    (status) => {
      expect(gatewayStatus(status, 'SUCCESS')).toBe('unclear');
    },
  );

  it('A-24: a missing status and a missing result are unclear', () => {
    expect(view({})).toMatchObject({ status: 'unclear', rawStatus: '', rawResult: '' });
    expect(view({ status: 'CAPTURED' })).toMatchObject({ status: 'unclear', rawStatus: 'CAPTURED' });
    expect(view({ status: 7, result: 'SUCCESS' }).status).toBe('unclear');
  });

  it('a payment in doubt after the authentication is looked at again (rule 7)', () => {
    expect(gatewayStatus('AUTHENTICATED', 'UNKNOWN')).toBe('unclear');
    expect(gatewayStatus('AUTHENTICATED', 'PENDING')).toBe('unclear');
    expect(gatewayStatus('AUTHENTICATED', 'SUCCESS')).toBe('unpaid');
  });
});

describe('the view of an order', () => {
  it('carries the amounts in cents and the time of the last change', () => {
    expect(
      view({
        merchant: 'M1',
        result: 'SUCCESS',
        status: 'CAPTURED',
        amount: 30,
        currency: 'USD',
        totalAuthorizedAmount: 30,
        totalCapturedAmount: 30,
        totalRefundedAmount: 0,
        lastUpdatedTime: '2026-11-02T10:00:00.123Z',
        customer: { email: 'buyer@example.com' },
      }),
    ).toEqual({
      gatewayOrderId: 'K7M2-1',
      status: 'captured',
      rawStatus: 'CAPTURED',
      rawResult: 'SUCCESS',
      amountCents: 3000,
      capturedCents: 3000,
      refundedCents: 0,
      refundCount: null,
      currency: 'USD',
      failedTries: 0,
      lastTry: null,
      unknownStatus: null,
      transactionCount: null,
      formOpen: null,
      disputeDueAt: null,
      lastUpdatedAt: new Date('2026-11-02T10:00:00.123Z'),
    });
  });

  it('rule 8: counts its transactions, each id once', () => {
    const entry = (id?: string) => ({ result: 'SUCCESS', transaction: { type: 'PAYMENT', id } });
    expect(view({ transaction: [entry('1'), entry('2'), entry('2')] }).transactionCount).toBe(2);
    expect(view({ transaction: [entry('1'), entry()] }).transactionCount).toBe(2);
    expect([view({ transaction: [] }), view({})].map((one) => one.transactionCount)).toEqual([null, null]);
  });

  it('A-24: of several tries the paid one counts, else the open one, else the last that failed, wherever they stand', () => {
    const entry = (id: string, result: string, time: string, gatewayCode: string) => ({
      result,
      transaction: { id, type: 'PAYMENT' },
      response: { gatewayCode },
      timeOfRecord: `2026-11-02T10:00:${time}Z`,
    });
    const [paid, open] = [entry('1', 'SUCCESS', '02', 'APPROVED'), entry('2', 'PENDING', '01', 'UNKNOWN')];
    const [late, early] = [entry('3', 'FAILURE', '09', 'EXPIRED_CARD'), entry('4', 'FAILURE', '05', 'DECLINED')];
    const authentication = { result: 'SUCCESS', transaction: { id: '5', type: 'AUTHENTICATION' } };
    const known = (...transaction: object[]) => {
      const { transactionId, declineCode } = view({ transaction: [...transaction, authentication] }).lastTry ?? {};
      return [transactionId, declineCode];
    };
    expect(known(paid, open, late, early)).toEqual(['1', null]);
    expect(known(late, open, early)).toEqual(['2', null]);
    expect(known(late, early)).toEqual(['3', 'EXPIRED_CARD']);
    expect(view({ transaction: [authentication] }).lastTry).toBeNull();
  });

  it('S-8: the wallet is the one that the order names', () => {
    const transaction = [{ result: 'SUCCESS', transaction: { id: '1', type: 'PAYMENT' } }];
    const walletOf = (walletProvider?: string) => view({ transaction, walletProvider }).lastTry?.cardWallet;
    expect([walletOf('GOOGLE_PAY'), walletOf('MASTERPASS_ONLINE'), walletOf()]).toEqual(['google_pay', null, null]);
  });

  it('A-24: failed tries count in any case', () => {
    const failed = { result: 'failure', transaction: { type: 'payment', id: '1' } };
    expect(view({ transaction: [failed] }).failedTries).toBe(1);
  });

  const amounts: [unknown, number | null][] = [
    [30.1, 3010],
    [0.29, 29],
    [0.01, 1],
    [1.005, null],
    [8000.07, 800007],
    ['30.00', 3000],
    ['30', 3000],
    ['30.1', 3010],
    ['0.29', 29],
    [0, 0],
    [1e21, null],
    ['1e3', null],
    [-30, null],
    ['-30.00', null],
    ['30,00', null],
    [' 30', null],
    ['', null],
    [null, null],
    [true, null],
    [{ value: 30 }, null],
    [undefined, null],
  ];
  it.each(amounts)('GEN-19: reads the amount %j as %j cents', (amount, cents) => {
    const seen = view({ amount, totalCapturedAmount: amount, totalRefundedAmount: amount });
    expect([seen.amountCents, seen.capturedCents, seen.refundedCents]).toEqual([cents, cents, cents]);
  });

  it.each([undefined, null, '', 'yesterday', '2026-11-02', '2026-11-02T10:00:00', '2026-99-02T10:00:00Z', 17])(
    'takes %j for no time',
    (lastUpdatedTime) => {
      expect(view({ lastUpdatedTime }).lastUpdatedAt).toBeNull();
    },
  );

  it('reads a time with an offset', () => {
    expect(view({ lastUpdatedTime: '2026-11-02T10:00:00+02:00' }).lastUpdatedAt).toEqual(
      new Date('2026-11-02T08:00:00Z'),
    );
  });

  it('A-29: counts the failed payments only, wherever they stand among other entries', () => {
    const entry = (type: string, result: string) => ({ result, transaction: { id: '1', type } });
    const transaction = [
      entry('AUTHENTICATION', 'SUCCESS'),
      entry('PAYMENT', 'FAILURE'),
      entry('AUTHENTICATION', 'FAILURE'),
      entry('PAYMENT', 'FAILURE'),
      entry('PAYMENT', 'PENDING'),
      entry('PAYMENT', 'SUCCESS'),
      entry('REFUND', 'FAILURE'),
    ];
    expect(view({ status: 'CAPTURED', result: 'SUCCESS', transaction })).toMatchObject({
      status: 'captured',
      failedTries: 2,
    });
  });

  it('A-24: a successful authentication alone is no payment', () => {
    const transaction = [{ result: 'SUCCESS', transaction: { type: 'AUTHENTICATION' } }];
    expect(view({ status: 'AUTHENTICATED', result: 'SUCCESS', transaction })).toMatchObject({
      status: 'unpaid',
      failedTries: 0,
    });
  });

  it.each([undefined, null, 'none', {}, [null, 3, {}, { transaction: 4 }]])(
    'takes the history %j for no tries',
    (transaction) => {
      expect(view({ transaction }).failedTries).toBe(0);
    },
  );

  it('is not made from an answer that names no order', () => {
    expect(wireOrder.safeParse({ status: 'CAPTURED', result: 'SUCCESS' }).success).toBe(false);
  });

  it.each(['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 'nonsense'])(
    'the time %s is no time',
    (lastUpdatedTime) => {
      expect(view({ lastUpdatedTime }).lastUpdatedAt).toBeNull();
    },
  );

  it('words that no database holds are made harmless', () => {
    const odd = view({ status: 'A\u0000B', result: 'x\ud800', currency: 'U\u0000D' });
    expect([odd.rawStatus, odd.rawResult, odd.currency]).toEqual(['A\uFFFDB', 'x\uFFFD', 'U\uFFFDD']);
  });
});

describe('the number of refunds', () => {
  const entry = (id: string, type = 'REFUND', result = 'SUCCESS') => ({ result, transaction: { id, type } });
  it.each([
    [[], null],
    [[entry('1', 'PAYMENT')], 0],
    [[entry('1', 'PAYMENT'), entry('2'), entry('3')], 2],
    [[entry('2'), entry('2')], 1],
    [
      [entry('2'), entry('3', 'refund', 'success'), entry('4', 'REFUND', 'FAILURE'), entry('5', 'REFUND', 'PENDING')],
      2,
    ],
    [[entry('2', 'VOID_REFUND'), entry('3', 'CHARGEBACK')], 0],
  ])('D-98: counts successful refunds once each: %j', (transaction, count) => {
    expect(view({ transaction }).refundCount).toBe(count);
  });
});
