import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisSteps, axisValues, linearScale, pointScale, roundAxis } from './chart-axis.ts';

test.each([
  [0, 1, [0, 1, 2, 3, 4]],
  [3, 1, [0, 1, 2, 3, 4]],
  [5, 1, [0, 2, 4, 6, 8]],
  [9, 1, [0, 5, 10, 15, 20]],
  [100, 1, [0, 25, 50, 75, 100]],
  [1234.5, 1, [0, 500, 1000, 1500, 2000]],
])('an axis up to %d in steps of at least %d has the lines %j', (most, least, values) => {
  expect(axisValues(most, least)).toEqual(values);
});

test('an axis reaches what it has to show, in even steps, and counted things are never halved', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
      const values = axisValues(most, 1);
      expect(values).toHaveLength(axisSteps + 1);
      expect(values.at(-1)).toBeGreaterThanOrEqual(most);
      expect(values.every((value, at) => Number.isInteger(value) && value === at * (values[1] ?? 0))).toBe(true);
      expect(new Set(values).size).toBe(values.length);
    }),
  );
});

test.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [7, 1, [0, 5, 10]],
  [100, 1, [0, 50, 100]],
  [1234.5, 1, [0, 500, 1000, 1500]],
])('a chart of its own up to %d in steps of at least %d has the lines %j', (most, least, values) => {
  expect(roundAxis(most, least)).toEqual(values);
});

test('values lie between the ends of the range, larger ones higher', () => {
  const y = linearScale(200, 350, 50);
  expect([0, 50, 200].map(y)).toEqual([350, 275, 50]);
});

test.each([
  [3, 0, [10, 60, 110]],
  [2, 0.5, [35, 85]],
  [1, 0, [60]],
])('%d positions with padding %d are even', (count, padding, positions) => {
  const { xOf, stepPx } = pointScale(count, 10, 110, padding);
  expect(positions.map((_, index) => xOf(index))).toEqual(positions);
  expect(stepPx).toBe(count === 1 ? 100 : 50);
  expect(xOf(count)).toBe(10);
});
