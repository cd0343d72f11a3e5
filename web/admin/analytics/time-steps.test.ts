import { expect, test } from 'vitest';
import { type PeriodStats, stepsOf, weekSteps } from './time-steps.ts';

const days = (count: number, last: string) =>
  Array.from({ length: count }, (_, at) => {
    const ms = Date.parse(last) - (count - 1 - at) * 86_400_000;
    return { date: new Date(ms).toISOString().slice(0, 10), orders: 1, revenue: 0.1 };
  });
const period = (count: number) =>
  ({
    days: count,
    current: { byDay: days(count, '2026-03-04') },
    before: { byDay: days(count, '2025-03-04') },
  }) as PeriodStats;

test('up to 90 days each day is a step; only today is not finished', () => {
  const steps = stepsOf(period(90));
  expect(steps).toHaveLength(90);
  expect(steps.filter(({ isPartial }) => isPartial)).toEqual([steps.at(-1)]);
  expect(steps.at(-1)).toMatchObject({ from: '2026-03-04', to: '2026-03-04', before: { from: '2025-03-04' } });
});

test('12 months are weeks from Monday on: those at the edges have fewer days, and no day is lost', () => {
  const steps = stepsOf(period(365));
  expect(steps[0]).toMatchObject({ from: '2025-03-05', to: '2025-03-09', orders: 5, revenue: 0.5, isPartial: true });
  expect(steps[1]).toMatchObject({ from: '2025-03-10', to: '2025-03-16', orders: 7, revenue: 0.7, isPartial: false });
  expect(steps.at(-1)).toMatchObject({ from: '2026-03-02', to: '2026-03-04', orders: 3, isPartial: true });
  for (const figures of [steps, steps.map(({ before }) => before)])
    expect(figures.reduce((sum, { orders }) => sum + orders, 0)).toBe(365);
});

test('a week of the store has its dates, also at the turn of the year; the last one runs', () => {
  const weeks = ['2025-W52', '2026-W01'].map((week) => ({ week, orders: 1, revenue: 2 }));
  const before = ['2020-W53', '2021-W01'].map((week) => ({ week, orders: 3, revenue: 4 }));
  const steps = weekSteps({ weeklyStats: weeks, weeklyStatsBefore: before } as Parameters<typeof weekSteps>[0]);
  expect(steps.map(({ from, to, isPartial }) => [from, to, isPartial])).toEqual([
    ['2025-12-22', '2025-12-28', false],
    ['2025-12-29', '2026-01-04', true],
  ]);
  expect(steps.map((step) => [step.before.from, step.before.to])).toEqual([
    ['2020-12-28', '2021-01-03'],
    ['2021-01-04', '2021-01-10'],
  ]);
});
