import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLruCache } from './lru-cache.ts';

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
