// Why visitors are lost between two steps of the funnel, as counts that add up to the loss. Pure.
import { unknownLoss } from '../../../contract/losses.ts';

export type LossCount<R extends string> = { reason: R; count: number };

/**
 * The largest count first, what is not counted last. More counts than the loss are cut: orders and payments of one period may
 * belong to visitors of another one. Empty without a loss, and where a step is not counted.
 */
export function explainLoss<R extends string>(
  before: number | null,
  after: number | null,
  counted: readonly LossCount<R>[],
): LossCount<R | typeof unknownLoss>[] {
  let rest = before === null || after === null ? 0 : Math.max(0, before - after);
  const known = [...counted]
    .sort((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
    .map(({ reason, count }) => {
      const part = Math.max(0, Math.min(count, rest));
      rest -= part;
      return { reason, count: part };
    });
  return [...known, { reason: unknownLoss, count: rest } as const].filter(({ count }) => count > 0);
}
