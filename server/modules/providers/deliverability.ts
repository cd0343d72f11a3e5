// Whether a provider can deliver an offer now. Pure.
import type { OfferSetting } from '../../../contract/offers.ts';
import type { ProviderState } from '../../../contract/public-status.ts';
import type { ProviderEntry } from '../../ports/settings.ts';
import type { CatalogueService, ProviderSnapshot } from './catalogue.repository.ts';
import type { CheckState } from './inspect-provider.ts';

/** More than two checks in a row: one failed check hides no offer. */
const silentMs = 20 * 60_000;
/** A check that gets the balance and not the catalogue ends so soon after the balance. */
const oneCheckMs = 5_000;

export type DeliveryFacts = {
  entry: Pick<ProviderEntry, 'enabled' | 'apiUrl' | 'apiKey'>;
  isKnownKind: boolean;
  check: CheckState | 'untested';
  snapshot: ProviderSnapshot | null;
  service: CatalogueService | null;
  /** The service costs more than it sells for, and no admin accepted that. */
  isAbovePrice: boolean;
};

/** The code of its message. */
export type Obstacle =
  | 'provider_off'
  | 'provider_unsupported'
  | 'provider_incomplete'
  | 'provider_refuses_key'
  | 'provider_unresponsive'
  | 'provider_without_service'
  | 'provider_service_held'
  | 'provider_above_price'
  | 'provider_empty';

/** Why the provider cannot deliver the offer; null while it can, or while nothing is observed. */
export function obstacleTo(offer: OfferSetting, facts: DeliveryFacts, nowMs: number): Obstacle | null {
  const { entry, isKnownKind, check, snapshot, service, isAbovePrice } = facts;
  if (!entry.enabled) return 'provider_off';
  if (!isKnownKind) return 'provider_unsupported';
  if (entry.apiUrl === '' || entry.apiKey === '') return 'provider_incomplete';
  if (check === 'key_refused') return 'provider_refuses_key';
  if (snapshot === null) return null;
  if (snapshot.problem !== null && isSilent(snapshot, check, nowMs)) return 'provider_unresponsive';
  if (snapshot.servicesAt !== null && (!service || service.goneAt !== null)) return 'provider_without_service';
  if (service?.isHeld) return 'provider_service_held';
  if (isAbovePrice) return 'provider_above_price';
  return isEmpty(offer, snapshot, service) ? 'provider_empty' : null;
}

/** Whether one of the providers responds. */
export function computeReachability(snapshots: readonly ProviderSnapshot[], nowMs: number): ProviderState {
  const seen = snapshots.filter(({ balanceAt, problem }) => balanceAt !== null || problem !== null);
  if (seen.length === 0) return 'unknown';
  const isReached = seen.some(
    (snapshot) => snapshot.problem === null || !isSilent(snapshot, snapshot.checkState ?? 'untested', nowMs),
  );
  return isReached ? 'reachable' : 'unreachable';
}

/** For longer than checks that fail in between, or since its circuit opened. */
function isSilent({ balanceAt, checkedAt }: ProviderSnapshot, check: DeliveryFacts['check'], nowMs: number): boolean {
  if (balanceAt === null) return true;
  if (check === 'unreachable' && (checkedAt?.getTime() ?? 0) - balanceAt.getTime() > oneCheckMs) return true;
  return nowMs - balanceAt.getTime() > silentMs;
}

/** The balance does not pay for the smallest order. */
function isEmpty(
  { min_quantity }: OfferSetting,
  { balance }: ProviderSnapshot,
  service: CatalogueService | null,
): boolean {
  if (balance === null) return false;
  const cost = (Number(service?.ratePerThousand ?? 0) * min_quantity) / 1_000;
  return Number(balance) <= 0 || Number(balance) < cost;
}
