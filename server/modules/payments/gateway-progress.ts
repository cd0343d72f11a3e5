// The progress of a gateway order, by values that only grow: its transactions and its totals. It orders responses
// without the clock of another machine (gateway rule 8). Pure.
import type { GatewayView } from './gateway.ts';

export type GatewayProgress = {
  /** Null where no answer held any. */
  transactions: number | null;
  /** The most that any answer held. */
  capturedCents: number;
  refundedCents: number;
  /** Cancelled, and none of the money is left there. */
  isVoided: boolean;
  isDisputed: boolean;
};

/**
 * ahead: the answer holds something that was not there before. behind: it lacks something that was. same: only its
 * status or its clock can differ.
 */
export type ProgressOrder = 'ahead' | 'behind' | 'same';

/** Compares an answer with the furthest progress that is stored. */
export function compareProgress(known: GatewayProgress | null, view: GatewayView): ProgressOrder {
  if (!known) return 'ahead';
  const seen = progressOf(view);
  const added =
    known.transactions === null || seen.transactions === null ? null : seen.transactions - known.transactions;
  if (added !== null && added > 0) return 'ahead';
  // A void takes the captured total back: only a further transaction can bring money after it.
  if (known.isVoided && !seen.isVoided && added !== null) return 'behind';
  if (seen.capturedCents > known.capturedCents || seen.refundedCents > known.refundedCents) return 'ahead';
  if (added !== null && added < 0) return 'behind';
  if (seen.isVoided) return known.isVoided ? 'same' : 'ahead';
  if (seen.capturedCents < known.capturedCents || seen.refundedCents < known.refundedCents) return 'behind';
  return seen.isDisputed && !known.isDisputed ? 'ahead' : 'same';
}

/**
 * The furthest progress after a response that is not outdated. A dispute ends only with a response that is known to be
 * newer.
 */
export function advanceProgress(
  known: GatewayProgress | null,
  view: GatewayView,
  endsDispute: boolean,
): GatewayProgress {
  const seen = progressOf(view);
  if (!known) return seen;
  return {
    transactions:
      seen.transactions === null ? known.transactions : Math.max(known.transactions ?? 0, seen.transactions),
    capturedCents: Math.max(known.capturedCents, seen.capturedCents),
    refundedCents: Math.max(known.refundedCents, seen.refundedCents),
    isVoided: seen.isVoided || (known.isVoided && seen.capturedCents === 0),
    isDisputed: seen.isDisputed || (known.isDisputed && !endsDispute),
  };
}

export function isSameProgress(known: GatewayProgress | null, next: GatewayProgress): boolean {
  return known !== null && fields.every((field) => known[field] === next[field]);
}

const fields = ['transactions', 'capturedCents', 'refundedCents', 'isVoided', 'isDisputed'] as const;

function progressOf(view: GatewayView): GatewayProgress {
  const capturedCents = view.capturedCents ?? 0;
  return {
    transactions: view.transactionCount,
    capturedCents,
    refundedCents: view.refundedCents ?? 0,
    isVoided: view.status === 'cancelled' && capturedCents === 0,
    isDisputed: view.status === 'disputed',
  };
}
