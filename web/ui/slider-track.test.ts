import fc from 'fast-check';
import { expect, test } from 'vitest';
import { categories } from '../../contract/category.ts';
import { defaultPriceList } from '../../contract/default-prices.ts';
import { positionOf, valueAt } from './slider-track.ts';

const stopsOf = (category: (typeof categories)[number]) => {
  const { minQuantity, maxQuantity, packages } = defaultPriceList.offers[category];
  return [...new Set([minQuantity, ...packages, maxQuantity])];
};

test('D-47: stops have the same room, and are linear in between', () => {
  expect([0, 100, 550, 1_000].map((value) => positionOf(value, [0, 100, 1_000]))).toEqual([0, 0.5, 0.75, 1]);
  expect([-1, 0, 0.5, 0.75, 1, 2].map((at) => valueAt(at, [0, 100, 1_000]))).toEqual([0, 0, 100, 550, 1_000, 1_000]);
});

test.each(categories)('D-47: a place near a package of %s is the package, and all of them are as wide', (category) => {
  const stops = stopsOf(category);
  const room = 1 / (stops.length - 1);
  for (const stop of stops) {
    for (const beside of [-0.05, 0, 0.05]) expect(valueAt(positionOf(stop, stops) + beside * room, stops)).toBe(stop);
    const outside = [-0.07, 0.07].map((beside) => valueAt(positionOf(stop, stops) + beside * room, stops));
    expect(outside[0] === stop).toBe(stop === stops[0]);
    expect(outside[1] === stop).toBe(stop === stops.at(-1));
  }
});

test('D-47: any place has a value within the range, further to the right never a smaller one', () => {
  const place = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...categories), place, place, (category, one, other) => {
      const stops = stopsOf(category);
      const [left, right] = [valueAt(Math.min(one, other), stops), valueAt(Math.max(one, other), stops)];
      expect(left).toBeLessThanOrEqual(right);
      expect(left).toBeGreaterThanOrEqual(stops[0] ?? 0);
      expect(right).toBeLessThanOrEqual(stops.at(-1) ?? 0);
      expect(Math.abs(positionOf(left, stops) - Math.min(Math.max(Math.min(one, other), 0), 1))).toBeLessThan(0.011);
    }),
  );
});
