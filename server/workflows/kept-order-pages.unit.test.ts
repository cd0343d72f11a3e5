// A copy of an order page is at most a minute old, belongs to its key, and does not stay.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPage } from '../../contract/order-page.ts';
import { createKeptPages, keptForMs } from './kept-order-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const clock = { now: () => new Date() };
const pageOf = (id: string) => ({ id }) as OrderPage;
const act = fc.oneof(
  fc.record({ kind: fc.constant('keep' as const), key: fc.nat(5), readForMs: fc.nat(20_000) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(70_000) }),
  fc.record({ kind: fc.constant('forget' as const), key: fc.nat(5) }),
  fc.record({ kind: fc.constant('set' as const), byMs: fc.integer({ min: -90_000, max: 90_000 }) }),
);

test('whatever happens, no copy is older than a minute, of another key, or from before a change', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const kept = createKeptPages(clock, 3);
      const newest = new Map<string, Date>();
      for (const one of acts) {
        if (one.kind === 'pass') vi.advanceTimersByTime(one.ms);
        else if (one.kind === 'set') vi.setSystemTime(Date.now() + one.byMs);
        else if (one.kind === 'forget') {
          kept.forget(`key ${one.key}`);
          newest.delete(`key ${one.key}`);
        } else {
          const readAt = new Date(Date.now() - one.readForMs);
          kept.keep(`key ${one.key}`, pageOf(`key ${one.key}`), readAt);
          newest.set(`key ${one.key}`, readAt);
        }
        expect(kept.size()).toBeLessThanOrEqual(3);
        for (let key = 0; key <= 5; key += 1) {
          const found = kept.find(`key ${key}`);
          if (!found) continue;
          expect(found).toEqual({ id: `key ${key}`, as_of: newest.get(`key ${key}`)?.toISOString() });
          expect(Math.abs(Date.now() - Date.parse(found.as_of ?? ''))).toBeLessThanOrEqual(keptForMs);
        }
      }
      vi.advanceTimersByTime(keptForMs);
      expect(kept.size()).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('a copy is found until it is a minute old, from the begin of its read', () => {
  const kept = createKeptPages(clock);
  kept.keep('key', pageOf('A'), new Date(Date.now() - 5_000));
  vi.advanceTimersByTime(keptForMs - 5_001);
  expect(kept.find('key')).toMatchObject({ id: 'A' });
  vi.advanceTimersByTime(2);
  expect(kept.find('key')).toBeNull();
});
