// What differs between two catalogs of a provider. Pure.
import { type ServiceChangeKind, type ServiceTerm, serviceTerms } from '../../../contract/provider-scores.ts';
import type { providerServices } from './fulfilment.schema.ts';
import type { ServiceOffer } from './provider.ts';

export type ServiceChange = {
  serviceId: string;
  kind: ServiceChangeKind;
  before: string | null;
  after: string | null;
};

/** `offer`: of the newer catalog, null when the service is missing there. */
export function changesOf(
  before: typeof providerServices.$inferSelect,
  offer: Pick<ServiceOffer, 'name' | 'category' | 'ratePerThousand' | ServiceTerm> | null,
): ServiceChange[] {
  const found: ServiceChange[] = [];
  const add = (kind: ServiceChangeKind, from: string | null = null, to: string | null = null) =>
    void found.push({ serviceId: before.serviceId, kind, before: from, after: to });
  if (!offer) {
    if (before.goneAt === null) add('gone');
    return found;
  }
  if (before.goneAt !== null) add('returned');
  const [was, is] = [storedRate(before.ratePerThousand), storedRate(offer.ratePerThousand)];
  if (was !== null && is !== null && was !== is) add(is > was ? 'price_up' : 'price_down', String(was), String(is));
  if (before.name !== offer.name) add('renamed', before.name, offer.name);
  if (before.category !== offer.category) add('recategorized', before.category, offer.category);
  for (const term of serviceTerms) {
    if (before[term] !== offer[term]) add(term, stored(before[term]), stored(offer[term]));
  }
  return found;
}

const stored = (value: number | boolean | null) => (value === null ? null : String(value));

/** The service delivers less than before, or under worse terms. */
export function isWorse({ kind, before, after }: Pick<ServiceChange, 'kind' | 'before' | 'after'>): boolean {
  if (kind === 'min') return Number(after) > Number(before);
  if (kind === 'max') return after !== null && (before === null || Number(after) < Number(before));
  if (kind === 'refill' || kind === 'cancel') return after !== 'true';
  return kind !== 'price_down' && kind !== 'returned';
}

// A rate with more decimals than its column would differ every hour.
function storedRate(rate: string | null): number | null {
  return rate === null ? null : Number(Number(rate).toFixed(6));
}

/** One sentence for the operator. */
export function changeText({ serviceId, kind, before, after }: ServiceChange, currency: string): string {
  const price = (amount: string | null) =>
    Number(amount)
      .toFixed(4)
      .replace(/0{1,2}$/, '');
  switch (kind) {
    case 'price_up':
      return `The cost of service ${serviceId} rose from ${price(before)} to ${price(after)} ${currency} per 1,000.`;
    case 'price_down':
      return `The cost of service ${serviceId} fell from ${price(before)} to ${price(after)} ${currency} per 1,000.`;
    case 'gone':
      return `Service ${serviceId} left the catalog.`;
    case 'returned':
      return `Service ${serviceId} is in the catalog again.`;
    case 'renamed':
      return `Service ${serviceId} has a new name: "${after}", before "${before}". Check that it is still what you sell.`;
    case 'recategorized':
      return `Service ${serviceId} has a new category: "${after}", before "${before}". Check that it is still what you sell.`;
    case 'min':
      return `The minimum of service ${serviceId} changed from ${term(before)} to ${term(after)}.`;
    case 'max':
      return `The maximum of service ${serviceId} changed from ${term(before)} to ${term(after)}.`;
    case 'refill':
      return `The refill of service ${serviceId} changed from ${term(before)} to ${term(after)}.`;
    case 'cancel':
      return `The cancellation of service ${serviceId} changed from ${term(before)} to ${term(after)}.`;
  }
}

function term(value: string | null): string {
  if (value === null) return 'not stated';
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
}
