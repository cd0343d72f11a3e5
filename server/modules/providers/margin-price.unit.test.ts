import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dearestFee } from '../../../contract/margin-percent.ts';
import { firstOffers, offerCents, offerOf } from '../../../contract/offers.ts';
import { estimateFee } from '../payments/payment-fees.ts';
import { floorPrice, nextPrice, roundedUp, targetPrice } from './margin-price.ts';

const fee = fc.record({
  percent: fc.integer({ min: 0, max: 1_500 }).map((hundredths) => hundredths / 100),
  fixed: fc.integer({ min: 0, max: 200 }).map((cents) => cents / 100),
});

describe('D-104: the price of a margin rule', () => {
  test('at the floor price, no quantity on sale leaves less than the floor, to the cent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...firstOffers()),
        fc.integer({ min: 0, max: 60 }),
        fee,
        fc.double({ min: 0.001, max: 5, noNaN: true }),
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 }),
        (offer, share, rule, ratePerThousand, picks) => {
          const unitCost = ratePerThousand / 10;
          const micros = floorPrice(share, unitCost, dearestFee([rule]), offer);
          if (micros === null) throw new Error('There is a price.');
          const steps = (offer.max_quantity - offer.min_quantity) / offer.step_quantity;
          for (const pick of [0, steps, ...picks]) {
            const quantity = offer.min_quantity + (pick % (steps + 1)) * offer.step_quantity;
            const price = offerCents({ ...offer, unit_price_micros: micros }, quantity);
            const kept =
              price - (estimateFee({ refund: null, dispute: null, ...rule }, price) ?? 0) - unitCost * quantity;
            expect(kept * 100).toBeGreaterThanOrEqual(price * share - 1e-6);
          }
        },
      ),
    );
  });

  test('a target is met by 1,000 units without a discount', () => {
    // 1,000 units cost $1.50; 2.9 % and 30 cents of the payment; half of the price remains.
    const micros = roundedUp(targetPrice(50, 0.15, { percent: 2.9, fixedCents: 30 }) ?? 0);
    expect(micros).toBe(3_840);
    expect(384 - Math.round(384 * 0.029) - 30 - 150).toBeGreaterThanOrEqual(192);
  });

  test('no price leaves more than the fee does', () => {
    expect(targetPrice(90, 0.1, { percent: 10, fixedCents: 0 })).toBe(null);
    expect(floorPrice(95, 0.1, { percent: 10, fixedCents: 0 }, offerOf(firstOffers(), 'Likes'))).toBe(null);
  });

  test.each([
    [9_000, { present: 6_000, lowest: 6_000, highest: 6_000 }, 6_600],
    [9_000, { present: 6_600, lowest: 6_000, highest: 6_600 }, 6_600],
    [3_000, { present: 6_000, lowest: 6_000, highest: 6_000 }, 5_400],
    [3_000, { present: 5_400, lowest: 5_400, highest: 6_000 }, 5_400],
    // A change by hand used up the day.
    [9_000, { present: 9_000, lowest: 6_000, highest: 9_000 }, 9_000],
    [3_000, { present: 9_000, lowest: 6_000, highest: 9_000 }, 8_100],
    [5_900, { present: 6_000, lowest: 6_000, highest: 6_000 }, 5_900],
    [6_000, { present: 6_000, lowest: 6_000, highest: 6_000 }, 6_000],
  ])('a price moves towards %i within its step: %o', (wanted, from, expected) => {
    expect(nextPrice(wanted, from, { up: 10, down: 10 })).toBe(expected);
  });
});
