// Why a service must not be chosen: what the store sells could not be delivered by it, or not at a known cost. Pure.
import type { Category } from '../../../contract/category.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { CatalogueService } from './catalogue.repository.ts';
import type { ServiceOffer } from './provider.ts';
import { describeService, rangeProblem } from './provider-warnings.ts';
import { hasOtherMeaning } from './service-changes.ts';

type Offered = Pick<ServiceOffer, 'serviceId' | 'type' | 'ratePerThousand' | 'min'>;
/** `usd`: what one unit of the currency is worth; null without a rate. */
type Charged = { currency: string; usd: number | null };

const fields = { Likes: 'likes_service_id', Views: 'views_service_id' } as const satisfies Record<Category, string>;

/** `isNew`: false for one that the provider had before: its minimum is a warning, as a provider must come back. */
export type ChosenService = { category: Category; serviceId: string; isNew: boolean };

/** Throws invalid_input for the first chosen service that cannot be used. One that is not in the catalog is another matter. */
export function assertServices(
  chosen: readonly ChosenService[],
  offers: readonly Offered[],
  charged: Charged,
  prices: PriceList,
): void {
  for (const { category, serviceId, isNew } of chosen) {
    const offer = offers.find((each) => each.serviceId === serviceId);
    const reason = offer
      ? (serviceProblem(category, offer, charged) ?? (isNew ? minimumProblem(category, offer, prices) : null))
      : null;
    if (reason) throw new StoreError('invalid_input', { field: fields[category], reason });
  }
}

/** Orders above the maximum can go to several services, and are a warning. */
function minimumProblem(category: Category, { serviceId, min }: Offered, prices: PriceList): StoreMessage | null {
  return rangeProblem(category, { serviceId, min, max: null }, prices);
}

/** The first chosen service that means something else now than in the catalog that the operator chose it from. */
export function findChangedSince(
  chosen: readonly ChosenService[],
  catalog: readonly CatalogueService[],
  offers: readonly ServiceOffer[],
): StoreError | null {
  for (const { category, serviceId, isNew } of chosen) {
    const before = catalog.find((each) => each.serviceId === serviceId && each.goneAt === null);
    const offer = offers.find((each) => each.serviceId === serviceId);
    if (!isNew || !before || !offer || !hasOtherMeaning(before, offer)) continue;
    const words = { serviceId, category, before: describeService(before), after: describeService(offer) };
    return new StoreError('invalid_input', {
      field: fields[category],
      reason: storeMessage('service_changed_since', words),
    });
  }
  return null;
}

function serviceProblem(category: Category, offer: Offered, { currency, usd }: Charged): StoreMessage | null {
  const { serviceId, type, ratePerThousand } = offer;
  if (type !== null && type.toLowerCase() !== 'default')
    return storeMessage('service_type_refused', { serviceId, category, type });
  if (ratePerThousand !== null && Number(ratePerThousand) < 0.000001)
    return storeMessage('service_without_cost', { serviceId, category });
  if (usd === null) return storeMessage('service_currency_refused', { serviceId, category, currency });
  return null;
}
