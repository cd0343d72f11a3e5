import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxPosts, shares, shownShare } from './share.ts';

describe('sharing a quantity over posts', () => {
  test('CHK-11: the summary shows the floor', () => {
    expect(shownShare(500, 3)).toBe(166);
  });

  test('GEN-6, A-19: the first posts get one more, and nothing that was bought is lost', () => {
    expect(shares(500, 3)).toEqual([167, 167, 166]);
    expect(shares(500, 1)).toEqual([500]);
    expect(shares(500, 0)).toEqual([]);
  });

  test('A-19: for every quantity and count the shares sum up, differ by one at most, and hold what was shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 1_000_000 }),
        fc.integer({ min: 1, max: maxPosts }),
        (quantity, count) => {
          const parts = shares(quantity, count);
          expect(parts).toHaveLength(count);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(quantity);
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
          expect(Math.min(...parts)).toBe(shownShare(quantity, count));
        },
      ),
    );
  });

  test('CHK-26: the limit is five', () => {
    expect(maxPosts).toBe(5);
  });
});
