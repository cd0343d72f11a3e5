import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages, languageTags } from './languages.ts';
import { formatUsd } from './money.ts';
import { countText, minusSign } from './numbers.ts';

const mostCents = 10 ** 13;

describe.each(languages)('numbers in %s are written as Intl writes them', (lang) => {
  const tag = languageTags[lang];
  const usd = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' });
  const count = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });

  test.each([0, 7, 999, 1_000, 9_999, 10_000, 100_000, 1_234_567, -1, -999, -1_000, 0.5, -12.5])(
    'the count %d',
    (one) => {
      expect(countText(one, lang)).toBe(count.format(one));
    },
  );

  test('any count', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (one) => countText(one, lang) === count.format(one)));
  });

  test('any amount of cents, with the minus sign of receipts', () => {
    const cents = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: -mostCents, max: mostCents }),
    );
    const expected = (one: number) => usd.format(one / 100).replace('-', minusSign);
    fc.assert(fc.property(cents, (one) => formatUsd(one, lang) === expected(one)));
  });
});
