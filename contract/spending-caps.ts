// What a store may spend before an owner looks. Pure, without zod: the form uses it too.
import { formatUsd } from './money.ts';
import { centsFromDollars } from './number-inputs.ts';

/** provider: the cost of sent links and test orders. refunds: all of them. confirmations: orders marked as paid by hand. */
export const spendingKinds = ['provider', 'refunds', 'confirmations'] as const;
export type SpendingKind = (typeof spendingKinds)[number];
export const capWindows = ['hour', 'day'] as const;
export type CapWindow = (typeof capWindows)[number];

/** Dollars, of confirmations their number; null: no cap. */
export type SpendingCaps = Record<SpendingKind, Record<CapWindow, number | null>> & {
  /** Percent by which the cheapest price of a category may fall in 24 hours. */
  price_cut: number | null;
  /** Units of one test order at a provider. */
  test_units: number | null;
};

export const spendingTitles: Record<SpendingKind, string> = {
  provider: 'Spending at providers',
  refunds: 'Refunds',
  confirmations: 'Payments marked as paid',
};
export const capWindowTitles: Record<CapWindow, string> = { hour: 'in an hour', day: 'in 24 hours' };

/** Whole numbers: cents, or confirmations. Null: no cap. */
export function capAmount(kind: SpendingKind, cap: number | null): number | null {
  if (cap === null) return null;
  return kind === 'confirmations' ? cap : (centsFromDollars(cap) ?? 0);
}

/** "$500.00", or "30". */
export function amountText(kind: SpendingKind, amount: number): string {
  return kind === 'confirmations' ? String(amount) : formatUsd(amount);
}
