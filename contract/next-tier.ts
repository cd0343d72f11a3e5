// The next discount above a quantity. A file of its own: only the home page needs it.
import type { OrderCategory } from './category.ts';
import { discountPercent, type PagePrices, type PricedOffer, priceCents } from './pricing.ts';

/**
 * `percent`: its displayed discount. `moreCents`: what its threshold costs more than the quantity. At most 0 where it costs the same
 * or less.
 */
type NextTier = { quantity: number; percent: number; amountCents: number; moreCents: number };

/** Of those that the price shows. Null above the last one. */
export function nextTier(category: OrderCategory, quantity: number, list: PagePrices): NextTier | null {
  for (const { fromQuantity } of (list.offers[category] as PricedOffer).tiers) {
    const percent = fromQuantity > quantity ? discountPercent(category, fromQuantity, list) : 0;
    if (percent <= 0) continue;
    const amountCents = priceCents(category, fromQuantity, list);
    return {
      quantity: fromQuantity,
      percent,
      amountCents,
      moreCents: amountCents - priceCents(category, quantity, list),
    };
  }
  return null;
}
