// What a quantity costs. Pure rules over a price list; the list's values are the operator's (settings), these are the first ones.

export type Category = 'Likes' | 'Views';
export const categories: readonly Category[] = ['Likes', 'Views'];

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

export const defaultPriceList: PriceList = {
  unitPriceMicros: 6000,
  offers: {
    Likes: {
      minQuantity: 500,
      maxQuantity: 30_000,
      stepQuantity: 50,
      defaultQuantity: 500,
      packages: [500, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000],
      tiers: [
        { fromQuantity: 5_000, percent: 90 },
        { fromQuantity: 10_000, percent: 80 },
        { fromQuantity: 20_000, percent: 70 },
        { fromQuantity: 30_000, percent: 60 },
      ],
    },
    Views: {
      minQuantity: 500,
      maxQuantity: 1_000_000,
      stepQuantity: 100,
      defaultQuantity: 5_000,
      packages: [5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 1_000_000],
      tiers: [
        { fromQuantity: 20_000, percent: 90 },
        { fromQuantity: 50_000, percent: 80 },
        { fromQuantity: 100_000, percent: 70 },
        { fromQuantity: 200_000, percent: 60 },
        { fromQuantity: 1_000_000, percent: 45 },
      ],
    },
  },
};

/** The price charged, in cents, rounded half up. The quantity need not be on the grid. */
export function priceCents(category: Category, quantity: number, list: PriceList = defaultPriceList): number {
  return roundedCents(quantity * list.unitPriceMicros * percentAt(category, quantity, list), 1_000_000);
}

/** The price without any discount, in cents: the struck-through one (A-1, D-12). */
export function undiscountedCents(quantity: number, list: PriceList = defaultPriceList): number {
  return roundedCents(quantity * list.unitPriceMicros, 10_000);
}

/** The displayed discount in whole percent; 0 below the first threshold (PRICE-2..11). */
export function discountPercent(category: Category, quantity: number, list: PriceList = defaultPriceList): number {
  return 100 - percentAt(category, quantity, list);
}

/** True for a quantity that can be bought: a whole number within the category's range and on its grid. */
export function isOnGrid(category: Category, quantity: number, list: PriceList = defaultPriceList): boolean {
  const { minQuantity, maxQuantity, stepQuantity } = list.offers[category];
  return (
    Number.isInteger(quantity) &&
    quantity >= minQuantity &&
    quantity <= maxQuantity &&
    (quantity - minQuantity) % stepQuantity === 0
  );
}

/** The nearest quantity that can be bought (A-5: a typed number snaps and clamps). NaN gives the default. */
export function snapToGrid(category: Category, quantity: number, list: PriceList = defaultPriceList): number {
  const { minQuantity, maxQuantity, stepQuantity, defaultQuantity } = list.offers[category];
  if (Number.isNaN(quantity)) return defaultQuantity;
  const clamped = Math.min(Math.max(quantity, minQuantity), maxQuantity);
  return minQuantity + Math.round((clamped - minQuantity) / stepQuantity) * stepQuantity;
}

/** The next threshold when it costs the same as or less than the chosen quantity, else null. */
export function cheaperTier(
  category: Category,
  quantity: number,
  list: PriceList = defaultPriceList,
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
