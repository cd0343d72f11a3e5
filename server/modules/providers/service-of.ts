// Which service of a provider delivers an offer.
import { orderOfferKey } from '../../../contract/offers.ts';
import type { ProviderSettings } from '../../ports/settings.ts';

/** The facts of an order that name what it sold. */
export type SoldOrder = Parameters<typeof orderOfferKey>[0];

/** Empty: the provider does not deliver what the order sold. */
export function serviceOf({ serviceIds }: Pick<ProviderSettings, 'serviceIds'>, order: SoldOrder): string {
  return serviceIds[orderOfferKey(order)] ?? '';
}
