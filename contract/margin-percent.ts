// What remains of a price after the cost of a service and the fee of a payment. Pure, without zod: used by server and pages.

/** What a payment costs at the gateway: the fee of the dearest one. */
export type Fee = { percent: number; fixedCents: number };

/** A gateway without a rule has an unknown fee, which counts as none. */
export function dearestFee(rules: readonly { percent: number | null; fixed: number | null }[]): Fee {
  return {
    percent: Math.max(0, ...rules.map(({ percent }) => percent ?? 0)),
    fixedCents: Math.max(0, ...rules.map(({ fixed }) => Math.round((fixed ?? 0) * 100))),
  };
}

/** Of an order of 1,000 units without a discount, with one decimal. `micros`: a unit's price. `cost`: dollars of 1,000 units. */
export function marginPercent(micros: number, cost: number, fee: Fee): number {
  const cents = Math.round(micros / 10);
  const kept = cents - (Math.round((cents * fee.percent) / 100) + fee.fixedCents) - cost * 100;
  return Math.round((kept / cents) * 1_000) / 10;
}
