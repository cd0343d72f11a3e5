// The price that leaves the share of a margin rule, and the least one. Pure. Amounts in cents, prices in millionths of a
// dollar for a unit, shares in percent of the price that remain after the service's cost and the gateway's fee.
import type { Fee } from '../../../contract/margin-percent.ts';
import type { OfferSetting } from '../../../contract/offers.ts';

/** What decides the price of each quantity on sale. */
type Quantities = Pick<OfferSetting, 'min_quantity' | 'max_quantity' | 'step_quantity' | 'tiers'>;

/** A unit costs it, in cents. */
export type UnitCost = number;

/** 1,000 units without a discount leave the share. Null: no price does. */
export function targetPrice(share: number, unitCost: UnitCost, fee: Fee): number | null {
  // Whole cents for 1,000 units are not rounded.
  return leastPrice({ quantity: 1_000, percent: 100, roundedOff: 0 }, share, unitCost, fee);
}

/** Each quantity on sale leaves the share, with the discount that it has and rounded against the store. Null: no price does. */
export function floorPrice(share: number, unitCost: UnitCost, fee: Fee, offer: Quantities): number | null {
  const prices = segmentsOf(offer).map((each) => leastPrice({ ...each, roundedOff: 0.5 }, share, unitCost, fee));
  return prices.reduce<number | null>(
    (most, price) => (most === null || price === null ? null : Math.max(most, price)),
    0,
  );
}

/** What remains is linear in the quantity while the discount stays: the first and the last quantity of each decide. */
function segmentsOf({
  min_quantity,
  max_quantity,
  step_quantity,
  tiers,
}: Quantities): { quantity: number; percent: number }[] {
  const starts = [{ from_quantity: min_quantity, discount_percent: 0 }, ...tiers];
  return starts.flatMap(({ from_quantity, discount_percent }, at) => {
    const next = starts[at + 1]?.from_quantity;
    const last = next === undefined ? max_quantity : next - step_quantity;
    const first = Math.max(from_quantity, min_quantity);
    return first > last ? [] : [first, last].map((quantity) => ({ quantity, percent: 100 - discount_percent }));
  });
}

/** `roundedOff`: cents that the price of the quantity may lose. */
function leastPrice(
  { quantity, percent, roundedOff }: { quantity: number; percent: number; roundedOff: number },
  share: number,
  unitCost: UnitCost,
  fee: Fee,
): number | null {
  const kept = (100 - share - fee.percent) / 100;
  if (kept <= 0) return null;
  const roundedFee = fee.percent > 0 ? 0.5 : 0;
  const cents = (unitCost * quantity + fee.fixedCents + roundedFee) / kept + roundedOff;
  // Without the last bits of a binary fraction, which would round up.
  return Math.ceil(Number(((cents * 1_000_000) / (quantity * percent)).toFixed(6)));
}

/** Whole cents for 1,000 units, as prices are entered. */
export function roundedUp(micros: number): number {
  return Math.ceil(micros / 10) * 10;
}

/**
 * The next price on the way to `wanted`: so many percent at most above the lowest price of the last 24 hours, or below the
 * highest. The present one when the day used up its step.
 */
export function nextPrice(
  wanted: number,
  { present, lowest, highest }: { present: number; lowest: number; highest: number },
  { up, down }: { up: number; down: number },
): number {
  // A cent for 1,000 units at least: the smallest change.
  const most = Math.max(Math.floor((lowest * (100 + up)) / 1_000) * 10, lowest + 10);
  const least = Math.min(Math.ceil((highest * (100 - down)) / 1_000) * 10, highest - 10);
  if (wanted > present) return Math.max(present, Math.min(wanted, most));
  return Math.min(present, Math.max(wanted, least));
}
