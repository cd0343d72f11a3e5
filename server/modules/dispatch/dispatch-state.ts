// The states of one post link at the provider, the meaning of a live status, and when a refused link is sent again. Pure.
import type { DispatchState } from '../../../contract/dispatch-status.ts';
import { isHiddenPost } from '../../../contract/guarantee.ts';
import { isFinalProviderStatus, providerStatusKind } from '../../../contract/provider-status.ts';
import { sentenceOf, wordsOf } from '../../../contract/sentences.ts';
import { storeMessage, type Words } from '../../../contract/store-messages.ts';
import type { PlaceOutcome, RefusalReason } from '../providers/provider.ts';

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

/** What the provider returned for a send whose result is unknown; null when no response arrived. */
export function findAnswer(outcome: PlaceOutcome): Words | null {
  if (outcome.outcome !== 'unknown' || outcome.coded?.code === 'provider_answer_lost') return null;
  return wordsOf(outcome);
}

/** No provider has the link, and it can be sent. */
export function isUnsent(state: LinkState): boolean {
  return dispatchTransitions[state].claimed !== undefined;
}

/** Certain that nothing was placed. */
export type Definite = PlaceOutcome & { outcome: 'refused' | 'unreachable' };
export type Refused = { name: string; outcome: Definite };

/**
 * Refusals that depend neither on the post nor on the moment. Unknown texts are excluded: they may mean that an order
 * exists.
 */
const reasons: readonly RefusalReason[] = ['key', 'funds', 'service', 'quantity', 'request'];

/** Whether a refused link may go to the next provider. */
export function canFailOver(outcome: PlaceOutcome): outcome is Definite {
  return outcome.outcome === 'unreachable' || (outcome.outcome === 'refused' && reasons.includes(outcome.reason));
}

/** The result of several refusals: a retryable one takes precedence; the text contains all of them. */
export function summedUp(refused: readonly Refused[], name: string, last: PlaceOutcome): PlaceOutcome {
  if (refused.length === 0 || last.outcome === 'placed' || last.outcome === 'unknown') return last;
  const all = [...refused, { name, outcome: last }];
  // A refusal with an unknown text stays: it may mean that the post has an order.
  const stands = last.outcome === 'refused' && last.reason === 'other';
  const counts = stands ? last : (all.find(({ outcome }) => secondsUntilRetry(outcome, 0) !== null)?.outcome ?? last);
  const answers = all.map((each) =>
    storeMessage('provider_named', { provider: each.name, words: wordsOf(each.outcome) }),
  );
  return { ...counts, ...sentenceOf(storeMessage('provider_answers', { answers })) };
}

/** Concerns the operator's account at the provider, not this link. */
export function isAboutAccount({ reason }: { reason: RefusalReason }): boolean {
  return reason === 'funds' || reason === 'key';
}
