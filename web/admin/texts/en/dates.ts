// Days such as "2026-03-01", in English.
import { formatDay, formatLongDay } from '../../../ui/format-date.ts';

const withYear = (day: string) => `${formatDay(day)}, ${day.slice(0, 4)}`;
const yearOf = (day: string) => day.slice(0, 4);

export const dates = {
  short: (day: string) => formatDay(day),
  long: (day: string) => formatLongDay(day, 'en-US'),
  /** Both days included. The year stands once, where it is the same. */
  span: (from: string, to: string) => {
    if (from === to) return withYear(to);
    return `${yearOf(from) === yearOf(to) ? formatDay(from) : withYear(from)} to ${withYear(to)}`;
  },
};
