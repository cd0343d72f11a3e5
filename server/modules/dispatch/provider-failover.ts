// The failover rule: when a refused link may go to the next provider. Pure.
import { sentenceOf, wordsOf } from '../../../contract/sentences.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { PlaceOutcome, RefusalReason } from '../providers/provider.ts';
import { secondsUntilRetry } from './dispatch-state.ts';

/** Certain that nothing was placed. */
export type Definite = PlaceOutcome & { outcome: 'refused' | 'unreachable' };
export type Refused = { name: string; outcome: Definite };

/**
 * Refusals that depend neither on the post nor on the moment. Unknown texts are excluded: they may mean that an order
 * exists.
 */
const reasons: readonly RefusalReason[] = ['key', 'funds', 'service', 'quantity', 'request'];

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
