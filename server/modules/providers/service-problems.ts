// Why a service must not be chosen: what the store sells could not be delivered by it, or not at a known cost. Pure.
import { type OfferSetting, offerOfKey, offerTitle } from '../../../contract/offers.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { CatalogueService } from './catalogue.repository.ts';
import type { ServiceOffer } from './provider.ts';
import { describeService, rangeProblem } from './provider-warnings.ts';
import { hasOtherMeaning } from './service-changes.ts';

type Offered = Pick<ServiceOffer, 'serviceId' | 'type' | 'ratePerThousand' | 'min'>;
/** `usd`: what one unit of the currency is worth; null without a rate. */
type Charged = { currency: string; usd: number | null };

const serviceFields: Readonly<Record<string, string>> = { Likes: 'likes_service_id', Views: 'views_service_id' };

/** The field of a save that chooses the service of an offer, by its key. */
export function serviceField(offer: string): string {
  return serviceFields[offer] ?? `routes.${offer}`;
}

/** `offer`: its `offerKey()`. `isNew`: false for one that the provider had before: its minimum is a warning, as a provider must come back. */
export type ChosenService = { offer: string; serviceId: string; isNew: boolean };

/** Throws invalid_input for the first chosen service that cannot be used. One that is not in the catalog is another matter. */
export function assertServices(
  chosen: readonly ChosenService[],
  services: readonly Offered[],
  charged: Charged,
  offers: readonly OfferSetting[],
): void {
  for (const { offer: key, serviceId, isNew } of chosen) {
    const service = services.find((each) => each.serviceId === serviceId);
    const offer = offerOfKey(offers, key);
    if (!service || !offer) continue;
    const reason =
      serviceProblem(offerTitle(offer), service, charged) ?? (isNew ? minimumProblem(offer, service) : null);
    if (reason) throw new StoreError('invalid_input', { field: serviceField(key), reason });
  }
}

/** Orders above the maximum can go to several services, and are a warning. */
function minimumProblem(offer: OfferSetting, { serviceId, min }: Offered): StoreMessage | null {
  return rangeProblem(offer, { serviceId, min, max: null });
}

/** The first chosen service that means something else now than in the catalog that the operator chose it from. */
export function findChangedSince(
  chosen: readonly ChosenService[],
  catalog: readonly CatalogueService[],
  services: readonly ServiceOffer[],
  offers: readonly OfferSetting[],
): StoreError | null {
  for (const { offer: key, serviceId, isNew } of chosen) {
    const before = catalog.find((each) => each.serviceId === serviceId && each.goneAt === null);
    const service = services.find((each) => each.serviceId === serviceId);
    const offer = offerOfKey(offers, key);
    if (!isNew || !before || !service || !offer || !hasOtherMeaning(before, service)) continue;
    const words = {
      serviceId,
      category: offerTitle(offer),
      before: describeService(before),
      after: describeService(service),
    };
    return new StoreError('invalid_input', {
      field: serviceField(key),
      reason: storeMessage('service_changed_since', words),
    });
  }
  return null;
}

/** Why the store cannot sell a service of a catalog, whatever it would be sold as. `isCostSecret`: without what its cost says. */
export function catalogProblem(
  { type, ratePerThousand, min, max, goneAt }: CatalogueService,
  { currency, usd }: Charged,
  isCostSecret: boolean,
): StoreMessage | null {
  if (goneAt !== null) return storeMessage('catalog_service_gone');
  if (isOtherType(type)) return storeMessage('catalog_service_type', { type });
  if (min !== null && max !== null && min > max) return storeMessage('catalog_service_range', { min, max });
  if (isFree(ratePerThousand)) return isCostSecret ? null : storeMessage('catalog_service_free');
  return usd === null ? storeMessage('catalog_service_currency', { currency }) : null;
}

/** Why a held service in use cannot be confirmed, as its effect. `isCostSecret`: without what its cost says. */
export function confirmProblem(
  { type, ratePerThousand }: CatalogueService,
  { currency, usd }: Charged,
  isCostSecret: boolean,
): StoreMessage | null {
  if (isOtherType(type)) return storeMessage('effect_held_type', { type });
  if (isFree(ratePerThousand)) return isCostSecret ? null : storeMessage('effect_held_free');
  return usd === null ? storeMessage('effect_held_currency', { currency }) : null;
}

function isOtherType(type: string | null): type is string {
  return type !== null && type.toLowerCase() !== 'default';
}

/** A cost of 0 counts as unknown. */
export function isFree(rate: string | null): boolean {
  return rate !== null && Number(rate) < 0.000001;
}

function serviceProblem(category: string, service: Offered, { currency, usd }: Charged): StoreMessage | null {
  const { serviceId, type, ratePerThousand } = service;
  if (isOtherType(type)) return storeMessage('service_type_refused', { serviceId, category, type });
  if (isFree(ratePerThousand)) return storeMessage('service_without_cost', { serviceId, category });
  if (usd === null) return storeMessage('service_currency_refused', { serviceId, category, currency });
  return null;
}
