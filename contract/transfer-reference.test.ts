import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildReference,
  findReferences,
  isReference,
  referenceAlphabet,
  referenceLength,
} from './transfer-reference.ts';

const reference = fc
  .array(fc.nat(), { minLength: 7, maxLength: 7 })
  .map(buildReference)
  .filter((built) => isReference(built));
const place = fc.integer({ min: 0, max: referenceLength - 1 });

test('D-101: a reference has no character that looks like another one', () => {
  for (const sign of '0OQ1ILZSGBMWU') expect(referenceAlphabet).not.toContain(sign);
  expect(new Set(referenceAlphabet).size).toBe(23);
});

test('D-101: a wrong character of a reference is found', () => {
  const sign = fc.constantFrom(...referenceAlphabet);
  fc.assert(
    fc.property(reference, place, sign, (built, at, other) => {
      const changed = built.slice(0, at) + other + built.slice(at + 1);
      expect(isReference(changed)).toBe(changed === built);
    }),
  );
});

test('D-101: two swapped neighbors of a reference are found', () => {
  fc.assert(
    fc.property(reference, fc.integer({ min: 0, max: referenceLength - 2 }), (built, at) => {
      const signs = [...built];
      const swapped = [...signs.slice(0, at), signs[at + 1], signs[at], ...signs.slice(at + 2)].join('');
      expect(isReference(swapped)).toBe(swapped === built);
    }),
  );
});

test('D-101: a reference is found in the text of a bank, in any case, with blanks and dashes', () => {
  const words = fc.stringMatching(/^[a-z0-9 .\-/]{0,40}$/);
  const gap = fc.constantFrom('', ' ', '-', '. ');
  fc.assert(
    fc.property(reference, words, words, place, gap, fc.boolean(), (built, before, after, at, cut, isLower) => {
      const written = built.slice(0, at) + cut + built.slice(at);
      const text = `${before} ${isLower ? written.toLowerCase() : written} ${after}`;
      expect(findReferences(text)).toContain(built);
    }),
  );
});

test('D-101: digits alone are no reference, and long texts are cut', () => {
  fc.assert(fc.property(fc.stringMatching(/^\d{8}$/), (digits) => !isReference(digits)));
  const built = fc.sample(reference, { numRuns: 1, seed: 1 })[0] ?? '';
  expect(findReferences(`${' '.repeat(600)}${built}`)).toEqual([]);
  expect(findReferences('')).toEqual([]);
});
