import { expect, test } from 'vitest';
import { countDecimals, fromUnits } from './currency-units.ts';

test.each([
  ['USD', 123_456, 1234.56],
  ['HUF', 123_400, 1234],
  ['ISK', 123_400, 1234],
  ['UGX', 123_400, 1234],
  ['TWD', 123_400, 1234],
  ['JPY', 1234, 1234],
  ['KWD', 123_450, 123.45],
])('D-98: units of %s are those of Stripe', (currency, units, amount) => {
  expect(fromUnits(units, currency)).toBe(amount);
});

test('D-98: a currency that no table has has two decimals', () => {
  expect(countDecimals('XYZ')).toBe(2);
});
