// The states of one post link at the provider (section 5.3), and what a live status means. Pure.

export type DispatchState = 'none' | 'sending' | 'sent' | 'failed' | 'unknown';

/**
 * claimed: the call may start. placed, refused, lost: what became of the call. claim_expired: the caller died.
 * settled_placed, settled_not_placed: an admin's word about a lost answer (D-17).
 */
export type DispatchEvent =
  | 'claimed'
  | 'placed'
  | 'refused'
  | 'lost'
  | 'claim_expired'
  | 'settled_placed'
  | 'settled_not_placed';

export const dispatchTransitions: Record<DispatchState, Partial<Record<DispatchEvent, DispatchState>>> = {
  none: { claimed: 'sending' },
  sending: { placed: 'sent', refused: 'failed', lost: 'unknown', claim_expired: 'unknown' },
  // An answer that comes after its claim was given up still counts (rule 2: a late id is never lost).
  unknown: { placed: 'sent', settled_placed: 'sent', settled_not_placed: 'failed' },
  failed: { claimed: 'sending' },
  // The one state without an exit: what is placed stays placed; its live status tells the rest.
  sent: {},
};

/** Seconds after which a claim without an answer is given up (5.3). */
export const claimSeconds = 120;
/** The call does not start when its claim is older than this (rule 2: a process that was paused). */
export const claimStartSeconds = 10;

export type LiveKind = 'pending' | 'active' | 'completed' | 'partial' | 'canceled' | 'other';

/** What a live status means; the set is open, an unknown value is `other` (A-43, protocol). */
export function liveKind(status: string): LiveKind {
  switch (
    status
      .trim()
      .toLowerCase()
      .replace(/[_\s]+/g, '')
  ) {
    case 'pending':
      return 'pending';
    case 'processing':
    case 'inprogress':
      return 'active';
    case 'completed':
      return 'completed';
    case 'partial':
      return 'partial';
    case 'canceled':
    case 'cancelled':
    case 'refunded':
    case 'fail':
    case 'failed':
    case 'error':
      return 'canceled';
    default:
      return 'other';
  }
}

/** True once nothing more will change by itself: polling stops. */
export function isTerminal(status: string): boolean {
  const kind = liveKind(status);
  return kind === 'completed' || kind === 'partial' || kind === 'canceled';
}
