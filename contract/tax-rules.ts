// The limits of the tax report and of its rates, and the tax that a price includes. Pure, without zod: the pages use it too.

/** Of one report. */
export const mostTaxMonths = 24;
/** Of all countries together. */
export const mostTaxRates = 1_000;
/** Of a rate, in hundredths of a percent. */
export const mostHundredths = 10_000;

/** The tax that an amount includes, rounded half up to a cent. `hundredths`: of a percent. */
export function taxIncluded(cents: number, hundredths: number): number {
  return Math.round((cents * hundredths) / (10_000 + hundredths));
}

/** From 2026-11 to 2027-01 are 3. */
export function countMonths(from: string, to: string): number {
  return toMonths(to) - toMonths(from) + 1;
}

/** 2026-11 and 2: 2027-01. */
export function addMonths(month: string, by: number): string {
  const months = toMonths(month) + by;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

function toMonths(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1;
}
