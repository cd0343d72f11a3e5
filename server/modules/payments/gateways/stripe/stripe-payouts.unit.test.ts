import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { troubles } from '../../../../../tests/conformance/gateway-stand-in.conformance.ts';
import { type StripeStandIn, startStripeStandIn, stripeKeys } from '../../../../../tests/stand-ins/stripe-stand-in.ts';
import { openSession } from '../../../../../tests/stand-ins/stripe-stand-in-session.ts';
import { payoutTransaction, payoutView } from './stripe-payouts.ts';
import { wirePayout, wireTransaction } from './stripe-wire-types.ts';

let setup: StripeStandIn;
beforeEach(async () => {
  setup = await startStripeStandIn();
});
afterEach(() => setup.stop());

const since = new Date(0);
const list = () => setup.subject.listPayouts?.(since);
const contentsOf = (id: string) => setup.subject.listPayoutTransactions?.(id);

async function paid() {
  const { session } = await openSession(setup);
  return setup.server.objects.pay(session);
}

describe('payouts of stripe', () => {
  it('D-98: have a state, an amount, a day and whether their contents are listed', async () => {
    const { objects } = setup.server;
    const arrival = Date.parse('2026-03-05T00:00:00Z') / 1000;
    const made = [
      { status: 'paid' },
      { status: 'in_transit', reconciliation_status: 'in_progress' },
      { status: 'failed', failure_code: 'account_closed', automatic: false, reconciliation_status: 'not_applicable' },
      { status: 'canceled' },
      { status: 'held' },
    ].map((change) => objects.payOut([objects.bookOther('adjustment', 500)], { arrival_date: arrival, ...change }));
    const usual = { amountCents: 500, currency: 'USD', arrivalDay: '2026-03-05', failure: null, contents: 'complete' };
    expect((await list())?.reverse()).toEqual([
      { ...usual, payoutId: made[0]?.id, state: 'paid' },
      { ...usual, payoutId: made[1]?.id, state: 'in_transit', contents: 'pending' },
      { ...usual, payoutId: made[2]?.id, state: 'failed', failure: 'account_closed', contents: 'none' },
      { ...usual, payoutId: made[3]?.id, state: 'canceled' },
      { ...usual, payoutId: made[4]?.id, state: 'unknown' },
    ]);
    expect(setup.server.calls.at(-1)).toMatchObject({ path: '/v1/payouts', query: { created: { gte: '0' } } });
  });

  it('D-98: contain charges, refunds, disputes, fees and adjustments, which add up to the amount, without the payout', async () => {
    const { objects } = setup.server;
    const session = await paid();
    const charge = objects.bookFee(session, 117);
    const intent = objects.intentOf(session);
    const refunded = objects.refund(intent, { amount: 100, metadata: { refund_id: 'R1' } });
    const booked = [
      charge,
      objects.bookFee(refunded, 0),
      objects.bookFee(objects.dispute(session), 1500),
      objects.bookOther('stripe_fee', -200),
      objects.bookOther('payout_failure', 900),
      objects.bookOther('adjustment', -5),
      objects.bookOther('topup', 7),
    ];
    const payout = objects.payOut(booked);
    const contents = await contentsOf(payout.id);
    const known = { paymentId: intent.id, chargeId: intent.latest_charge };
    expect(contents?.reverse()).toMatchObject([
      { ...known, kind: 'payment', amountCents: 3000, feeCents: 117, gatewayOrderId: 'K7M2NPQ4RSTV-1' },
      { ...known, kind: 'refund', amountCents: -100, paid: { cents: -100, currency: 'USD' }, sourceId: refunded.id },
      { ...known, kind: 'dispute', amountCents: -3000, feeCents: 1500 },
      { kind: 'fee', amountCents: -200, gatewayOrderId: null, paymentId: null, chargeId: null, paid: null },
      { kind: 'payout_returned', amountCents: 900 },
      { kind: 'adjustment', amountCents: -5 },
      { kind: 'other', amountCents: 7 },
    ]);
    expect(contents?.reduce((sum, one) => sum + one.amountCents - one.feeCents, 0)).toBe(payout.amount);
  });

  it('D-98: are read to the last page, however many transactions they have', async () => {
    const { objects } = setup.server;
    const payout = objects.payOut(Array.from({ length: 130 }, () => objects.bookOther('adjustment', 1)));
    expect(await contentsOf(payout.id)).toHaveLength(130);
  });

  it('D-98: in another currency of the account, the amount of the payment is beside that of the payout', async () => {
    const { objects } = setup.server;
    const payout = objects.payOut([objects.bookFee(await paid(), 600, 'brl', 5)]);
    expect(await contentsOf(payout.id)).toMatchObject([
      { amountCents: 15_000, feeCents: 600, paid: { cents: 3000, currency: 'USD' } },
    ]);
  });

  it('D-98: a key that may not read the charges still reads the transactions with their IDs', async () => {
    const { objects } = setup.server;
    const session = await paid();
    const payout = objects.payOut([objects.bookFee(session, 10)]);
    setup.server.lackRights(['expand']);
    const chargeId = objects.intentOf(session).latest_charge;
    expect(await contentsOf(payout.id)).toMatchObject([
      { kind: 'payment', chargeId, sourceId: chargeId, paid: null, gatewayOrderId: null },
    ]);
  });

  it.each([[['payouts']], [['balance_transactions']]])(
    'D-98: a key without the right to %j gets one sentence',
    async (parts) => {
      const payout = setup.server.objects.payOut([setup.server.objects.bookOther('adjustment', 1)]);
      setup.server.lackRights(parts);
      const call = parts[0] === 'payouts' ? list() : contentsOf(payout.id);
      await expect(call).rejects.toMatchObject({
        fault: 'refused',
        message: expect.stringMatching(/^The Stripe key cannot read payouts\./),
      });
      expect(setup.logged()).not.toContain('rk_test');
    },
  );

  it.each(troubles)('D-98: a reading that meets %s is no answer', async (trouble, _, fault) => {
    setup.meet(trouble);
    await expect(list()).rejects.toMatchObject({ name: 'ExternalError', fault });
    await expect(contentsOf('po_1')).rejects.toMatchObject({ name: 'ExternalError', fault });
    for (const secret of setup.secrets) expect(setup.logged()).not.toContain(secret);
    expect(stripeKeys.secretKey).not.toBe('');
  });

  it.each([
    ['charge', 'charge', 'ch_1', 5, 'payment'],
    ['payment', 'charge', 'py_1', 5, 'payment'],
    ['payment_refund', 'refund', 'pyr_1', -5, 'refund'],
    ['refund_failure', 'refund_failure', 're_1', 5, 'refund_failure'],
    ['adjustment', 'dispute', 'du_1', -5, 'dispute'],
    ['adjustment', 'dispute_reversal', 'du_1', 5, 'dispute_reversal'],
    ['adjustment', 'other_adjustment', 'dp_1', -5, 'dispute'],
    ['adjustment', 'other_adjustment', 'dp_1', 5, 'dispute_reversal'],
    ['adjustment', 'other_adjustment', null, 5, 'adjustment'],
    ['payout_cancel', 'payout_reversal', 'po_1', 5, 'payout_returned'],
    ['something_new', 'new', 'xx_1', 5, 'other'],
  ])('D-98: %s of %s with the source %s is a %s', (type, category, source, amount, kind) => {
    const wire = wireTransaction.parse({ id: 'txn_1', type, reporting_category: category, amount, fee: 0, source });
    expect(payoutTransaction(wire).kind).toBe(kind);
  });

  it('D-98: a payout without an essential field has an unknown shape', () => {
    const whole = { id: 'po_1', status: 'paid', amount: 5, currency: 'usd', arrival_date: 1_700_000_000 };
    expect(payoutView(wirePayout.parse({ ...whole, status: 7, failure_code: 5 })).state).toBe('unknown');
    for (const change of [{ id: '' }, { amount: '5' }, { currency: 'dollars' }, { arrival_date: null }]) {
      expect(wirePayout.safeParse({ ...whole, ...change }).success).toBe(false);
    }
  });
});
