// The times that a link reaches once: first progress, end, completion. Pure.
import { deliveredUnits, hasEnded } from '../../contract/order-progress.ts';
import { providerStatusKind } from '../../contract/provider-status.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';

type ReachedTime = 'firstProgressAt' | 'endedAt' | 'completedAt';

/** What the link reaches for the first time by this change. */
export function timesOf(before: DispatchRow, after: DispatchRow): ReachedTime[] {
  const isReached: Record<ReachedTime, boolean> = {
    firstProgressAt: (deliveredUnits(after) ?? 0) > 0,
    endedAt: hasEnded(after),
    completedAt: hasEnded(after) && providerStatusKind(after.liveStatus ?? '') === 'completed',
  };
  const names: ReachedTime[] = ['firstProgressAt', 'endedAt', 'completedAt'];
  return names.filter((name) => before[name] === null && isReached[name]);
}
