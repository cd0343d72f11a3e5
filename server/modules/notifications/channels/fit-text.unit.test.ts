import { expect, it } from 'vitest';
import { fitText } from './fit-text.ts';

it('keeps a text that fits, and cuts another between two characters', () => {
  expect(fitText('four', 4)).toBe('four');
  expect(fitText('fives', 4)).toBe('fiv…');
  // A family of seven code points, and a letter with an accent of its own.
  expect(fitText('ab👨‍👩‍👧‍👦cd', 8)).toBe('ab…');
  expect(fitText('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…');
});

it('counts what is sent: escaped characters, or bytes', () => {
  const encode = (text: string) => text.replaceAll('&', '&amp;');
  expect(fitText('a&b', 7, { encode })).toBe('a&amp;b');
  expect(fitText('a&&b', 8, { encode })).toBe('a&amp;…');
  const measureSize = (text: string) => Buffer.byteLength(text);
  expect(fitText('ééé', 6, { measureSize })).toBe('ééé');
  expect(fitText('éééé', 7, { measureSize })).toBe('éé…');
});
