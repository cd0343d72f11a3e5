// Days such as "2026-03-01", in Portuguese (Brazil).
import { formatLongDay } from '../../../ui/format-date.ts';
import type { Texts } from '../texts.ts';

const short = (day: string) => day.split('-').slice(1).reverse().join('/');
const withYear = (day: string) => day.split('-').reverse().join('/');
const yearOf = (day: string) => day.slice(0, 4);

export const dates: Texts['dates'] = {
  /** "21/11" */
  short,
  long: (day) => formatLongDay(day, 'pt-BR'),
  span: (from, to) => {
    if (from === to) return withYear(to);
    return `${yearOf(from) === yearOf(to) ? short(from) : withYear(from)} a ${withYear(to)}`;
  },
};
