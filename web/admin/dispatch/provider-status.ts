// When a live status is worth asking again. What the words mean stands in `contract/provider-status.ts`.
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';

const refillFollowMs = 24 * 60 * 60_000;

/** Whether to ask again (STATE-13, A-42): not after a terminal status, but again for a day after a refill. */
export function isFollowed(status: string | undefined, refillRequestedAt: string | null, nowMs: number): boolean {
  if (status === undefined || !isFinalProviderStatus(status)) return true;
  if (!refillRequestedAt) return false;
  return nowMs - Date.parse(refillRequestedAt) < refillFollowMs;
}
