// The months of a tax report: usual periods, and what the address holds. Pure.
import { addMonths, countMonths, mostTaxMonths } from '../../../contract/tax-rules.ts';

export const taxPeriods = ['thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear', 'lastYear'] as const;
export type TaxPeriod = (typeof taxPeriods)[number];
export type Months = { from: string; to: string };

/** Months that can be chosen, up to the present one. */
const mostChoices = 10 * 12;

/** `today`: a day of the store. Running periods end with the present month. */
export function monthsOf(period: TaxPeriod, today: string): Months {
  const month = today.slice(0, 7);
  const year = today.slice(0, 4);
  const quarter = addMonths(month, -((Number(month.slice(5)) - 1) % 3));
  const periods: Record<TaxPeriod, Months> = {
    thisMonth: { from: month, to: month },
    lastMonth: { from: addMonths(month, -1), to: addMonths(month, -1) },
    thisQuarter: { from: quarter, to: month },
    lastQuarter: { from: addMonths(quarter, -3), to: addMonths(quarter, -1) },
    thisYear: { from: `${year}-01`, to: month },
    lastYear: { from: addMonths(`${year}-01`, -12), to: addMonths(`${year}-01`, -1) },
  };
  return periods[period];
}

/** The months of the address, else this quarter. */
export function readMonths(params: URLSearchParams, today: string): Months {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
  return isMonth(from) && isMonth(to) && isReport({ from, to }) ? { from, to } : monthsOf('thisQuarter', today);
}

/** The other end moves along where the report would have no month, or too many. */
export function changeMonths(months: Months, changed: Partial<Months>): Months {
  const next = { ...months, ...changed };
  if (isReport(next)) return next;
  if (next.from > next.to) return changed.from ? { from: next.from, to: next.from } : { from: next.to, to: next.to };
  return changed.from
    ? { from: next.from, to: addMonths(next.from, mostTaxMonths - 1) }
    : { from: addMonths(next.to, 1 - mostTaxMonths), to: next.to };
}

/** The newest first, with the chosen ones. */
export function listMonths(today: string, { from, to }: Months): string[] {
  const month = today.slice(0, 7);
  const listed = Array.from({ length: mostChoices }, (_, back) => addMonths(month, -back));
  return [...new Set([...listed, from, to])].sort().reverse();
}

function isReport({ from, to }: Months): boolean {
  const count = countMonths(from, to);
  return count >= 1 && count <= mostTaxMonths;
}
