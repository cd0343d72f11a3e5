import { describe, expect, it } from 'vitest';
import { changeMonths, listMonths, monthsOf, readMonths, type TaxPeriod } from './tax-period.ts';

describe('the months of a tax report', () => {
  it.each<[TaxPeriod, string, string, string]>([
    ['thisMonth', '2026-11-29', '2026-11', '2026-11'],
    ['lastMonth', '2026-01-31', '2025-12', '2025-12'],
    ['thisQuarter', '2026-11-29', '2026-10', '2026-11'],
    ['thisQuarter', '2026-01-01', '2026-01', '2026-01'],
    ['lastQuarter', '2026-02-28', '2025-10', '2025-12'],
    ['thisYear', '2026-11-29', '2026-01', '2026-11'],
    ['lastYear', '2026-11-29', '2025-01', '2025-12'],
  ])('D-96: %s on %s is %s to %s', (period, today, from, to) => {
    expect(monthsOf(period, today)).toEqual({ from, to });
  });

  it('D-96: are this quarter where the address has none, or too many', () => {
    const read = (search: string) => readMonths(new URLSearchParams(search), '2026-11-29');
    expect(read('from=2025-01&to=2026-12')).toEqual({ from: '2025-01', to: '2026-12' });
    for (const search of [
      '',
      'from=2026-01',
      'from=2026-13&to=2026-13',
      'from=2026-02&to=2026-01',
      'from=2024-12&to=2026-12',
    ]) {
      expect(read(search)).toEqual({ from: '2026-10', to: '2026-11' });
    }
  });

  it('D-96: move together, 24 at most', () => {
    const months = { from: '2026-01', to: '2026-03' };
    expect(changeMonths(months, { from: '2026-02' })).toEqual({ from: '2026-02', to: '2026-03' });
    expect(changeMonths(months, { from: '2026-05' })).toEqual({ from: '2026-05', to: '2026-05' });
    expect(changeMonths(months, { to: '2025-12' })).toEqual({ from: '2025-12', to: '2025-12' });
    expect(changeMonths(months, { from: '2023-01' })).toEqual({ from: '2023-01', to: '2024-12' });
    expect(changeMonths(months, { to: '2029-12' })).toEqual({ from: '2028-01', to: '2029-12' });
  });

  it('D-96: can be chosen ten years back, and are those of the address', () => {
    const listed = listMonths('2026-11-29', { from: '2009-01', to: '2009-02' });
    expect([listed[0], listed.at(-3), listed.at(-2), listed.at(-1)]).toEqual([
      '2026-11',
      '2016-12',
      '2009-02',
      '2009-01',
    ]);
  });
});
