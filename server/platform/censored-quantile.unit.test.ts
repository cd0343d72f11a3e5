import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketEnd } from '../../contract/measured-speed.ts';
import { quantileBucket, sumCounts, type Times } from './censored-quantile.ts';

type Sample = { seconds: number; isOver: boolean };
const bucketOf = (seconds: number) => Math.floor(4 * Math.log2(Math.max(seconds, 1)));

function timesOf(samples: readonly Sample[], endless = 0): Times {
  const counts = (isOver: boolean) => {
    const found = new Map<number, number>();
    for (const each of samples) {
      if (each.isOver !== isOver) continue;
      const bucket = bucketOf(each.seconds);
      found.set(bucket, (found.get(bucket) ?? 0) + 1);
    }
    return found;
  };
  return { events: counts(true), censored: counts(false), endless };
}

/** The share of times that are over by then, from the samples themselves. */
function exactQuantile(samples: readonly Sample[], share: number, endless = 0): number | null {
  const sorted = [...samples].sort(
    (one, other) => one.seconds - other.seconds || Number(other.isOver) - Number(one.isOver),
  );
  let longer = 1;
  let atRisk = sorted.length + endless;
  for (const { seconds, isOver } of sorted) {
    if (isOver) longer *= 1 - 1 / atRisk;
    if (1 - longer >= share - 1e-9) return seconds;
    atRisk -= 1;
  }
  return null;
}

const over = (...seconds: number[]): Sample[] => seconds.map((each) => ({ seconds: each, isOver: true }));
const open = (...seconds: number[]): Sample[] => seconds.map((each) => ({ seconds: each, isOver: false }));

test('half of the times and nine of ten are within their bucket', () => {
  const times = timesOf(over(10, 20, 30, 40, 50, 60, 70, 80, 90, 1_000));
  expect(quantileBucket(times, 0.5)).toBe(bucketOf(50));
  expect(quantileBucket(times, 0.9)).toBe(bucketOf(90));
  expect(bucketEnd(bucketOf(90))).toBeGreaterThan(90);
  expect(bucketEnd(bucketOf(90) - 1)).toBeLessThanOrEqual(90);
});

test('times that are not over count as at least as long as they are now', () => {
  const done = over(10, 10, 10, 10, 10);
  expect(quantileBucket(timesOf(done), 0.9)).toBe(bucketOf(10));
  // Five have waited longer than the five that are over.
  expect(quantileBucket(timesOf([...done, ...open(100, 100, 100, 100, 100)]), 0.9)).toBeNull();
  expect(quantileBucket(timesOf([...done, ...open(100, 100, 100, 100, 100)]), 0.5)).toBe(bucketOf(10));
  // Five have just begun: they say little.
  expect(quantileBucket(timesOf([...done, ...open(1, 1, 1, 1, 1)]), 0.9)).toBe(bucketOf(10));
});

test('times that will never be over are longer than all others', () => {
  const times = timesOf(over(10, 10, 10, 10, 10, 10, 10, 10), 2);
  expect(sumCounts(times)).toBe(10);
  expect(quantileBucket(times, 0.8)).toBe(bucketOf(10));
  expect(quantileBucket(times, 0.9)).toBeNull();
});

test('nothing is known of no times', () => {
  expect(quantileBucket(timesOf([]), 0.5)).toBeNull();
});

const share = fc.constantFrom(0.5, 0.9);
const seconds = fc.integer({ min: 1, max: 3_000_000 });

test('of times that are all over, the bucket is that of the exact quantile', () => {
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1, maxLength: 60 }), share, (all, wanted) => {
      const samples = over(...all);
      expect(quantileBucket(timesOf(samples), wanted)).toBe(bucketOf(exactQuantile(samples, wanted) ?? 0));
    }),
    { seed: 1 },
  );
});

test('the bucket is never below that of the exact quantile', () => {
  const samples = fc.array(fc.record({ seconds, isOver: fc.boolean() }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(samples, share, fc.nat(3), (all, wanted, endless) => {
      const exact = exactQuantile(all, wanted, endless) ?? Infinity;
      expect(quantileBucket(timesOf(all, endless), wanted) ?? Infinity).toBeGreaterThanOrEqual(
        Math.min(exact, bucketOf(exact)),
      );
    }),
    { seed: 1 },
  );
});

test('of many times, a third of them not over, the bucket is at most one above that of the exact quantile', () => {
  const many = fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.nat(2)), { minLength: 2_000, maxLength: 2_000 });
  fc.assert(
    fc.property(many, share, (draws, wanted) => {
      // An exponential distribution with a mean of an hour.
      const samples = draws.map(([draw, kind]) => ({ seconds: -3_600 * Math.log(draw / 1_000), isOver: kind > 0 }));
      const exact = bucketOf(exactQuantile(samples, wanted) ?? 0);
      expect(quantileBucket(timesOf(samples), wanted)).toBeGreaterThanOrEqual(exact);
      expect(quantileBucket(timesOf(samples), wanted)).toBeLessThanOrEqual(exact + 1);
    }),
    { seed: 1, numRuns: 20 },
  );
});
