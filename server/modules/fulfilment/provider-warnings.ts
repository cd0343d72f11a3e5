// Warnings about a provider for the operator, before a buyer is affected. Pure.
import type { Category } from '../../../contract/category.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import { maxPosts } from '../../../contract/max-posts.ts';
import { shownShare } from '../../../contract/share.ts';
import type { CatalogueService, ProviderSnapshot } from './catalogue.repository.ts';
import type { ServiceChange } from './service-changes.ts';

export type ProviderWarning = {
  kind: 'price' | 'gone' | 'range' | 'balance' | 'unreachable';
  words: string;
  /** The category whose service it is about; null for the whole provider. */
  category: Category | null;
};
export type UsedService = { category: Category; serviceId: string; known: CatalogueService | null };

/** The price of 1,000 units for a buyer, in dollars: without a discount, and with the highest one. */
export function pricesPerThousand(category: Category, list: PriceList): { full: number; lowest: number } {
  const full = (list.unitPriceMicros * 1_000) / 1_000_000;
  const percent = Math.min(100, ...list.offers[category].tiers.map((tier) => tier.percent));
  return { full, lowest: (full * percent) / 100 };
}

export function warningsOf(
  entry: { lowBalance: string | null },
  look: ProviderSnapshot | null,
  used: readonly UsedService[],
  prices: PriceList,
): ProviderWarning[] {
  const found: ProviderWarning[] = [];
  const warn = (kind: ProviderWarning['kind'], words: string, category: Category | null = null) =>
    void found.push({ kind, words, category });
  if (look?.problem) warn('unreachable', `The last check failed: ${look.problem}`);
  const { lowBalance } = entry;
  if (lowBalance !== null && look?.balance != null && Number(look.balance) < Number(lowBalance)) {
    const unit = look.currency ?? '';
    warn('balance', `The balance is low: ${Number(look.balance).toFixed(2)} ${unit}, below ${Number(lowBalance)}.`);
  }
  // Before the first import the limits of services are unknown.
  if (!look?.servicesAt) return found;
  for (const { category, serviceId, known } of used) {
    if (serviceId === '') continue;
    if (!known || known.goneAt !== null) {
      warn('gone', `Service ${serviceId} for ${category} is not in the catalogue any more.`, category);
      continue;
    }
    priceWarning(category, known, look, prices, warn);
    const range = rangeProblem(category, known, prices);
    if (range) warn('range', range, category);
  }
  return found;
}

/**
 * The quantities that the service accepts, compared with the slider and with the smallest share of an order of five
 * posts.
 */
export function rangeProblem(
  category: Category,
  { serviceId, min, max }: Pick<CatalogueService, 'serviceId' | 'min' | 'max'>,
  prices: PriceList,
): string | null {
  const { minQuantity, maxQuantity } = prices.offers[category];
  const smallest = shownShare(minQuantity, maxPosts);
  if (min !== null && min > smallest) {
    return `Service ${serviceId} for ${category} takes ${min} at least; the smallest share of ${maxPosts} posts is ${smallest}.`;
  }
  if (max !== null && max < maxQuantity) {
    return `Service ${serviceId} for ${category} takes ${max} at most; the slider goes up to ${maxQuantity}.`;
  }
  return null;
}

/** The first quantity on sale that a service in use does not accept with its new minimum or maximum. */
export function problemOfChange(
  { serviceId, kind, after }: Pick<ServiceChange, 'serviceId' | 'kind' | 'after'>,
  used: readonly Pick<UsedService, 'category' | 'serviceId'>[],
  prices: PriceList,
): string | null {
  if ((kind !== 'min' && kind !== 'max') || after === null) return null;
  const limits = { serviceId, min: null, max: null, [kind]: Number(after) };
  const problems = used
    .filter((each) => each.serviceId === serviceId)
    .flatMap(({ category }) => rangeProblem(category, limits, prices) ?? []);
  return problems[0] ?? null;
}

/** Per 1,000 in dollars: the cost and the lowest price of the category, when the cost is higher. Null: it is not, or unknown. */
export function costAbovePrice(
  category: Category,
  { ratePerThousand, goneAt }: Pick<CatalogueService, 'ratePerThousand' | 'goneAt'>,
  currency: string | null,
  prices: PriceList,
): { cost: number; full: number; lowest: number } | null {
  // Other currencies are not converted.
  if (ratePerThousand === null || goneAt !== null || (currency && currency.toUpperCase() !== 'USD')) return null;
  const cost = Number(ratePerThousand);
  const { full, lowest } = pricesPerThousand(category, prices);
  return cost > lowest ? { cost, full, lowest } : null;
}

function priceWarning(
  category: Category,
  service: CatalogueService,
  { currency }: ProviderSnapshot,
  prices: PriceList,
  warn: (kind: 'price', words: string, category: Category) => void,
): void {
  const found = costAbovePrice(category, service, currency, prices);
  if (!found) return;
  const { cost, full, lowest } = found;
  const ours =
    cost > full ? `our price is $${full.toFixed(2)}` : `our price at the highest discount is $${lowest.toFixed(2)}`;
  warn('price', `Service ${service.serviceId} for ${category} costs $${cost.toFixed(2)} per 1,000; ${ours}.`, category);
}
