// A dollar amount of the API as integer cents. A file of its own: no public page needs it.

/** Converts a dollar amount of the API to cents. Null unless it is a finite number with at most two decimals. */
export function centsFromDollars(amount: number): number | null {
  if (!Number.isFinite(amount)) return null;
  const amountCents = Math.round(amount * 100);
  return Math.abs(amount * 100 - amountCents) < 1e-6 && Number.isSafeInteger(amountCents) ? amountCents : null;
}
