// By how much prices fall: a slip of the finger, or an intruder, would sell below cost.
import { categories } from '../../../contract/category.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreSettings } from '../../../contract/store-settings.ts';

type Prices = StoreSettings['prices'];

/**
 * Throws price_cut_too_large (409) when the cheapest unit of a category becomes cheaper by more than `mostPercent`.
 * `dayBefore`: the prices of a day ago, so that small cuts do not add up to a large one.
 */
export function assertPriceCut(
  { before, dayBefore, after }: Record<'before' | 'dayBefore' | 'after', Prices>,
  mostPercent: number | null,
): void {
  if (mostPercent === null) return;
  for (const category of categories) {
    const [last, is] = [cheapestUnit(before, category), cheapestUnit(after, category)];
    const was = Math.max(last, cheapestUnit(dayBefore, category));
    if (is >= last || is >= was * (1 - mostPercent / 100)) continue;
    const cut = Math.round((1 - is / was) * 100);
    throw new StoreError('price_cut_too_large', {
      reason: storeMessage('price_cut_limit', { category, cutPercent: cut, mostPercent }),
    });
  }
}

/** Millionths of a dollar, at the largest discount. */
function cheapestUnit({ unit_price_micros, tiers }: Prices, category: keyof Prices['tiers']): number {
  const discount = Math.max(0, ...tiers[category].map(({ discount_percent }) => discount_percent));
  return unit_price_micros * (1 - discount / 100);
}
