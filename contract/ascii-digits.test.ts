import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiDigits } from './ascii-digits.ts';

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
