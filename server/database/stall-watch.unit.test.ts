// When a database counts as stalled, and when no longer.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDatabaseFault } from './database-faults.ts';
import { createStallWatch, noAnswer, type StallWatch, stallLimitMs } from './stall-watch.ts';

let watch: StallWatch;
let probe: () => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  watch = createStallWatch();
  probe = () => new Promise(() => {});
  watch.start(() => probe());
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('an owed answer that does not come for 3 s is a stall, until any answer comes', async () => {
  watch.sent();
  await pass(stallLimitMs - 200);
  expect(watch.refusal()).toBeNull();
  await pass(400);
  expect(toDatabaseFault(watch.refusal())).toBe('unreachable');
  watch.answered();
  await pass(100);
  expect(watch.refusal()).toBeNull();
});

test('a long statement is no stall while others are answered', async () => {
  watch.sent();
  for (let second = 0; second < 20; second += 1) {
    watch.sent();
    watch.answered();
    await pass(1_000);
    expect(watch.isStalled()).toBe(false);
  }
});

test('a long statement alone is no stall: a probe is answered', async () => {
  let probes = 0;
  probe = async () => {
    probes += 1;
  };
  watch.sent();
  await pass(20_000);
  expect(watch.isStalled()).toBe(false);
  expect(probes).toBeGreaterThan(5);
  expect(probes).toBeLessThan(30);
});

test('a stall ends with the answer of the probe, also where every connection was given up', async () => {
  let isBack = false;
  probe = async () => {
    if (!isBack) throw noAnswer();
  };
  watch.sent();
  await pass(5_000);
  watch.lost(1);
  await pass(10_000);
  expect(watch.isStalled()).toBe(true);
  isBack = true;
  await pass(300);
  expect(watch.isStalled()).toBe(false);
  // Nothing is owed: nothing runs.
  expect(vi.getTimerCount()).toBe(0);
});

test('a refused connection is an answer: each request fails by itself', async () => {
  probe = async () => {
    throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  };
  watch.sent();
  await pass(10_000);
  expect(watch.isStalled()).toBe(false);
});

test('an idle store checks nothing', async () => {
  watch.sent();
  watch.answered();
  await pass(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a read is given up once it waited for 3 s of a stall, and not because it takes long', async () => {
  watch.sent();
  const given = watch.limit(new Promise(() => {})).catch((error: unknown) => error);
  await pass(2_000);
  const later = vi.fn();
  watch.limit(new Promise(() => {})).catch(later);
  await pass(stallLimitMs - 2_000 + 200);
  expect(toDatabaseFault(await given)).toBe('unreachable');
  expect(later).not.toHaveBeenCalled();
  await pass(2_000);
  expect(later).toHaveBeenCalledTimes(1);

  watch.answered();
  watch.sent();
  const slow = vi.fn();
  watch.limit(new Promise(() => {})).catch(slow);
  for (let second = 0; second < 10; second += 1) {
    watch.sent();
    watch.answered();
    await pass(1_000);
  }
  expect(slow).not.toHaveBeenCalled();
});
