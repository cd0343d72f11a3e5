// Warnings about a provider for the operator, before a buyer is affected. Pure.
import { type OfferSetting, offerOfKey, offersOfKeys, offerTitle } from '../../../contract/offers.ts';
import { maxPosts, shownShare } from '../../../contract/share.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { CatalogueService, ProviderSnapshot } from './catalogue.repository.ts';
import type { ServiceChange } from './service-changes.ts';

export type ProviderWarning = {
  kind: 'price' | 'gone' | 'held' | 'range' | 'balance' | 'balance_unclear' | 'rate_missing' | 'unreachable';
  message: StoreMessage;
  /** The key of the offer whose service it is about; null for the whole provider. */
  offer: string | null;
};
export type UsedService = { offer: string; serviceId: string; known: CatalogueService | null };

export function dollarsPerThousand(unitPriceMicros: number): number {
  return unitPriceMicros / 1_000;
}

/** The price of 1,000 units for a buyer, in dollars: without a discount, and with the highest one. */
export function pricesPerThousand({ unit_price_micros, tiers }: OfferSetting): { full: number; lowest: number } {
  const full = dollarsPerThousand(unit_price_micros);
  const percent = 100 - Math.max(0, ...tiers.map(({ discount_percent }) => discount_percent));
  return { full, lowest: (full * percent) / 100 };
}

export function findWarnings(
  entry: { lowBalance: string | null },
  snapshot: ProviderSnapshot | null,
  used: readonly UsedService[],
  offers: readonly OfferSetting[],
  /** What one unit of its currency is worth in USD; null without a rate. */
  usd: number | null,
): ProviderWarning[] {
  const found: ProviderWarning[] = [];
  const warn = (kind: ProviderWarning['kind'], message: StoreMessage, offer: string | null = null) =>
    void found.push({ kind, message, offer });
  if (snapshot?.problem) {
    warn('unreachable', storeMessage('provider_check_problem', { problem: snapshot.problemCoded ?? snapshot.problem }));
  }
  const { lowBalance } = entry;
  if (lowBalance !== null && snapshot?.balance != null && Number(snapshot.balance) < Number(lowBalance)) {
    const balance = Number(snapshot.balance).toFixed(2);
    const least = String(Number(lowBalance));
    warn('balance', storeMessage('provider_balance_low', { balance, currency: snapshot.currency ?? '', least }));
  }
  if (snapshot?.balanceText != null) {
    warn('balance_unclear', storeMessage('provider_balance_ambiguous', { balance: snapshot.balanceText }));
  }
  // Before the first import the limits of services are unknown.
  if (!snapshot?.servicesAt) return found;
  if (usd === null && used.some(({ known }) => known?.ratePerThousand != null && known.goneAt === null)) {
    warn(
      'rate_missing',
      storeMessage('provider_rate_missing', { currency: snapshot.currency?.trim().toUpperCase() ?? '' }),
    );
  }
  for (const { offer: key, serviceId, known } of used) {
    const offer = offerOfKey(offers, key);
    if (serviceId === '' || !offer) continue;
    const category = offerTitle(offer);
    if (!known || known.goneAt !== null) {
      warn('gone', storeMessage('service_missing', { serviceId, category }), key);
      continue;
    }
    if (known.isHeld) {
      // Its cost and its limits are those of something else.
      warn('held', heldMessage(category, known), key);
      continue;
    }
    const price = priceWarning(offer, known, usd);
    if (price) warn('price', price, key);
    const range = rangeProblem(offer, known);
    if (range) warn('range', range, key);
  }
  return found;
}

/**
 * The quantities that the service accepts, compared with the slider and with the smallest share of an order of five
 * posts.
 */
export function rangeProblem(
  offer: OfferSetting,
  { serviceId, min, max }: Pick<CatalogueService, 'serviceId' | 'min' | 'max'>,
): StoreMessage | null {
  const { min_quantity: minQuantity, max_quantity: maxQuantity } = offer;
  const category = offerTitle(offer);
  const smallest = shownShare(minQuantity, maxPosts);
  if (min !== null && min > smallest) {
    return storeMessage('service_minimum', { serviceId, category, min, posts: maxPosts, smallest });
  }
  if (max !== null && max < maxQuantity) {
    return storeMessage('service_maximum', { serviceId, category, max, most: maxQuantity });
  }
  return null;
}

/** Without prices: roles that see no costs read it. `category`: the title of the offer. `isUsed`: false for a service that only links of before use. */
export function heldMessage(category: string, service: CatalogueService, isUsed = true): StoreMessage {
  const { serviceId, confirmed } = service;
  const before = confirmed ? describeService(confirmed) : '';
  const code = isUsed ? 'service_held' : 'service_held_of_links';
  return storeMessage(code, { serviceId, category, before, after: describeService(service) });
}

export function describeService({
  name,
  category,
  type,
}: Pick<CatalogueService, 'name' | 'category' | 'type'>): string {
  return [name, category, type].filter(Boolean).join(' · ');
}

/** The first quantity on sale that a service in use does not accept with its new minimum or maximum. */
export function problemOfChange(
  { serviceId, kind, after }: Pick<ServiceChange, 'serviceId' | 'kind' | 'after'>,
  used: readonly Pick<UsedService, 'offer' | 'serviceId'>[],
  offers: readonly OfferSetting[],
): StoreMessage | null {
  if ((kind !== 'min' && kind !== 'max') || after === null) return null;
  const limits = { serviceId, min: null, max: null, [kind]: Number(after) };
  const keys = used.filter((each) => each.serviceId === serviceId).map(({ offer }) => offer);
  const [problem = null] = offersOfKeys(offers, keys).flatMap((offer) => rangeProblem(offer, limits) ?? []);
  return problem;
}

/** Per 1,000 in dollars: the cost and the lowest price of the offer, when the cost is higher. Null: it is not, or not known in dollars. */
export function costAbovePrice(
  offer: OfferSetting,
  { ratePerThousand, goneAt }: Pick<CatalogueService, 'ratePerThousand' | 'goneAt'>,
  usd: number | null,
): { cost: number; full: number; lowest: number } | null {
  if (ratePerThousand === null || goneAt !== null || usd === null) return null;
  const cost = Number(ratePerThousand) * usd;
  const { full, lowest } = pricesPerThousand(offer);
  return cost > lowest ? { cost, full, lowest } : null;
}

function priceWarning(offer: OfferSetting, service: CatalogueService, usd: number | null): StoreMessage | null {
  const found = costAbovePrice(offer, service, usd);
  if (!found) return null;
  const { cost, full, lowest } = found;
  const code = cost > full ? 'service_above_price' : 'service_above_lowest_price';
  const priceCents = roundedCents(cost > full ? full : lowest);
  const { serviceId } = service;
  return storeMessage(code, { serviceId, category: offerTitle(offer), costCents: roundedCents(cost), priceCents });
}

/** Of dollars per 1,000, which may have more decimals. */
export function roundedCents(dollars: number): number {
  return Math.round(Number(dollars.toFixed(2)) * 100);
}
