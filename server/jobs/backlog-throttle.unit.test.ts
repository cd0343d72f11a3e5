import { expect, test } from 'vitest';
import { createBacklogThrottle, pauseMs } from './backlog-throttle.ts';

test('the pause grows with the load, and ends at a quarter of a second', () => {
  expect(pauseMs(10, 0)).toBe(0);
  expect(pauseMs(10, 0.5)).toBe(10);
  expect(pauseMs(10, 0.9)).toBeCloseTo(90);
  expect(pauseMs(10, 1)).toBe(250);
});

test.each([
  { name: 'without requests jobs run beside each other', isServing: false },
  { name: 'with requests a job that hangs holds up the next one for a second', isServing: true },
])('$name', async ({ isServing }) => {
  const throttle = createBacklogThrottle(() => isServing);
  const startedMs = performance.now();
  let begunMs: number | null = null;
  void throttle(() => new Promise(() => {}));
  const next = throttle(async () => {
    begunMs = performance.now();
  });
  if (!isServing) expect(begunMs).not.toBeNull();
  await next;
  if (isServing) expect(Number(begunMs) - startedMs).toBeGreaterThan(900);
});

test('with requests one job runs at a time, in the order of the calls, and a failure does not stop the next one', async () => {
  const throttle = createBacklogThrottle(() => true);
  const order: string[] = [];
  let atOnce = 0;
  const work = (name: string, fails = false) =>
    throttle(async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      order.push(name);
      if (fails) throw new Error(name);
      return name;
    });
  const ends = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  expect(order).toEqual(['a', 'b', 'c']);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
