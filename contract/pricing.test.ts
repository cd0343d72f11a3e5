import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Category, categories } from './category.ts';
import { defaultPriceList } from './default-prices.ts';
import { decimalFromCents, dollarsFromCents, formatUsd } from './money.ts';
import { nextTier } from './next-tier.ts';
import { centsFromDollars } from './number-inputs.ts';
import { discountPercent, isOnGrid, priceCents, snapToGrid } from './pricing.ts';

function grid(category: Category): number[] {
  const { minQuantity, maxQuantity, stepQuantity } = defaultPriceList.offers[category];
  const count = (maxQuantity - minQuantity) / stepQuantity + 1;
  return Array.from({ length: count }, (_, at) => minQuantity + at * stepQuantity);
}

// The table of A-1, in cents: quantity, price, undiscounted price, discount.
const table: Record<Category, [number, number, number, number][]> = {
  Likes: [
    [500, 300, 300, 0],
    [4_950, 2_970, 2_970, 0],
    [5_000, 2_700, 3_000, 10],
    [9_950, 5_373, 5_970, 10],
    [10_000, 4_800, 6_000, 20],
    [19_950, 9_576, 11_970, 20],
    [20_000, 8_400, 12_000, 30],
    [29_950, 12_579, 17_970, 30],
    [30_000, 10_800, 18_000, 40],
  ],
  Views: [
    [500, 300, 300, 0],
    [5_000, 3_000, 3_000, 0],
    [19_900, 11_940, 11_940, 0],
    [20_000, 10_800, 12_000, 10],
    [49_900, 26_946, 29_940, 10],
    [50_000, 24_000, 30_000, 20],
    [99_900, 47_952, 59_940, 20],
    [100_000, 42_000, 60_000, 30],
    [199_900, 83_958, 119_940, 30],
    [200_000, 72_000, 120_000, 40],
    [999_900, 359_964, 599_940, 40],
    [1_000_000, 270_000, 600_000, 55],
  ],
};

describe('the price of a quantity', () => {
  test.each(categories)('PRICE-1..11, PRICE-15, A-1: %s cost what the table says', (category) => {
    for (const [quantity, cents, undiscounted, discount] of table[category]) {
      expect(priceCents(category, quantity, defaultPriceList), `${quantity}`).toBe(cents);
      expect(priceCents(category, quantity, defaultPriceList, 100), `${quantity}`).toBe(undiscounted);
      expect(discountPercent(category, quantity, defaultPriceList), `${quantity}`).toBe(discount);
    }
  });

  test('HOME-2..6: the slider has 591 quantities of likes and 9,996 of views, with both ends', () => {
    expect([grid('Likes').length, grid('Views').length]).toEqual([591, 9_996]);
    expect([grid('Likes').at(-1), grid('Views').at(-1)]).toEqual([30_000, 1_000_000]);
  });

  test.each(categories)(
    'A-3: on the whole grid of %s the price is exact in cents, so that rounding never fires',
    (category) => {
      for (const quantity of grid(category)) {
        const percent = BigInt(100 - discountPercent(category, quantity, defaultPriceList));
        const exact = BigInt(quantity) * 6000n * percent;
        expect(exact % 1_000_000n, `${quantity}`).toBe(0n);
        expect(priceCents(category, quantity, defaultPriceList), `${quantity}`).toBe(Number(exact / 1_000_000n));
      }
    },
  );

  test.each(categories)(
    'PRICE-12, PRICE-13, A-1: on the whole grid of %s the struck-through price tells the truth',
    (category) => {
      for (const quantity of grid(category)) {
        const [price, struck, discount] = [
          priceCents(category, quantity, defaultPriceList),
          priceCents(category, quantity, defaultPriceList, 100),
          discountPercent(category, quantity, defaultPriceList),
        ];
        if (discount === 0) expect(struck, `${quantity}`).toBe(price);
        else {
          expect(struck, `${quantity}`).toBeGreaterThan(price);
          expect(Math.round((1 - price / struck) * 10_000) / 100, `${quantity}`).toBe(discount);
        }
      }
    },
  );

  test('A-3: half a cent is rounded up, off the grid too', () => {
    expect(priceCents('Likes', 1, defaultPriceList)).toBe(1);
    expect(priceCents('Likes', 3, defaultPriceList, 100)).toBe(2);
    fc.assert(
      fc.property(fc.constantFrom(...categories), fc.integer({ min: 1, max: 1_000_000 }), (category, quantity) => {
        const percent = 100 - discountPercent(category, quantity, defaultPriceList);
        const exact = (BigInt(quantity) * 6000n * BigInt(percent) * 2n + 1_000_000n) / 2_000_000n;
        expect(priceCents(category, quantity, defaultPriceList)).toBe(Number(exact));
      }),
    );
  });

  test('A-2: exactly the quantities of the table get the hint that the next threshold costs no more', () => {
    const hinted = (category: Category, next: number) =>
      grid(category).filter((quantity) => {
        const tier = nextTier(category, quantity, defaultPriceList);
        return tier?.quantity === next && tier.moreCents <= 0;
      });
    const ranges: [Category, number, number, number][] = [
      ['Likes', 5_000, 4_500, 4_950],
      ['Likes', 10_000, 8_900, 9_950],
      ['Likes', 20_000, 17_500, 19_950],
      ['Likes', 30_000, 25_750, 29_950],
      ['Views', 20_000, 18_000, 19_900],
      ['Views', 50_000, 44_500, 49_900],
      ['Views', 100_000, 87_500, 99_900],
      ['Views', 200_000, 171_500, 199_900],
      ['Views', 1_000_000, 750_000, 999_900],
    ];
    for (const [category, next, from, to] of ranges) {
      const found = hinted(category, next);
      expect([found[0], found.at(-1)], `${category} ${next}`).toEqual([from, to]);
    }
    expect(nextTier('Likes', 30_000, defaultPriceList)).toBeNull();
  });

  test('HOME-8..10, HOME-20, A-5: defaults and packages can be bought, and every threshold is a package', () => {
    expect(categories[0]).toBe('Likes');
    for (const category of categories) {
      const { packages, tiers, defaultQuantity } = defaultPriceList.offers[category];
      for (const quantity of [...packages, defaultQuantity])
        expect(isOnGrid(category, quantity, defaultPriceList)).toBe(true);
      for (const { fromQuantity } of tiers) expect(packages).toContain(fromQuantity);
    }
    expect(defaultPriceList.offers.Likes.defaultQuantity).toBe(500);
    expect(defaultPriceList.offers.Views.defaultQuantity).toBe(5_000);
  });

  test('A-5: a typed number snaps to the nearest quantity that can be bought', () => {
    const { offers } = defaultPriceList;
    expect(snapToGrid(524, offers.Likes)).toBe(500);
    expect(snapToGrid(525, offers.Likes)).toBe(550);
    fc.assert(
      fc.property(fc.constantFrom(...categories), fc.double({ noNaN: true }), (category, typed) => {
        const snapped = snapToGrid(typed, offers[category]);
        expect(isOnGrid(category, snapped, defaultPriceList)).toBe(true);
        expect(snapToGrid(snapped, offers[category])).toBe(snapped);
      }),
    );
  });
});

describe('money', () => {
  test('GEN-19, PRICE-14: dollars are shown with two decimals and thousands', () => {
    expect([0, 5, 300, 123_456, 120_000, 100_000_000, -50].map((cents) => formatUsd(cents))).toEqual([
      '$0.00',
      '$0.05',
      '$3.00',
      '$1,234.56',
      '$1,200.00',
      '$1,000,000.00',
      '\u2212$0.50',
    ]);
    expect([300, 123_456, -50].map((cents) => formatUsd(cents, 'pt'))).toEqual([
      'US$\u00a03,00',
      'US$\u00a01.234,56',
      '\u2212US$\u00a00,50',
    ]);
  });

  test('A-3: cents survive the way over the wire in dollars and in decimal text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (cents) => {
        expect(centsFromDollars(dollarsFromCents(cents))).toBe(cents);
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(cents))))).toBe(cents);
        expect(Math.round(Number(decimalFromCents(cents)) * 100)).toBe(cents);
      }),
    );
  });

  test.each([0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%d dollars are no amount', (amount) => {
    expect(centsFromDollars(amount)).toBeNull();
  });
});
