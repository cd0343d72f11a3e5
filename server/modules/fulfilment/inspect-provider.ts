// The test call of a provider: its balance proves the key, its catalogue proves the services. Stores nothing.
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderSettings } from '../../ports/settings.ts';
import type { Provider, ServiceOffer } from './provider.ts';

/** passed: the key works and the catalogue has every service in use. */
export type CheckState = 'passed' | 'key_refused' | 'unreachable' | 'service_missing';

export type ProviderCheck = { state: CheckState; problem: string | null };

export type Inspection = {
  funds: { balance: string; currency: string } | null;
  /** Null when the catalogue was not requested, or the request failed. */
  offers: ServiceOffer[] | null;
  /** Null when nothing is proven: the key works and the catalogue was not requested. */
  check: ProviderCheck | null;
  error: ExternalError | null;
};

/** Returns ExternalErrors in `error` instead of throwing them. */
export async function inspectProvider(
  provider: Provider,
  serviceIds: ProviderSettings['serviceIds'],
  withCatalogue = true,
): Promise<Inspection> {
  let funds: Inspection['funds'] = null;
  try {
    funds = await provider.balance();
    if (!isAmount(funds.balance)) {
      funds = null;
      throw new ExternalError('unavailable', 'The provider returned an invalid balance.');
    }
    if (!withCatalogue) return { funds, offers: null, check: null, error: null };
    const offers = await provider.services();
    const problem = missingService(offers, serviceIds);
    return { funds, offers, check: { state: problem ? 'service_missing' : 'passed', problem }, error: null };
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    // The balance needs only the key, so its refusal means a wrong key.
    const state = funds === null && error.fault === 'refused' ? 'key_refused' : 'unreachable';
    return { funds, offers: null, check: { state, problem: error.message }, error };
  }
}

function missingService(offers: readonly ServiceOffer[], serviceIds: ProviderSettings['serviceIds']): string | null {
  const offered = new Set(offers.map(({ serviceId }) => serviceId));
  const missing = Object.entries(serviceIds).filter(([, id]) => id !== '' && !offered.has(id));
  const named = missing.map(([category, id]) => `service ${id} for ${category}`);
  return named.length === 0 ? null : `The provider does not offer ${named.join(' and ')}.`;
}

/** Providers return other texts as a balance, too. */
export function isAmount(balance: string): boolean {
  return /^-?\d{1,13}(\.\d+)?$/.test(balance);
}
