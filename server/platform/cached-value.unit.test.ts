import { describe, expect, test } from 'vitest';
import { createCached } from './cached-value.ts';

function setup() {
  let nowMs = 0;
  const waiting: { answer: (value: number) => void; fail: () => void }[] = [];
  const load = () =>
    new Promise<number>((resolve, reject) => {
      waiting.push({ answer: resolve, fail: () => reject(new Error('away')) });
    });
  const kept = createCached(load, { now: () => new Date(nowMs) });
  return {
    kept,
    waiting,
    advance: (byMs: number) => {
      nowMs += byMs;
    },
  };
}

describe('a kept value', () => {
  test('is read once for all who ask, and not again', async () => {
    const { kept, waiting } = setup();
    const both = [kept.get(), kept.get()];
    waiting[0]?.answer(1);
    expect(await Promise.all(both)).toEqual([1, 1]);
    expect(await kept.get()).toBe(1);
    expect(waiting).toHaveLength(1);
  });

  test('a reading that began before a change is not taken for the value after it', async () => {
    const { kept, waiting } = setup();
    const before = kept.get();
    kept.forget();
    const after = kept.get();
    waiting[1]?.answer(2);
    expect(await after).toBe(2);
    waiting[0]?.answer(1);
    expect(await before).toBe(1);
    expect(await kept.get()).toBe(2);
  });

  test('while the database is away, the last value is still returned; without one the call fails', async () => {
    const { kept, waiting } = setup();
    const first = kept.get();
    waiting[0]?.fail();
    await expect(first).rejects.toThrow('away');
    const second = kept.get();
    waiting[1]?.answer(1);
    await second;
    kept.forget();
    const third = kept.get();
    waiting[2]?.fail();
    expect(await third).toBe(1);
    const fourth = kept.get();
    waiting[3]?.answer(2);
    expect(await fourth).toBe(2);
  });

  test('a change without a notification is noticed after five seconds, and no caller waits for it', async () => {
    const { kept, waiting, advance } = setup();
    const first = kept.get();
    waiting[0]?.answer(1);
    await first;
    advance(5_001);
    expect(await kept.get()).toBe(1);
    waiting[1]?.answer(2);
    await expect.poll(() => kept.get()).toBe(2);
    expect(waiting).toHaveLength(2);
  });
});
