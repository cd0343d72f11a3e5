// What the catalog shows of an offer beside its settings: its state, its services, and what remains of its price. Pure.
import { dearestFee, marginPercent } from '../../../contract/margin-percent.ts';
import { type OfferSetting, offerKey, offerTitle, specifiedCategory } from '../../../contract/offers.ts';
import type { FieldSettings } from '../../../contract/setting-fields.ts';
import type { Provider } from '../provider/provider-check.tsx';
import { byPriority, delivers } from '../provider/send-cost.ts';
import type { OfferState } from '../texts/kinds.ts';

export type OfferService = {
  providerId: string;
  provider: string;
  serviceId: string;
  /** The provider gets new links. */
  isInUse: boolean;
  /** Why automatic sending does not use it. */
  obstacle: Extract<OfferState, 'no_service' | 'above_price'> | null;
  /** Dollars per 1,000; null where it is unknown, or hidden from the role. */
  cost: number | null;
};

/** By the codes of the warnings. A cost above the discounted price alone stops nothing. */
const obstacles: Record<string, OfferService['obstacle'] | undefined> = {
  service_missing: 'no_service',
  service_held: 'no_service',
  service_above_price: 'above_price',
};

/** In the order of use. */
export function servicesOf(offer: OfferSetting, providers: readonly Provider[]): OfferService[] {
  const key = offerKey(offer);
  return [...providers].sort(byPriority).flatMap(({ id, name, enabled, used, warnings }) => {
    const service = used.find((one) => delivers(one, { category: key }));
    if (!service) return [];
    const { service_id: serviceId, cost_per_1000_usd: cost } = service;
    const title = offerTitle(offer);
    const [obstacle = null] = warnings.flatMap(({ code = '', params }) =>
      params?.serviceId === serviceId && params.category === title ? (obstacles[code] ?? []) : [],
    );
    return [{ providerId: id, provider: name, serviceId, isInUse: enabled, obstacle, cost }];
  });
}

export function stateOf(offer: OfferSetting, services: readonly OfferService[]): OfferState {
  if (!offer.on) return offer.attested_at === null && specifiedCategory(offer) === null ? 'unconfirmed' : 'off';
  if (offer.paused) return 'paused';
  const inUse = services.filter(({ isInUse }) => isInUse);
  if (inUse.some(({ obstacle }) => obstacle === null)) return 'sold';
  return inUse.some(({ obstacle }) => obstacle === 'above_price') ? 'above_price' : 'no_service';
}

/** Of the dearest service in use; null where none has a known cost. */
export function costOfOffer(services: readonly OfferService[]): number | null {
  const costs = services.flatMap(({ isInUse, cost }) => (isInUse && cost !== null ? [cost] : []));
  return costs.length > 0 ? Math.max(...costs) : null;
}

/** Of 1,000 units, in percent; null where the cost is unknown, or the price is below half a cent. */
export function marginOfOffer(
  { unit_price_micros }: OfferSetting,
  cost: number | null,
  fees: FieldSettings['fees'] | undefined,
): number | null {
  if (cost === null || unit_price_micros < 5) return null;
  return marginPercent(unit_price_micros, cost, dearestFee(Object.values(fees ?? {})));
}
