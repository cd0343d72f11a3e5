import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatAgo,
  formatDate,
  formatDateOnly,
  formatDay,
  formatLongDay,
  hasAge,
  setShownLanguage,
} from './format-date.ts';

const instant = '2025-01-05T15:07:00.000Z';

describe('formatDate', () => {
  it.each([
    ['UTC', 'Jan 5, 2025 3:07 PM'],
    ['America/New_York', 'Jan 5, 2025 10:07 AM'],
    ['America/Sao_Paulo', 'Jan 5, 2025 12:07 PM'],
    ['Asia/Kolkata', 'Jan 5, 2025 8:37 PM'],
    ['Pacific/Auckland', 'Jan 6, 2025 4:07 AM'],
  ])('FMT-1: writes a moment as MMM d, yyyy h:mm a in %s', (timeZone, written) => {
    expect(formatDate(instant, timeZone)).toBe(written);
  });

  it('FMT-1: writes midnight and noon as 12', () => {
    expect(formatDate('2025-12-31T00:00:00Z', 'UTC')).toBe('Dec 31, 2025 12:00 AM');
    expect(formatDate('2025-12-31T12:09:00Z', 'UTC')).toBe('Dec 31, 2025 12:09 PM');
  });

  it('FMT-1: uses the zone of the browser when none is given', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(formatDate(instant)).toBe(formatDate(instant, timeZone));
  });

  it('formatDateOnly writes the day without the time', () => {
    expect(formatDateOnly(instant)).toBe('Jan 5, 2025');
    expect(formatDateOnly(null)).toBe('N/A');
  });

  it.each([[''], [null], [undefined], ['not a date']])('FMT-2: writes %j as N/A', (empty) => {
    expect(formatDate(empty)).toBe('N/A');
  });
});

it('creates no formatter twice, because a list needs hundreds of them', () => {
  const write = () => {
    formatDate(instant);
    formatDate(instant, 'Asia/Kolkata');
    formatDateOnly(instant);
    formatDay('2025-01-05');
    formatLongDay('2025-01-05', 'pt-BR');
  };
  write();
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  write();
  expect(created).not.toHaveBeenCalled();
  created.mockRestore();
});

describe('formatAgo', () => {
  const now = Date.parse(instant);
  const ago = (ms: number) => formatAgo(new Date(now - ms), now);

  it('formats recent moments as relative times', () => {
    expect(ago(59_000)).toBe('just now');
    expect(ago(-5_000)).toBe('just now');
    expect(ago(60_000)).toBe('1 min ago');
    expect(ago(59 * 60_000)).toBe('59 min ago');
    expect(ago(3 * 3_600_000)).toBe('3 h ago');
    expect(ago(24 * 3_600_000)).toBe('1 day ago');
    expect(ago(6.9 * 86_400_000)).toBe('6 days ago');
  });

  it('formats older moments as exact times, and a missing one as N/A', () => {
    expect(ago(7 * 86_400_000)).toBe(formatDate(new Date(now - 7 * 86_400_000)));
    expect(formatAgo(null, now)).toBe('N/A');
  });

  it('after a week there is a date and no age', () => {
    expect(hasAge(now - 6.9 * 86_400_000, now)).toBe(true);
    expect(hasAge(now - 7 * 86_400_000, now)).toBe(false);
    expect(hasAge(null, now)).toBe(false);
  });
});

describe('in Portuguese', () => {
  const now = Date.parse(instant);
  afterEach(() => setShownLanguage('en'));

  it('D-44: dates and ages have the form of the language', () => {
    setShownLanguage('pt');
    expect(formatDate(instant, 'America/Sao_Paulo')).toBe('05/01/2025 12:07');
    expect(formatDateOnly(instant)).toBe('05/01/2025');
    expect(formatDay('2026-03-01')).toBe('1 de mar.');
    const ago = (ms: number) => formatAgo(new Date(now - ms), now);
    expect([ago(0), ago(60_000), ago(3 * 3_600_000), ago(86_400_000), ago(2 * 86_400_000)]).toEqual([
      ...['agora mesmo', 'há 1 min', 'há 3 h', 'há 1 dia', 'há 2 dias'],
    ]);
    expect(ago(7 * 86_400_000)).toBe(formatDate(new Date(now - 7 * 86_400_000)));
  });
});
