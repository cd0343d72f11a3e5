// Limits of price changes, because a typing error or an intruder could make the store sell below cost.
import { type OfferSetting, offerTitle } from '../../../contract/offers.ts';
import { findLargePriceChanges } from '../../../contract/price-change.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';

type Prices = readonly OfferSetting[];

/**
 * Throws price_cut_too_large (409) when the cheapest unit of a category becomes cheaper by more than `mostPercent`, and
 * price_change_large (409) when the price of a package at least doubles or halves and the admin did not confirm it. Earlier prices
 * (`isReturn`) pass both checks, unless they are below the cost of a service (`loss`).
 * `dayBefore`: the prices of a day ago, so that small cuts do not add up to a large one.
 */
export function assertPriceChange(
  prices: Record<'before' | 'dayBefore' | 'after', Prices>,
  { mostPercent, isConfirmed }: { mostPercent: number | null; isConfirmed: boolean },
  { isReturn, loss }: { isReturn: boolean; loss: StoreMessage | null },
): void {
  if (isReturn && loss === null) return;
  const cut = findPriceCut(prices, mostPercent);
  if (cut) {
    const reason = isReturn && loss ? storeMessage('price_return_at_loss', { loss }) : cut;
    throw new StoreError('price_cut_too_large', { reason });
  }
  const packages = findLargePriceChanges(prices.before, prices.after);
  if (packages.length > 0 && !isConfirmed) throw new StoreError('price_change_large', { body: { packages } });
}

function findPriceCut(
  { before, dayBefore, after }: Record<'before' | 'dayBefore' | 'after', Prices>,
  mostPercent: number | null,
): StoreMessage | null {
  if (mostPercent === null) return null;
  for (const offer of after) {
    const [lastOffer, dayBeforeOffer] = [before, dayBefore].map((list) => list.find(({ id }) => id === offer.id));
    if (!lastOffer) continue;
    const [last, is] = [cheapestUnit(lastOffer), cheapestUnit(offer)];
    const was = Math.max(last, dayBeforeOffer ? cheapestUnit(dayBeforeOffer) : 0);
    if (is >= last || is >= was * (1 - mostPercent / 100)) continue;
    return storeMessage('price_cut_limit', {
      category: offerTitle(offer),
      cutPercent: Math.round((1 - is / was) * 100),
      mostPercent,
    });
  }
  return null;
}

/** In millionths of a dollar, with the largest discount. */
function cheapestUnit({ unit_price_micros, tiers }: OfferSetting): number {
  const discount = Math.max(0, ...tiers.map(({ discount_percent }) => discount_percent));
  return unit_price_micros * (1 - discount / 100);
}
