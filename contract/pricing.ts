// What a quantity costs. Pure rules over a price list; the list's values are the operator's (settings), the first ones are in
// `default-prices.ts`.

import type { Category } from './category.ts';

/** From `fromQuantity` on, the whole order costs `percent` of the undiscounted price (A-2: the whole quantity, not the margin). */
export type Tier = { fromQuantity: number; percent: number };

export type Offer = {
  minQuantity: number;
  maxQuantity: number;
  stepQuantity: number;
  defaultQuantity: number;
  /** Quick picks on the home page, all on the grid (A-5, HOME-20). */
  packages: readonly number[];
  /** Ascending by fromQuantity. */
  tiers: readonly Tier[];
};

/** `unitPriceMicros`: millionths of a dollar per unit; 0.006 USD = 6000 (PRICE-1). */
export type PriceList = { unitPriceMicros: number; offers: Record<Category, Offer> };

/** The price charged, in cents, rounded half up. The quantity need not be on the grid. */
export function priceCents(category: Category, quantity: number, list: PriceList): number {
  return roundedCents(quantity * list.unitPriceMicros * percentAt(category, quantity, list), 1_000_000);
}

/** The price without any discount, in cents: the struck-through one (A-1, D-12). */
export function undiscountedCents(quantity: number, list: PriceList): number {
  return roundedCents(quantity * list.unitPriceMicros, 10_000);
}

/** The displayed discount in whole percent; 0 below the first threshold (PRICE-2..11). */
export function discountPercent(category: Category, quantity: number, list: PriceList): number {
  return 100 - percentAt(category, quantity, list);
}

/** True for a quantity that can be bought: a whole number within the category's range and on its grid. */
export function isOnGrid(category: Category, quantity: number, list: PriceList): boolean {
  const { minQuantity, maxQuantity, stepQuantity } = list.offers[category];
  return (
    Number.isInteger(quantity) &&
    quantity >= minQuantity &&
    quantity <= maxQuantity &&
    (quantity - minQuantity) % stepQuantity === 0
  );
}

/** The nearest quantity that can be bought (A-5: a typed number snaps and clamps). NaN gives the default. */
export function snapToGrid(category: Category, quantity: number, list: PriceList): number {
  const { minQuantity, maxQuantity, stepQuantity, defaultQuantity } = list.offers[category];
  if (Number.isNaN(quantity)) return defaultQuantity;
  const clamped = Math.min(Math.max(quantity, minQuantity), maxQuantity);
  return minQuantity + Math.round((clamped - minQuantity) / stepQuantity) * stepQuantity;
}

/** The next threshold when it costs the same as or less than the chosen quantity, else null. */
export function cheaperTier(
  category: Category,
  quantity: number,
  list: PriceList,
): { quantity: number; amountCents: number } | null {
  const next = list.offers[category].tiers.find((tier) => tier.fromQuantity > quantity);
  if (!next) return null;
  const amountCents = priceCents(category, next.fromQuantity, list);
  return amountCents <= priceCents(category, quantity, list) ? { quantity: next.fromQuantity, amountCents } : null;
}

function percentAt(category: Category, quantity: number, list: PriceList): number {
  const reached = list.offers[category].tiers.filter((tier) => quantity >= tier.fromQuantity);
  return reached.at(-1)?.percent ?? 100;
}

function roundedCents(numerator: number, denominator: number): number {
  return Math.floor((numerator * 2 + denominator) / (denominator * 2));
}
