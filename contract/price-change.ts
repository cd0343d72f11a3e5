// Price changes that may be typing errors: packages whose price at least doubles or halves. Pure.
import type { OrderCategory } from './category.ts';
import { type OfferSetting, offerCents, offerSubject } from './offers.ts';

/** `before`, `after`: dollars. `offer`: the ID of one beside the specified ones, with its name for the operator. */
export type PackageChange = {
  category: OrderCategory;
  offer?: string;
  offer_name?: string;
  quantity: number;
  before: number;
  after: number;
};

const largeFactor = 2;

/** Up to three packages with a large change of each offer: the smallest, the middle and the largest one. */
export function findLargePriceChanges(
  before: readonly OfferSetting[],
  after: readonly OfferSetting[],
): PackageChange[] {
  return before.flatMap((was) => {
    const is = after.find(({ id }) => id === was.id);
    if (!is) return [];
    const subject = offerSubject(was);
    const changed = listQuantities([was, is]).flatMap((quantity) => {
      const [from, to] = [offerCents(was, quantity), offerCents(is, quantity)];
      const isLarge = Math.max(from, to) >= largeFactor * Math.min(from, to);
      return isLarge ? { ...subject, quantity, before: from / 100, after: to / 100 } : [];
    });
    const shown = new Set([0, Math.floor((changed.length - 1) / 2), changed.length - 1]);
    return changed.filter((_, at) => shown.has(at));
  });
}

/** The quantities to compare, ascending: packages, ends of the slider, and starts of discounts, where prices differ most. */
function listQuantities(offers: readonly OfferSetting[]): number[] {
  const all = offers.flatMap(({ min_quantity, max_quantity, packages, tiers }) => [
    min_quantity,
    max_quantity,
    ...packages,
    ...tiers.map(({ from_quantity }) => from_quantity),
  ]);
  return [...new Set(all)].sort((a, b) => a - b);
}
