// A run: the sends that an admin confirmed together. Three refusals for one reason stop it, so that a wrong key fails three links
// and not all of them.

import { createHash } from 'node:crypto';
import { isHiddenPost } from '../../contract/guarantee.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { PlaceOutcome } from '../modules/providers/provider.ts';

const mostRefusals = 3;
const runMs = 3_600_000;

/** Throws run_stopped after three refusals for one reason. */
export async function assertRunNotStopped({ limits }: StoreContext, run: string): Promise<void> {
  const { count } = await limits.consumeExactly('send_run', run, runMs, 0);
  if (count > 0) throw new StoreError('run_stopped');
}

/** Ignores a send with an unknown result. */
export async function countRefusal({ limits }: StoreContext, run: string, outcome: PlaceOutcome): Promise<void> {
  const reason = findReason(outcome);
  if (reason === null) return;
  const { count } = await limits.consumeExactly('send_run_reason', `${run} ${reason}`, runMs);
  if (count >= mostRefusals) await limits.consumeExactly('send_run', run, runMs);
}

/** Null for a send that was not refused, or was refused because of this link. */
function findReason(outcome: PlaceOutcome): string | null {
  if (outcome.outcome === 'unreachable') return outcome.outcome;
  if (outcome.outcome !== 'refused' || outcome.reason === 'link' || outcome.reason === 'same_link') return null;
  if (outcome.reason !== 'other') return outcome.reason;
  // A text without a known reason: the same text is the same reason.
  return isHiddenPost(outcome.text) ? null : createHash('sha256').update(outcome.text).digest('hex').slice(0, 32);
}
