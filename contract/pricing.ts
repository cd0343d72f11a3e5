// Pricing rules. Pure: the operator's settings provide the price list, `default-prices.ts` the initial one.

import type { Category, OrderCategory } from './category.ts';
import type { LinkRuleName } from './link-rule-names.ts';

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

/** An amount is the first one at or above the computed cents that is `ending` above a multiple of `step`. */
export type PriceEnding = readonly [step: number, ending: number];

/**
 * The two specified offers by their category, as pages have them. `unitPriceMicros`: millionths of a dollar per unit; 0.006 USD =
 * 6000. An offer has its own where it is not that of the list. Without `ending` amounts are rounded to the cent.
 */
export type PriceList = { unitPriceMicros: number; offers: Record<Category, PricedOffer> };

export type PricedOffer = Offer & { unitPriceMicros?: number; ending?: PriceEnding };

/** What a page sells, by category: the specified offers, or another one alone, which `offer` is about. */
export type PagePrices = {
  unitPriceMicros: number;
  offers: { [C in OrderCategory]?: PricedOffer };
  offer?: PageOffer;
};

/** `page`, `checkout`: paths. `icon`: the path of a drawing. */
export type PageOffer = {
  id: string;
  name: string;
  icon: string;
  page: string;
  checkout: string;
  rule: LinkRuleName;
};

/** What `centsOf` divides a quantity times millionths of a dollar times percent by. */
export const priceDivisor = 1_000_000;

/**
 * Rounded half up to the cent, then raised to its ending. Exact for every quantity and price: the product is below 2 ** 53. With an
 * ending it is never less, and in the same order.
 */
export function centsOf(
  quantity: number,
  unitPriceMicros: number,
  percent: number,
  [step, ending]: PriceEnding = [1, 0],
): number {
  return Math.ceil((Math.round((quantity * unitPriceMicros * percent) / priceDivisor) - ending) / step) * step + ending;
}

/**
 * The price in cents. The quantity may be off the grid. `percent`: 100 for the price without discount, which is shown struck
 * through.
 */
export function priceCents(
  category: OrderCategory,
  quantity: number,
  list: PagePrices,
  percent = percentAt(category, quantity, list),
): number {
  const { unitPriceMicros = list.unitPriceMicros, ending } = list.offers[category] as PricedOffer;
  return centsOf(quantity, unitPriceMicros, percent, ending);
}

/**
 * The displayed discount in whole percent; 0 below the first threshold. With an ending, that of the amounts where it is smaller:
 * 0 where rounding leaves less than one percent.
 */
export function discountPercent(category: OrderCategory, quantity: number, list: PagePrices): number {
  const share = (list.offers[category] as PricedOffer).ending
    ? (100 * priceCents(category, quantity, list)) / priceCents(category, quantity, list, 100)
    : 0;
  return Math.floor(100 - Math.max(percentAt(category, quantity, list), share));
}

/** True for a valid quantity: a whole number within the category's range and on its grid. */
export function isOnGrid(category: OrderCategory, quantity: number, list: PagePrices): boolean {
  return snapToGrid(quantity, list.offers[category] as PricedOffer) === quantity;
}

/** The nearest valid quantity, within the range. */
export function snapToGrid(
  quantity: number,
  { minQuantity, maxQuantity, stepQuantity }: Pick<Offer, 'minQuantity' | 'maxQuantity' | 'stepQuantity'>,
): number {
  const clamped = Math.min(Math.max(quantity, minQuantity), maxQuantity);
  return minQuantity + Math.round((clamped - minQuantity) / stepQuantity) * stepQuantity;
}

function percentAt(category: OrderCategory, quantity: number, list: PagePrices): number {
  return (list.offers[category] as PricedOffer).tiers.findLast((tier) => quantity >= tier.fromQuantity)?.percent ?? 100;
}
