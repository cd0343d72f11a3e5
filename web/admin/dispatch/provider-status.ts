// Decides when to poll a live status. `contract/provider-status.ts` defines the statuses.
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';

const refillFollowMs = 24 * 60 * 60_000;

/** False after a terminal status, except for 24 hours after a refill request. */
export function isFollowed(status: string | undefined, refillRequestedAt: string | null, nowMs: number): boolean {
  if (status === undefined || !isFinalProviderStatus(status)) return true;
  if (!refillRequestedAt) return false;
  return nowMs - Date.parse(refillRequestedAt) < refillFollowMs;
}
