// Money as integer cents. Knows how cents are written for people and for the wire; does not know any price.

/** Dollars with two decimals for the wire, as specified: 3000 -> 30 (A-3: numbers, never strings). */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** Cents from a wire amount in dollars. Null when it is not a finite number with at most two decimals. */
export function centsFromDollars(amount: number): number | null {
  if (!Number.isFinite(amount)) return null;
  const amountCents = Math.round(amount * 100);
  return Math.abs(amount * 100 - amountCents) < 1e-6 && Number.isSafeInteger(amountCents) ? amountCents : null;
}

/** "$1,234.56". Negative amounts carry the sign before the dollar. */
export function formatUsd(amountCents: number): string {
  const sign = amountCents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amountCents) / 100);
  const cents = String(Math.abs(amountCents) % 100).padStart(2, '0');
  return `${sign}$${formatCount(whole)}.${cents}`;
}

/** 1000000 -> "1,000,000". Whole numbers only. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "30.00": the decimal string that card gateways take. */
export function decimalFromCents(amountCents: number): string {
  return `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}
