import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCached, createLruCache } from './caches.ts';

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

const most = 5;
const keys = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const acts = fc.array(fc.tuple(fc.constantFrom('set', 'get', 'delete'), keys), { maxLength: 200 });

test('the keys used last are known with their newest value, whatever was done before', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const recent = createLruCache<number>(most);
      // The truth: every key with its value, the one used last at the end.
      const truth = new Map<string, number>();
      for (const [at, [act, key]] of all.entries()) {
        const known = truth.get(key);
        const isLate = [...truth.keys()].slice(-most).includes(key);
        const found = act === 'get' ? recent.get(key) : undefined;
        if (act === 'get' && isLate) expect(found).toBe(known);
        if (found !== undefined) expect(found).toBe(known);
        truth.delete(key);
        if (act === 'set') truth.set(key, at);
        if (act === 'get' && found !== undefined) truth.set(key, found);
        if (act === 'set') recent.set(key, at);
        if (act === 'delete') recent.delete(key);
      }
    }),
  );
});

test('what nobody uses any more is forgotten, however many keys come', () => {
  const recent = createLruCache<number>(most);
  for (let at = 0; at < 100; at += 1) recent.set(`key ${at}`, at);
  const kept = Array.from({ length: 100 }, (_, at) => at).filter((at) => recent.get(`key ${at}`) !== undefined);
  expect(kept.length).toBeGreaterThanOrEqual(most);
  expect(kept.length).toBeLessThan(2 * most);
  expect(kept).toContain(99);
});
