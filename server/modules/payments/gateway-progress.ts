// The progress of a gateway order, by values that only grow: its transactions and its totals. It orders responses
// without the clock of another machine (gateway rule 8). Pure.
import type { GatewayView } from './gateway.ts';

export type GatewayProgress = {
  /** Null where no response included a count. */
  transactions: number | null;
  /** The highest total of any response. */
  capturedCents: number;
  refundedCents: number;
  /** Cancelled, with no captured money left. */
  isVoided: boolean;
  isDisputed: boolean;
};

/**
 * ahead: the response has progress that is not stored. behind: it lacks stored progress. same: only the status or the
 * time can differ.
 */
export type ProgressOrder = 'ahead' | 'behind' | 'same';

/** Compares a response with the furthest stored progress. */
export function compareProgress(known: GatewayProgress | null, view: GatewayView): ProgressOrder {
  if (!known) return 'ahead';
  const seen = progressOf(view);
  const added =
    known.transactions === null || seen.transactions === null ? null : seen.transactions - known.transactions;
  if (added !== null && added > 0) return 'ahead';
  // A void resets the captured total to 0. Only a further transaction can bring money after it.
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
