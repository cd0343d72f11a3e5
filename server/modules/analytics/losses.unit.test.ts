import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainLoss } from './losses.ts';

const total = (losses: readonly { count: number }[]) => losses.reduce((sum, { count }) => sum + count, 0);

test('D-97: the counted reasons, the largest first, and what is not known last', () => {
  const counted = [
    { reason: 'form_expired', count: 3 },
    { reason: 'declined_bank', count: 5 },
    { reason: 'refunded', count: 0 },
  ];
  expect(explainLoss(40, 28, counted)).toEqual([
    { reason: 'declined_bank', count: 5 },
    { reason: 'form_expired', count: 3 },
    { reason: 'unknown', count: 4 },
  ]);
});

test('D-97: no reasons without a loss, and where a step is not counted', () => {
  expect(explainLoss(5, 5, [{ reason: 'link', count: 2 }])).toEqual([]);
  expect(explainLoss(4, 5, [{ reason: 'link', count: 2 }])).toEqual([]);
  expect(explainLoss(null, 5, [{ reason: 'link', count: 2 }])).toEqual([]);
});

test('D-97: the reasons always add up to the loss', () => {
  const count = fc.integer({ min: 0, max: 1_000 });
  const counted = fc.array(fc.record({ reason: fc.constantFrom('a', 'b', 'c'), count }), { maxLength: 6 });
  fc.assert(
    fc.property(count, count, counted, (before, after, reasons) => {
      const losses = explainLoss(before, after, reasons);
      expect(total(losses)).toBe(Math.max(0, before - after));
      expect(losses.every(({ count: part }) => part > 0)).toBe(true);
    }),
  );
});
