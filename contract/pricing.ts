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
export type PricedOffer = Offer & { unitPriceMicros: number };

/**
 * The two specified offers by their category, as pages have them. An offer has a price of its own where it is not the base price
 * of the list.
 */
export type PriceList = {
  unitPriceMicros: number;
  offers: Record<Category, Offer & Partial<PricedOffer>>;
};

export function offerIn(category: Category, list: PriceList): PricedOffer {
  return { unitPriceMicros: list.unitPriceMicros, ...list.offers[category] };
}

/** Of a quantity times millionths of a dollar times percent, for cents. */
export const priceDivisor = 1_000_000;

/** The price in cents, rounded half up. The quantity may be off the grid. */
export function priceCents(category: Category, quantity: number, list: PriceList): number {
  return offerCents(offerIn(category, list), quantity);
}

export function offerCents(
  { unitPriceMicros, tiers }: Pick<PricedOffer, 'unitPriceMicros' | 'tiers'>,
  quantity: number,
): number {
  return roundedCents(quantity * unitPriceMicros * percentAt(tiers, quantity), priceDivisor);
}

/** The price without discount, in cents, shown struck through. */
export function undiscountedCents(quantity: number, { unitPriceMicros }: { unitPriceMicros: number }): number {
  return roundedCents(quantity * unitPriceMicros, 10_000);
}

/** The displayed discount in whole percent; 0 below the first threshold. */
export function discountPercent(category: Category, quantity: number, list: PriceList): number {
  return 100 - percentAt(list.offers[category].tiers, quantity);
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

function percentAt(tiers: readonly Tier[], quantity: number): number {
  return tiers.findLast((tier) => quantity >= tier.fromQuantity)?.percent ?? 100;
}

function roundedCents(numerator: number, denominator: number): number {
  return Math.floor((numerator * 2 + denominator) / (denominator * 2));
}
