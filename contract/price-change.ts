// Price changes that may be typing errors: packages whose price at least doubles or halves. Pure.
import { type Category, categories } from './category.ts';
import { type PriceList, priceCents } from './pricing.ts';

/** `before`, `after`: dollars. */
export type PackageChange = { category: Category; quantity: number; before: number; after: number };

const largeFactor = 2;

/** Up to three packages with a large change in each category: the smallest, the middle and the largest one. */
export function findLargePriceChanges(before: PriceList, after: PriceList): PackageChange[] {
  return categories.flatMap((category) => {
    const changed = listQuantities(category, [before, after]).flatMap((quantity) => {
      const [was, is] = [before, after].map((list) => priceCents(category, quantity, list)) as [number, number];
      const isLarge = Math.max(was, is) >= largeFactor * Math.min(was, is);
      return isLarge ? { category, quantity, before: was / 100, after: is / 100 } : [];
    });
    const shown = new Set([0, Math.floor((changed.length - 1) / 2), changed.length - 1]);
    return changed.filter((_, at) => shown.has(at));
  });
}

/** The quantities to compare, ascending: packages, ends of the slider, and starts of discounts, where prices differ most. */
function listQuantities(category: Category, lists: readonly PriceList[]): number[] {
  const all = lists.flatMap(({ offers }) => {
    const { minQuantity, maxQuantity, packages, tiers } = offers[category];
    return [minQuantity, maxQuantity, ...packages, ...tiers.map(({ fromQuantity }) => fromQuantity)];
  });
  return [...new Set(all)].sort((a, b) => a - b);
}
