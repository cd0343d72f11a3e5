// What a store may spend before an owner looks. Pure, without zod: the form uses it too.
import { byName } from './by-name.ts';
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

export const firstSpendingCaps: SpendingCaps = {
  provider: { hour: 500, day: 2_000 },
  refunds: { hour: 500, day: 2_000 },
  confirmations: { hour: 100, day: 300 },
  price_cut: 80,
  test_units: 1_000,
};

export const spendingTitles: Record<SpendingKind, string> = {
  provider: 'Spending at providers',
  refunds: 'Refunds',
  confirmations: 'Payments marked as paid',
};
export const capWindowTitles: Record<CapWindow, string> = { hour: 'in an hour', day: 'in 24 hours' };

/** Dollars, confirmations, or units. */
export const mostOfCap = 1_000_000;

/** Of the units of one test order. */
export const testUnitsRange = { minQuantity: 0, maxQuantity: mostOfCap, stepQuantity: 1 };

/** Whole numbers: cents, or confirmations. Null: no cap. */
export function capAmount(kind: SpendingKind, cap: number | null): number | null {
  if (cap === null) return null;
  return kind === 'confirmations' ? cap : (centsFromDollars(cap) ?? 0);
}

/** "$500.00", or "30". */
export function amountText(kind: SpendingKind, amount: number): string {
  return kind === 'confirmations' ? String(amount) : formatUsd(amount);
}

/** Each cap with its path in the group. */
export function capFields(caps: SpendingCaps): [field: string, value: number | null][] {
  return [
    ...spendingKinds.flatMap((kind) =>
      capWindows.map((window): [string, number | null] => [`${kind}.${window}`, caps[kind][window]]),
    ),
    ['price_cut', caps.price_cut],
    ['test_units', caps.test_units],
  ];
}

export function copyCaps(caps: SpendingCaps): SpendingCaps {
  return { ...caps, ...byName(spendingKinds, (kind) => ({ ...caps[kind] })) };
}
