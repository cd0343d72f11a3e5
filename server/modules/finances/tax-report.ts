// The rows of a tax report, from the sums of its days and the rates.
import { countryNames, findCountryCode } from '../../../contract/country-codes.ts';
import { addMonths, taxIncluded } from '../../../contract/tax-rules.ts';
import type { StoreContext } from '../../context.ts';
import type { NewTaxRate, TaxGroup, TaxSums } from './tax.repository.ts';
import * as taxRepository from './tax.repository.ts';

export type TaxRow = TaxSums & {
  /** YYYY-MM. */
  month: string;
  /** Null: unknown. A name without a code stays a name. */
  country: string | null;
  countryCode: string | null;
  cardCountry: string | null;
  cardCountryCode: string | null;
  /** Of a percent; null: the operator entered none. */
  hundredths: number | null;
  netCents: number;
  taxCents: number;
};

export type Months = { from: string; to: string };

export function readTaxRows({ replicaReads }: StoreContext, months: Months): Promise<TaxRow[]> {
  return replicaReads.run(async ({ db }) => {
    const rates = await taxRepository.listRates(db);
    const { starts, end } = listStarts(months, rates);
    return buildTaxRows(await taxRepository.readTaxGroups(db, starts, end), starts, rates);
  });
}

/** Where a month or a rate begins, and the day after the last month. Within a span each country has one rate. */
function listStarts({ from, to }: Months, rates: readonly NewTaxRate[]): { starts: string[]; end: string } {
  const end = `${addMonths(to, 1)}-01`;
  const starts = new Set<string>();
  for (let month = from; month <= to; month = addMonths(month, 1)) starts.add(`${month}-01`);
  for (const { validFrom } of rates) if (validFrom > `${from}-01` && validFrom < end) starts.add(validFrom);
  return { starts: [...starts].sort(), end };
}

/** Sorted, what is unknown last. The tax of a row is rounded once, from its net sales. */
function buildTaxRows(groups: readonly TaxGroup[], starts: readonly string[], rates: readonly NewTaxRate[]): TaxRow[] {
  const rows = new Map<string, TaxRow>();
  for (const { span, country: name, cardCountry: cardCode, ...sums } of groups) {
    const start = starts[span] ?? '';
    const countryCode = findCountryCode(name);
    const hundredths = countryCode === null ? null : findRate(rates, countryCode, start);
    const month = start.slice(0, 7);
    const key = JSON.stringify([month, countryCode ?? name, cardCode, hundredths]);
    const known = rows.get(key);
    if (known) {
      add(known, sums);
      continue;
    }
    rows.set(key, {
      month,
      country: countryNames().get(countryCode ?? '') ?? (name || null),
      countryCode,
      cardCountry: countryNames().get(cardCode) ?? (cardCode || null),
      cardCountryCode: cardCode || null,
      hundredths,
      ...sums,
      netCents: 0,
      taxCents: 0,
    });
  }
  return [...rows.values()].map(withTax).sort(compareRows);
}

/** Of all rows. `withoutRateCents`: the net sales of those without a rate. */
export function addUpTax(rows: readonly TaxRow[]) {
  const total = { paid: 0, salesCents: 0, refundedCents: 0, disputedCents: 0 };
  let [netCents, taxCents, withoutRateCents] = [0, 0, 0];
  for (const row of rows) {
    add(total, row);
    netCents += row.netCents;
    taxCents += row.taxCents;
    if (row.hundredths === null) withoutRateCents += row.netCents;
  }
  return { ...total, netCents, taxCents, withoutRateCents };
}

function add(to: TaxSums, sums: TaxSums): void {
  to.paid += sums.paid;
  to.salesCents += sums.salesCents;
  to.refundedCents += sums.refundedCents;
  to.disputedCents += sums.disputedCents;
}

function withTax(row: TaxRow): TaxRow {
  const netCents = row.salesCents - row.refundedCents - row.disputedCents;
  return { ...row, netCents, taxCents: row.hundredths === null ? 0 : taxIncluded(netCents, row.hundredths) };
}

/** Of the day; null before the first one. */
function findRate(rates: readonly NewTaxRate[], countryCode: string, day: string): number | null {
  let newest: NewTaxRate | null = null;
  for (const rate of rates) {
    if (rate.countryCode !== countryCode || rate.validFrom > day) continue;
    if (!newest || rate.validFrom > newest.validFrom) newest = rate;
  }
  return newest?.hundredths ?? null;
}

const last = '\uFFFF';

function compareRows(one: TaxRow, other: TaxRow): number {
  return (
    one.month.localeCompare(other.month) ||
    compareNames(one.country, other.country) ||
    (one.hundredths ?? -1) - (other.hundredths ?? -1) ||
    compareNames(one.cardCountry, other.cardCountry)
  );
}

function compareNames(one: string | null, other: string | null): number {
  if (one === null || other === null) return (one ?? last) < (other ?? last) ? -1 : Number(one !== other);
  return one.localeCompare(other, 'en');
}
