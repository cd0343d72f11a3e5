// A run: the sends that an admin confirmed together. Three refusals for one reason stop it, so that a wrong key fails three links
// and not all of them.

import { createHash } from 'node:crypto';
import { isHiddenPost } from '../../contract/guarantee.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { PlaceOutcome } from '../modules/providers/provider.ts';

const mostRefusals = 3;
const runMs = 3_600_000;

/** Throws run_stopped. */
export async function assertRunGoesOn({ limits }: StoreContext, run: string): Promise<void> {
  const { count } = await limits.consumeExactly('send_run', run, runMs, 0);
  if (count > 0) throw new StoreError('run_stopped');
}

/** A send with an unknown result is no refusal. */
export async function countRefusal({ limits }: StoreContext, run: string, outcome: PlaceOutcome): Promise<void> {
  const reason = reasonOf(outcome);
  if (reason === null) return;
  const { count } = await limits.consumeExactly('send_run_reason', `${run} ${reason}`, runMs);
  if (count >= mostRefusals) await limits.consumeExactly('send_run', run, runMs);
}

/** Null for what is not refused, or is about this link alone. */
function reasonOf(outcome: PlaceOutcome): string | null {
  if (outcome.outcome === 'unreachable') return outcome.outcome;
  if (outcome.outcome !== 'refused' || outcome.reason === 'link' || outcome.reason === 'same_link') return null;
  if (outcome.reason !== 'other') return outcome.reason;
  // In words that the store has no reason for: the same words are one reason.
  return isHiddenPost(outcome.text) ? null : createHash('sha256').update(outcome.text).digest('hex').slice(0, 32);
}
