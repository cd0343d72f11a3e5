// A larger quantity that costs no more. A file of its own: only the home page needs it.
import type { Category } from './category.ts';
import { type PriceList, priceCents } from './pricing.ts';

/** The next threshold when it costs the same as or less than the selected quantity, else null. */
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
