// The test call of a provider: its balance proves the key, its catalogue proves the services. Stores nothing.
import { type OfferSetting, titleOfKey } from '../../../contract/offers.ts';
import { type Sentence, sentenceOf, wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderSettings } from '../../ports/settings.ts';
import type { Funds, Provider, ServiceOffer } from './provider.ts';

/** passed: the key works and the catalogue has every service in use. */
export type CheckState = 'passed' | 'key_refused' | 'unreachable' | 'service_missing';

export type ProviderCheck = { state: CheckState; problem: Sentence | null };

export type Inspection = {
  funds: Funds | null;
  /** Null when the catalogue was not requested, or the request failed. */
  offers: ServiceOffer[] | null;
  /** Null when nothing is proven: the key works and the catalogue was not requested. */
  check: ProviderCheck | null;
  error: ExternalError | null;
};

/** Returns ExternalErrors in `error` instead of throwing them. `sold`: how sentences name the offers. */
export async function inspectProvider(
  provider: Provider,
  serviceIds: ProviderSettings['serviceIds'],
  sold: readonly OfferSetting[],
  withCatalogue = true,
): Promise<Inspection> {
  let funds: Inspection['funds'] = null;
  try {
    funds = await provider.balance();
    if (funds.balance !== null && !isAmount(funds.balance)) {
      funds = null;
      throw new ExternalError('unavailable', storeMessage('provider_balance_invalid'));
    }
    if (!withCatalogue) return { funds, offers: null, check: null, error: null };
    const offers = await provider.services();
    return { funds, offers, check: checkServices(offers, serviceIds, sold), error: null };
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    // The balance needs only the key, so its refusal means a wrong key.
    const state = funds === null && error.fault === 'refused' ? 'key_refused' : 'unreachable';
    return { funds, offers: null, check: { state, problem: error.sentence }, error };
  }
}

/** Whether a catalog has all of the services. */
export function checkServices(
  offers: readonly ServiceOffer[],
  serviceIds: ProviderSettings['serviceIds'],
  sold: readonly OfferSetting[],
): ProviderCheck {
  const problem = missingService(offers, serviceIds, sold);
  return { state: problem ? 'service_missing' : 'passed', problem };
}

function missingService(
  offers: readonly ServiceOffer[],
  serviceIds: ProviderSettings['serviceIds'],
  sold: readonly OfferSetting[],
): Sentence | null {
  const offered = new Set(offers.map(({ serviceId }) => serviceId));
  const services = Object.entries(serviceIds)
    .filter(([, serviceId]) => serviceId !== '' && !offered.has(serviceId))
    .map(([key, serviceId]) => storeMessage('service_of_category', { serviceId, category: titleOfKey(sold, key) }));
  return services.length === 0 ? null : sentenceOf(storeMessage('provider_lacks_services', { services }));
}

/** The error of a call that an admin waits for. */
export function toRefusal({ fault, sentence }: ExternalError): StoreError {
  const code = fault === 'refused' ? 'provider_refused' : 'provider_unavailable';
  return new StoreError(code, { reason: storeMessage('peer_words', { words: wordsOf(sentence) }) });
}

/** Providers return other texts as a balance, too. */
export function isAmount(balance: string): boolean {
  return /^-?\d{1,13}(\.\d+)?$/.test(balance);
}
