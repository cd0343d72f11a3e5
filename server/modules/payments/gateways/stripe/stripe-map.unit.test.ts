import { describe, expect, it } from 'vitest';
import { gatewayView, refundView } from './stripe-map.ts';
import { wireCharge, wireDispute, wireRefund, wireSession } from './stripe-wire-types.ts';

type StripeObjects = { session?: object; intent?: object; charges?: object[]; disputes?: object[]; refunds?: object[] };

function view({ session = {}, intent = {}, charges = [{}], disputes = [], refunds = [] }: StripeObjects) {
  const paid = {
    id: 'cs_1',
    client_reference_id: 'K7M2-1',
    status: 'complete',
    payment_status: 'paid',
    amount_total: 3000,
    currency: 'usd',
    payment_intent: { id: 'pi_1', status: 'succeeded', ...intent },
    ...session,
  };
  const charge = { id: 'ch_1', status: 'succeeded', amount_captured: 3000, amount_refunded: 0, currency: 'usd' };
  return gatewayView(
    wireSession.parse(paid),
    charges.map((each, at) => wireCharge.parse({ ...charge, id: `ch_${at}`, ...each })),
    disputes.map((each, at) => wireDispute.parse({ id: `du_${at}`, ...each })),
    refunds.map((each, at) => wireRefund.parse({ id: `re_${at}`, ...each })),
  );
}

describe('the due date of the evidence', () => {
  it.each([
    [{ due_by: 1_764_806_399 }, new Date('2025-12-03T23:59:59Z')],
    [{ due_by: null }, null],
    [{ due_by: 'soon' }, null],
    [undefined, null],
  ])('is that of the newest dispute: %j', (evidence_details, due) => {
    const older = { status: 'won', evidence_details: { due_by: 1_700_000_000 } };
    const disputes = [{ status: 'needs_response', evidence_details }, older];
    expect(view({ disputes }).disputeDueAt).toEqual(due);
  });
});

describe('the statuses of Stripe', () => {
  it('A-24: are compared without case', () => {
    const objects = {
      session: { status: 'COMPLETE', payment_status: 'Paid' },
      intent: { status: 'Succeeded' },
      charges: [{ status: 'SUCCEEDED' }],
    };
    expect(view(objects)).toMatchObject({ status: 'captured', capturedCents: 3000, unknownStatus: null });
    expect(view({ disputes: [{ status: 'NEEDS_RESPONSE' }] })).toMatchObject({ status: 'disputed' });
    expect(refundView(wireRefund.parse({ id: 're_1', status: 'Succeeded' }), 'R1').status).toBe('refunded');
  });

  it.each<[StripeObjects, string]>([
    [{ session: { status: 'melted' } }, 'session melted'],
    [{ session: { payment_status: 'half' } }, 'payment half'],
    [{ session: { payment_status: undefined } }, 'payment none'],
    [{ intent: { status: 'settling' } }, 'payment intent settling'],
    [{ disputes: [{ status: 'won' }, { status: 'odd' }] }, 'dispute odd'],
  ])('A-24: %j is unknown: never paid, never failed', (objects, unknownStatus) => {
    expect(view(objects)).toMatchObject({ status: 'unclear', unknownStatus });
  });

  it.each<StripeObjects>([
    { intent: { status: 'processing' } },
    { session: { status: 'expired', payment_status: 'unpaid' }, intent: { status: 'canceled' } },
    { disputes: [{ status: 'warning_under_review' }] },
  ])('A-24: %j is known', (objects) => {
    expect(view(objects).unknownStatus).toBeNull();
  });

  it.each([
    [
      { type: 'card', card: { brand: 'visa', last4: '4242', wallet: { type: 'apple_pay' } } },
      { cardWallet: 'apple_pay', cardBrand: 'Visa', cardLast4: '4242' },
    ],
    [
      { type: 'card', card: { brand: 'visa', last4: '4242', wallet: null } },
      { cardWallet: null, cardLast4: '4242' },
    ],
    [
      { type: 'card', card: { brand: 'visa', wallet: { type: 'link' } } },
      { cardWallet: 'link', cardBrand: 'Visa' },
    ],
    [
      { type: 'link', link: { country: 'US' } },
      { cardWallet: 'link', cardBrand: null, cardLast4: null },
    ],
  ])('S-8: of %j stay the wallet, the brand and the last four digits', (details, lastTry) => {
    expect(view({ charges: [{ payment_method_details: details }] }).lastTry).toMatchObject(lastTry);
  });

  it('D-96: the country is that of the card: not that of the payer, nor that of another try', () => {
    const countryOf = (details: object) =>
      view({ charges: [{ payment_method_details: details }] }).lastTry?.cardCountry;
    expect(countryOf({ type: 'card', card: { brand: 'visa', country: 'BR' } })).toBe('BR');
    expect(countryOf({ type: 'card', card: { brand: 'visa', country: null } })).toBeNull();
    expect(countryOf({ type: 'link', link: { country: 'US' } })).toBeNull();
  });

  it('rule 8: the history grows with charges, disputes and their ends', () => {
    const counts = [
      view({ charges: [] }),
      view({}),
      view({ charges: [{ status: 'failed' }, {}] }),
      view({ disputes: [{ status: 'needs_response' }] }),
      view({ disputes: [{ status: 'won' }] }),
    ].map(({ transactionCount }) => transactionCount);
    expect(counts).toEqual([null, 1, 2, 2, 3]);
  });
});
