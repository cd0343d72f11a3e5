import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offerActions } from '../../../contract/offer-kinds.ts';
import { firstFields } from '../../../contract/setting-fields.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { estimateFee } from '../payments/payment-fees.ts';
import { proposePrice } from './service-prices.ts';

const { margins, fees } = firstFields();
const withFee = (percent: number, fixed: number) => ({
  margins,
  fees: { ...fees, stripe: { ...fees.stripe, percent, fixed } },
});

describe('D-109: the proposed price of a service', () => {
  test('leaves the target of the margin rule for 1,000 units after the fee, in whole cents', () => {
    // $1.50, 2.9 % and 30 cents of the payment; half of $3.84 remains.
    expect(proposePrice(withFee(2.9, 0.3), 'likes', 1.5)).toEqual({ micros: 3_840, marginPercent: 50.3 });
    expect(proposePrice({ margins, fees }, 'followers', 1)).toEqual({ micros: 2_000, marginPercent: 50 });
    const views = { ...margins, Views: { ...margins.Views, target: 75 } };
    for (const action of ['views', 'reel-views', 'story-views'] as const) {
      expect(proposePrice({ margins: views, fees }, action, 1)?.micros).toBe(4_000);
    }
    expect(proposePrice({ margins: views, fees }, 'likes', 1)?.micros).toBe(2_000);
  });

  test('never leaves less than the target, to the cent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...offerActions),
        fc.double({ min: 0.0001, max: 300, noNaN: true }),
        fc.integer({ min: 0, max: 1_500 }).map((hundredths) => hundredths / 100),
        fc.integer({ min: 0, max: 200 }).map((cents) => cents / 100),
        (action, cost, percent, fixed) => {
          const proposal = proposePrice(withFee(percent, fixed), action, cost);
          if (!proposal) throw new Error('There is a price.');
          const cents = proposal.micros / 10;
          expect(Number.isInteger(cents)).toBe(true);
          const fee = estimateFee({ ...fees.stripe, percent, fixed }, cents) ?? 0;
          expect((cents - fee - cost * 100) * 2).toBeGreaterThanOrEqual(cents - 1e-6);
          expect(proposal.marginPercent).toBeCloseTo(((cents - fee - cost * 100) / cents) * 100, 0);
        },
      ),
    );
  });

  test('is none where no price leaves the target, where none may be that high, and without a cost', () => {
    expect(proposePrice(withFee(50, 0), 'likes', 1)).toBe(null);
    expect(proposePrice({ margins, fees }, 'likes', settingsLimits.unitPriceMicros / 1_000)).toBe(null);
    expect(proposePrice({ margins, fees }, 'likes', 0)).toBe(null);
  });
});
