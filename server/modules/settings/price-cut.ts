// By how much a save lowers prices: a slip of the finger, or an intruder, would sell below cost.
import { categories } from '../../../contract/category.ts';
import { StoreError } from '../../../contract/errors.ts';
import type { StoreSettings } from '../../../contract/store-settings.ts';

type Prices = StoreSettings['prices'];

/** Throws price_cut_too_large (409) when the cheapest unit of a category becomes cheaper by more than `mostPercent`. */
export function holdToPriceCut(before: Prices, after: Prices, mostPercent: number | null): void {
  if (mostPercent === null) return;
  for (const category of categories) {
    const [was, is] = [cheapestUnit(before, category), cheapestUnit(after, category)];
    if (is >= was * (1 - mostPercent / 100)) continue;
    const cut = Math.round((1 - is / was) * 100);
    throw new StoreError('price_cut_too_large', {
      message:
        `This lowers the price of ${category} by ${cut} %. The guardrail allows ${mostPercent} % in one save: ` +
        'an owner can change it in Settings, Guardrails.',
    });
  }
}

/** Millionths of a dollar, at the largest discount. */
function cheapestUnit({ unit_price_micros, tiers }: Prices, category: keyof Prices['tiers']): number {
  const discount = Math.max(0, ...tiers[category].map(({ discount_percent }) => discount_percent));
  return unit_price_micros * (1 - discount / 100);
}
