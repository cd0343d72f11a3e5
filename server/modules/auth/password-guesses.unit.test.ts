import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './passwords.ts';

const names = ['second@shop.example', 'Blue Lemon', 'shop.example'];

describe('a password is common', () => {
  test.each([
    'password1234',
    'Password1234!',
    'P@$$w0rd1234',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    'iloveyou1234',
    'letmeinletmein',
    'senha1234567',
    'aaaaaaaaaaaa',
    'drowssap4321',
    '1234567890123456',
  ])('where many have it: %s', async (one) => {
    expect(await isCommonPassword(one, names)).toBe(true);
  });

  test.each([
    'BlueLemon2026',
    'bluelemonblue',
    'Blue Lemon 1',
    'B1u3L3m0n2026',
    'second@shop.example',
    'secondsecond',
    'shop.example1',
  ])('where it is made of the names of store and account: %s', async (one) => {
    expect(await isCommonPassword(one, names)).toBe(true);
  });

  test('where it only repeats or continues, however long it is', async () => {
    const part = fc.constantFrom('a', 'abc', '123', 'password', 'lemon');
    await fc.assert(
      fc.asyncProperty(part, fc.integer({ min: 12, max: 128 }), async (text, times) => {
        expect(await isCommonPassword(text.repeat(times), names)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a password is not common', () => {
  test('where it is four words, or random', async () => {
    const words = ['lantern', 'pebble', 'quartz', 'violin', 'harvest', 'saddle', 'thimble', 'orchard'];
    const sentence = fc.shuffledSubarray(words, { minLength: 4 }).map((some) => some.join(' '));
    // Without bias: edge values such as ffffffff00010000 can be guessed.
    const random = fc.noBias(fc.uuid()).map((id) => id.replaceAll('-', '').slice(0, 16));
    await fc.assert(
      fc.asyncProperty(fc.oneof(sentence, random), async (one) => {
        expect(await isCommonPassword(one, names)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test.each(['a long enough password', 'correct horse battery staple', 'kÄse-über_Brücken 9', '7f0c92d1a4be63'])(
    '%s',
    async (one) => {
      expect(await isCommonPassword(one, names)).toBe(false);
    },
  );
});
