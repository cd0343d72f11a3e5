// Pricing rules. Pure: the operator's settings provide the price list, `default-prices.ts` the initial one.

import type { Category } from './category.ts';

/**
 * From `fromQuantity` on, the whole order costs `percent` of the undiscounted price. The discount applies to the whole
 * quantity, not only to the units above the threshold.
 */
export type Tier = { fromQuantity: number; percent: number };

export type Offer = {
  minQuantity: number;
  maxQuantity: number;
  stepQuantity: number;
  defaultQuantity: number;
  /** Quick picks on the home page, all on the grid. */
  packages: readonly number[];
  /** Ascending by fromQuantity. */
  tiers: readonly Tier[];
};

/** `unitPriceMicros`: millionths of a dollar per unit; 0.006 USD = 6000. */
export type PriceList = { unitPriceMicros: number; offers: Record<Category, Offer> };

/** The price in cents, rounded half up. The quantity may be off the grid. */
export function priceCents(category: Category, quantity: number, list: PriceList): number {
  return roundedCents(quantity * list.unitPriceMicros * percentAt(category, quantity, list), 1_000_000);
}

/** The price without discount, in cents, shown struck through. */
export function undiscountedCents(quantity: number, list: PriceList): number {
  return roundedCents(quantity * list.unitPriceMicros, 10_000);
}

/** The displayed discount in whole percent; 0 below the first threshold. */
export function discountPercent(category: Category, quantity: number, list: PriceList): number {
  return 100 - percentAt(category, quantity, list);
}

/** True for a valid quantity: a whole number within the category's range and on its grid. */
export function isOnGrid(category: Category, quantity: number, list: PriceList): boolean {
  return snapToGrid(quantity, list.offers[category]) === quantity;
}

/** The nearest valid quantity, within the range. */
export function snapToGrid(
  quantity: number,
  { minQuantity, maxQuantity, stepQuantity }: Pick<Offer, 'minQuantity' | 'maxQuantity' | 'stepQuantity'>,
): number {
  const clamped = Math.min(Math.max(quantity, minQuantity), maxQuantity);
  return minQuantity + Math.round((clamped - minQuantity) / stepQuantity) * stepQuantity;
}

function percentAt(category: Category, quantity: number, list: PriceList): number {
  const reached = list.offers[category].tiers.filter((tier) => quantity >= tier.fromQuantity);
  return reached.at(-1)?.percent ?? 100;
}

function roundedCents(numerator: number, denominator: number): number {
  return Math.floor((numerator * 2 + denominator) / (denominator * 2));
}
