import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function setUp(factor = 1) {
  let nowMs = 1_000_000;
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const { readOrder } = createSharedReads({
    clock: { now: () => new Date(nowMs) },
    factor,
    read: () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })),
  });
  const step = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    readOrder,
    ends,
    step,
    advance: (byMs: number) => {
      nowMs += byMs;
    },
  };
}

test('calls during a read share one that starts after them', async () => {
  const { readOrder, ends, step } = setUp();
  const first = readOrder('a', false);
  const later = Array.from({ length: 20 }, () => readOrder('a', false));
  expect(ends).toHaveLength(1);
  ends[0]?.resolve();
  await first;
  await step();
  expect(ends).toHaveLength(2);
  ends[1]?.resolve();
  await Promise.all(later);
  expect(ends).toHaveLength(2);
});

test('beyond the budget a stranger gets what is stored, a payer reads, and other orders are not held up', async () => {
  const { readOrder, ends, advance } = setUp();
  const readNow = async (orderId: string, isPayer = false) => {
    const before = ends.length;
    const reading = readOrder(orderId, isPayer);
    ends.slice(before).forEach(({ resolve }) => {
      resolve();
    });
    await reading;
    return ends.length > before;
  };
  for (let call = 0; call < 3; call += 1) expect(await readNow('a')).toBe(true);
  expect(await readNow('a')).toBe(false);
  expect(await readNow('b')).toBe(true);
  expect(await readNow('a', true)).toBe(true);
  advance(10_000);
  expect(await readNow('a')).toBe(true);
});

test('a read that fails fails for its callers, and the next one starts', async () => {
  const { readOrder, ends, step } = setUp();
  const first = readOrder('a', false);
  const second = readOrder('a', false);
  ends[0]?.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await step();
  ends[1]?.resolve();
  await second;
  const third = readOrder('a', false);
  ends[2]?.resolve();
  await third;
});
