// What a provider's status word means for the page: whether it is final. The word itself is shown as returned (STATE-10).

const finalWords = new Set(['completed', 'partial', 'canceled', 'cancelled', 'refunded']);
const refillFollowMs = 24 * 60 * 60_000;

/** nothing more will happen. Compared without case. */
export function isFinalStatus(status: string): boolean {
  return finalWords.has(status.trim().toLowerCase());
}

/** Whether to ask again (STATE-13, STATE-14): not after a final status, but again for a day after a refill. */
export function isFollowed(status: string | undefined, refillRequestedAt: string | null, nowMs: number): boolean {
  if (status === undefined || !isFinalStatus(status)) return true;
  if (!refillRequestedAt) return false;
  return nowMs - Date.parse(refillRequestedAt) < refillFollowMs;
}
