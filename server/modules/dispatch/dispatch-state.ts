// The states of one post link at the provider, and the meaning of a live status. Pure.
import type { DispatchState } from '../../../contract/dispatch-status.ts';
import { isHiddenPost } from '../../../contract/guarantee.ts';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import type { RefusalReason } from '../providers/provider.ts';

/** none: never claimed, no row exists. */
export type LinkState = 'none' | DispatchState;

/**
 * claimed: the call may start. placed, refused, lost: the result of the call. claim_expired: the caller stopped.
 * settled_placed, settled_not_placed: an admin resolved a lost response. put_off: an automatic send is retried later.
 * given_up: it is not retried any more.
 */
export type DispatchEvent =
  | 'claimed'
  | 'placed'
  | 'refused'
  | 'lost'
  | 'claim_expired'
  | 'settled_placed'
  | 'settled_not_placed'
  | 'put_off'
  | 'given_up';

export const dispatchTransitions: Record<LinkState, Partial<Record<DispatchEvent, LinkState>>> = {
  none: { claimed: 'sending', put_off: 'waiting' },
  waiting: { claimed: 'sending', put_off: 'waiting', given_up: 'failed' },
  sending: { placed: 'sent', refused: 'failed', lost: 'unknown', claim_expired: 'unknown', put_off: 'waiting' },
  // A response after the claim expired still counts, so that a late ID is never lost (provider rule 2).
  unknown: { placed: 'sent', settled_placed: 'sent', settled_not_placed: 'failed' },
  failed: { claimed: 'sending' },
  // Terminal: a placed link stays placed, and its live status has the progress.
  sent: {},
};

/** Seconds after which a claim without a result expires. */
export const claimSeconds = 120;
/** The call does not start under an older claim, as of a process that was paused (provider rule 2). */
export const claimStartSeconds = 10;

/** Whether a status ends the tracking of a link: a final one immediately, a failure at the second query in a row. */
export function isEndedBy(before: string | null, status: string): boolean {
  if (providerStatusKind(status) !== 'failed') return isFinalProviderStatus(status);
  return before !== null && providerStatusKind(before) === 'failed';
}

/**
 * Seconds until an automatic send is retried after this refusal (provider rule 5); null for a final one. `tries`: the
 * number of delays in a row.
 */
export function secondsUntilRetry(
  outcome: { outcome: 'refused'; reason: RefusalReason; text: string } | { outcome: 'unreachable' },
  tries: number,
): number | null {
  if (tries >= mostTries) return null;
  if (outcome.outcome === 'unreachable') return backOff(tries);
  switch (outcome.reason) {
    case 'same_link':
    case 'rate':
      return backOff(tries);
    // The operator has to fix this first.
    case 'funds':
    case 'key':
      return longestWaitSeconds;
    // The page of the order asks the buyer to make the post public.
    case 'link':
    case 'other':
      return isHiddenPost(outcome.text) ? hiddenPostWait(tries) : null;
    default:
      return null;
  }
}

/** About two days with the same refusal. */
const mostTries = 200;
export const longestWaitSeconds = 900;

const hiddenPostTries = 6;

/** After an hour, then so far apart, with a tenth less, that a day has two tries at most; about three days in all. */
function hiddenPostWait(tries: number): number | null {
  if (tries >= hiddenPostTries) return null;
  return (tries === 0 ? 1 : 14) * 3_600;
}

function backOff(tries: number): number {
  return Math.min(longestWaitSeconds, 30 * 2 ** Math.min(tries, 10));
}

/** No provider has the link, and it can be sent. */
export function isUnsent(state: LinkState): boolean {
  return dispatchTransitions[state].claimed !== undefined;
}
