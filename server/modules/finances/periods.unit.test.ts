import { expect, test } from 'vitest';
import { listColumns } from './periods.ts';

const spans = (...input: Parameters<typeof listColumns>) =>
  listColumns(...input).map(({ from, to }) => `${from} ${to}`);

test.each([
  ['day', '2026-03-01', ['2026-02-28 2026-02-28', '2026-03-01 2026-03-01']],
  // The first of March 2026 is a Sunday.
  ['week', '2026-03-01', ['2026-02-16 2026-02-22', '2026-02-23 2026-03-01']],
  ['month', '2026-03-31', ['2026-02-01 2026-02-28', '2026-03-01 2026-03-31']],
  ['quarter', '2026-03-31', ['2025-10-01 2025-12-31', '2026-01-01 2026-03-31']],
  ['year', '2026-03-31', ['2025-01-01 2025-12-31', '2026-01-01 2026-12-31']],
] as const)('D-95: the columns of a %s end with the one that contains the day', (step, until, expected) => {
  expect(spans(step, 2, until, '2027-01-01')).toEqual(expected);
});

test('D-95: a running period ends today, and is compared with as many days', () => {
  const [column] = listColumns('month', 1, '2026-03-30', '2026-03-30');
  expect(column).toEqual({
    from: '2026-03-01',
    to: '2026-03-30',
    isRunning: true,
    // February is shorter.
    before: { from: '2026-02-01', to: '2026-02-28' },
    yearBefore: { from: '2025-03-01', to: '2025-03-30' },
  });
});

test('D-95: a period that is over is compared with whole periods, a week with one of 52 weeks before', () => {
  expect(listColumns('month', 1, '2026-02-10', '2026-03-30')[0]).toMatchObject({
    isRunning: false,
    before: { from: '2026-01-01', to: '2026-01-31' },
    yearBefore: { from: '2025-02-01', to: '2025-02-28' },
  });
  expect(listColumns('week', 1, '2026-03-04', '2026-03-30')[0]).toMatchObject({
    from: '2026-03-02',
    yearBefore: { from: '2025-03-03', to: '2025-03-09' },
  });
  expect(listColumns('day', 1, '2028-02-29', '2028-03-30')[0]?.yearBefore).toEqual({
    from: '2027-02-28',
    to: '2027-02-28',
  });
});
