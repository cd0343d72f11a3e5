import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPriceList } from './default-prices.ts';
import { asciiDigits, readDecimal, readQuantity, readWholeNumber } from './number-inputs.ts';
import { isOnGrid } from './pricing.ts';

const { Likes, Views } = defaultPriceList.offers;

describe('D-52: a typed number', () => {
  test.each([
    // One separator and exactly three digits: a group.
    ["1,000 | 1.000 | 1 000 | 1'000 | 1’000 | 1‘000 | 1\u00a0000 | 1\u202f000 | 1\u2009000 | 1\u3000000", 1000],
    ['0,500 | 0.500 | ,500 | .500', 500],
    // Otherwise decimal.
    ['1.000,00 | 1,000.00 | 1 000,00 | 1000.5 | 1000,5 | 1’000.00 | 1 000,500 | 1000.0000 | 1000. | 1000,', 1000],
    ['10,00 | 10.0000 | 10 | 010', 10],
    ['5. | 5, | 5.9', 5],
    ['.5 | ,5 | 0 | 0.0', 0],
    // Several of one kind: groups of any size.
    ['1.000.000 | 1,000,000 | 1 000 000 | 1’000’000 | 10,00,000 | 1.000 000', 1_000_000],
    ['1,00,000', 100_000],
    // Both: the last is decimal.
    ['1,000,000.75 | 1.000.000,5 | 1,000,000.', 1_000_000],
    ['1,000.500 | 1.000,500', 1000],
    // With a suffix the last is decimal.
    ['10k | 10K | 10 mil | 10 MIL | 10mil | 10 k | 10.000k | 10\u00a0k | + 10 k | 10.k', 10_000],
    ['1,5k | 1.5k | 1,5 mil | 1.5 K | 1,500k', 1500],
    ['2.500k | 2,500k', 2500],
    ['.5k | ,5k | 0.5 mil', 500],
    ['0.5M | 0,5M | 0.5m | 500k | 500 000,0', 500_000],
    ['2.500,5k | 2,500.5k | 2 500,5k', 2_500_500],
    ['1.5 M', 1_500_000],
    ['1.0009k', 1000],
    // 1.001 * 1000 is 1000.9999999999999.
    ['1.001k', 1001],
    // Digits and signs of any script.
    ['٢٠٠٠ | ２０００ | २००० | ২০০০ | 𝟐𝟎𝟎𝟎 | ２，０００ | ２．０００ | ２ｋ | ２ｍｉｌ | +2000 | ＋２０００', 2000],
    ['٢٬٠٠٠ | ٢٬٠٠٠٫٥ | ٢٠٠٠٫٥ | ٢،٠٠٠ | ２、０００ | ２０００。５ | ２､０００｡０', 2000],
    ['1٫5k', 1500],
    // Characters that nobody sees come with copied numbers.
    ['\u200e2000 | 2\u200b000 | \u2068２０００\u2069 | \ufeff2000\u061c', 2000],
  ])('%s is %d', (forms, number) => {
    for (const typed of forms.split(' | ')) expect(readWholeNumber(typed), typed).toBe(number);
  });

  test.each([
    '',
    ' ',
    '-5',
    '--5',
    '−5',
    '–5',
    '- 5',
    '5-',
    '++5',
    '1e5',
    '1E5',
    'abc',
    '5%',
    '5٪',
    '%5',
    'k',
    'K',
    'mil',
    '.',
    ',',
    "'",
    '+',
    '1,5 000',
    '10²',
    '½',
    '①',
    '1_000',
    '0x10',
    'NaN',
    'Infinity',
    '5kk',
    '5 k k',
    '5 thousand',
    '5b',
    '5/2',
    '1-2',
    '(5)',
    '$5',
    '5 000 likes',
    '9'.repeat(101),
  ])('%j is none', (typed) => {
    expect(readWholeNumber(typed)).toBeNull();
  });

  test('in plain form keeps its fraction, for amounts', () => {
    expect(
      ['1.000,50', '1,000.5', '3,50', '1 000,05', '2.5k', '007,10', '0', '.5'].map((one) => readDecimal(one)),
    ).toEqual(['1000.5', '1000.5', '3.5', '1000.05', '2500', '7.1', '0', '0.5']);
    const lasts = ['6.125', '6,125', '1,000.125', '1.000'].map((one) => readDecimal(one, { isLastDecimal: true }));
    expect(lasts).toEqual(['6.125', '6.125', '1000.125', '1']);
  });
});

const group = fc.constantFrom(',', '.', ' ', "'", '’', '\u00a0', '\u202f', '\u2009');
const decimal = fc.constantFrom('.', ',');
const zeros = fc.constantFrom('0'.codePointAt(0), '٠'.codePointAt(0), '०'.codePointAt(0), '０'.codePointAt(0), 0x1d7d8);
const around = fc.constantFrom('', ' ', '\u00a0', '\u200e', '+', ' + ');
const count = fc.integer({ min: 0, max: 999_999_999 });

const grouped = (digits: string, sign: string) => digits.replace(/\B(?=(\d{3})+$)/g, sign);
const inScript = (text: string, zero = 48) => text.replace(/\d/g, (one) => String.fromCodePoint(zero + Number(one)));

describe('D-52: any number', () => {
  test('is read in every grouping, with or without a fraction, in every script', () => {
    fc.assert(
      fc.property(
        count,
        group,
        decimal,
        fc.stringMatching(/^\d{0,6}$/),
        zeros,
        around,
        (number, sign, point, rest, zero, before) => {
          fc.pre(sign !== point);
          const whole = grouped(String(number), sign);
          // "1234.567" is a group.
          fc.pre(!(whole === String(number) && rest.length === 3));
          const typed = before + inScript(rest === '' ? whole : whole + point + rest, zero);
          expect(readWholeNumber(typed), typed).toBe(number);
        },
      ),
    );
  });

  test('with a suffix is that number of thousands or millions, without its fraction', () => {
    const suffix = fc.constantFrom(['k', 3], ['K', 3], ['mil', 3], ['Mil', 3], ['M', 6], ['m', 6], ['ｋ', 3] as const);
    const space = fc.constantFrom('', ' ', '\u00a0');
    fc.assert(
      fc.property(
        count,
        fc.stringMatching(/^\d{0,9}$/),
        decimal,
        suffix,
        space,
        (number, rest, point, [name, moved], gap) => {
          const typed = `${number}${rest === '' ? '' : point + rest}${gap}${name}`;
          const exact = BigInt(String(number) + rest.padEnd(9, '0')) / 10n ** BigInt(9 - Number(moved));
          expect(readWholeNumber(typed), typed).toBe(Number(exact));
        },
      ),
    );
  });

  test('as the page shows it is itself', () => {
    fc.assert(
      fc.property(count, fc.constantFrom(',', '.'), (number, sign) => {
        expect(readWholeNumber(grouped(String(number), sign))).toBe(number);
      }),
    );
  });

  test('with a sign that no number has is none', () => {
    const sign = fc.constantFrom('-', '−', '–', '%', '٪', '‰', 'e', 'x', '$', '€', '/', '²', '_', ':', '#');
    fc.assert(
      fc.property(count, fc.nat(12), sign, (number, at, one) => {
        const typed = String(number);
        expect(readDecimal(typed.slice(0, at) + one + typed.slice(at))).toBeNull();
      }),
    );
  });

  test('any other text is a plain number or none', () => {
    const characters = fc.constantFrom(..."0123456789.,' kmil+-e%٫٬٢２　’".split(''));
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: characters }));
    fc.assert(
      fc.property(text, (typed) => {
        expect(readDecimal(typed) ?? '0').toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('D-52, A-5: a typed quantity', () => {
  test.each([
    [Likes, '12345', 12_350, 'step'],
    [Likes, '1000.5', 1000, 'step'],
    [Likes, '1.000,00', 1000, null],
    [Likes, '99999999', 30_000, 'most'],
    [Likes, '9'.repeat(60), 30_000, 'most'],
    [Likes, '100', 500, 'least'],
    [Likes, '0', 500, 'least'],
    [Likes, '499.9', 500, 'least'],
    [Likes, '30000.5', 30_000, 'step'],
    [Likes, '524', 500, 'step'],
    [Likes, '525', 550, 'step'],
    [Views, '5000.00', 5000, null],
    [Views, '0,5M', 500_000, null],
    [Views, '1.000.000', 1_000_000, null],
    [Views, '12345', 12_300, 'step'],
    ...['1e5', '-5', 'abc', '5%', ''].map((typed) => [Likes, typed, 7_350, 'unclear'] as const),
  ] as const)('%#: %j', (offer, typed, quantity, change) => {
    expect(readQuantity(typed, offer, 7_350)).toEqual({ quantity, change });
  });

  test('can be bought, and says so when it is not what was typed', () => {
    fc.assert(
      fc.property(fc.constantFrom('Likes', 'Views'), fc.oneof(count.map(String), fc.string()), (category, typed) => {
        const { quantity, change } = readQuantity(typed, defaultPriceList.offers[category], 500);
        expect(isOnGrid(category, quantity, defaultPriceList)).toBe(true);
        expect(change === null).toBe(readDecimal(typed) === String(quantity));
      }),
    );
  });
});

/** Each row of ten decimal digits in Unicode, from its general category alone. */
function allDigits(): string[] {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    if (!isSurrogate && /\p{Nd}/u.test(String.fromCodePoint(code))) found.push(String.fromCodePoint(code));
  }
  return found;
}

test('D-52: the digits of every script in Unicode count from 0 to 9', () => {
  const digits = allDigits();
  expect(digits.length).toBeGreaterThan(500);
  expect(digits.length % 10).toBe(0);
  expect(digits.map(asciiDigits)).toEqual(digits.map((_, at) => String(at % 10)));
});

test('D-52: some of them by name, inside a text', () => {
  expect(asciiDigits('٢٠٠٠ ２５００ १२३ 𝟗𝟘')).toBe('2000 2500 123 90');
});

test('D-52: what is no decimal digit stays, such as a superscript or a circled number', () => {
  expect(asciiDigits('10² ① ½ Ⅻ 七 a-z')).toBe('10² ① ½ Ⅻ 七 a-z');
  const text = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(fc.property(text, (typed) => asciiDigits(typed) === typed));
});
