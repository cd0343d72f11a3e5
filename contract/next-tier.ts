// The next discount above a quantity. A file of its own: only the home page needs it.
import type { Category } from './category.ts';
import { discountPercent, type PriceList, priceCents } from './pricing.ts';

/** `moreCents`: what its threshold costs more than the quantity. At most 0 where it costs the same or less. */
export type NextTier = { quantity: number; amountCents: number; moreCents: number };

/** Of those that the price shows. Null above the last one. */
export function nextTier(category: Category, quantity: number, list: PriceList): NextTier | null {
  const tier = list.offers[category].tiers.find(
    ({ fromQuantity }) => fromQuantity > quantity && discountPercent(category, fromQuantity, list) > 0,
  );
  if (!tier) return null;
  const amountCents = priceCents(category, tier.fromQuantity, list);
  const moreCents = amountCents - priceCents(category, quantity, list);
  return {
    quantity: tier.fromQuantity,
    amountCents,
    moreCents,
  };
}
