// The states of a payment in one table, and the meaning of a gateway's view for one attempt. Pure.
import type { PaymentStatus } from '../../../contract/payment-status.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { GatewayView } from './gateway.ts';
import type { paymentAttempts } from './payments.schema.ts';

type AttemptRow = typeof paymentAttempts.$inferSelect;

/**
 * session_opened: the payment form is open. captured: the full amount. confirmed: by an admin. cancelled: final.
 * session_over: the form ended without money. refunded, charged_back: the money went back. won_back: the store won the
 * dispute.
 */
export type PaymentEvent =
  | 'session_opened'
  | 'captured'
  | 'confirmed'
  | 'cancelled'
  | 'session_over'
  | 'refunded'
  | 'charged_back'
  | 'won_back';

export const paymentTransitions: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  none: { session_opened: 'session', captured: 'paid', confirmed: 'paid' },
  session: {
    session_opened: 'session',
    captured: 'paid',
    confirmed: 'paid',
    cancelled: 'failed',
    session_over: 'expired',
  },
  failed: { captured: 'paid', confirmed: 'paid' },
  expired: { session_opened: 'session', captured: 'paid', confirmed: 'paid', cancelled: 'failed' },
  paid: { refunded: 'refunded', charged_back: 'disputed' },
  refunded: { charged_back: 'disputed' },
  // After a dispute ended, the gateway returns captured again, and the store follows.
  disputed: { refunded: 'refunded', won_back: 'paid' },
};

/**
 * The payment's status after an event. An event without a meaning here changes nothing (gateway rule 7: paid is never
 * downgraded).
 */
export function nextPaymentStatus(status: PaymentStatus, event: PaymentEvent): PaymentStatus {
  return paymentTransitions[status][event] ?? status;
}

type AttemptFacts = Pick<
  AttemptRow,
  'gatewayOrderId' | 'amountCents' | 'currency' | 'gatewayUpdatedAt' | 'gatewayProgress'
> & {
  /** The time without a change of the attempt before the query; 0 when it changed meanwhile. */
  unchangedSeconds: number;
  /** The order's present price. An attempt over another amount pays for something else. */
  orderCents: number;
  /** This attempt paid its order: only refunds and disputes matter. */
  paid: boolean;
  /** The payment was charged back. */
  disputed: boolean;
  /** A payment of an order that was paid already: only refunds and disputes of it matter. */
  second: boolean;
  /** True after the time limit of the payment form. */
  timedOut: boolean;
};

/**
 * captured: the exact amount. mismatch: money, but another amount or currency. over: no money will arrive. declined: a
 * try failed, the form is still open. nothing: query again later. stale: older than the stored state. refunded: a
 * paid attempt was refunded, in full or in part (refundedCents in total). won_back: a charged back amount returned.
 * overcharged: a second charge exceeded the price. second: the present state of a second payment of a paid order.
 */
export type AttemptOutcome =
  | { kind: 'captured' }
  | { kind: 'mismatch'; reason: StoreMessage }
  | { kind: 'over'; event: 'cancelled' | 'session_over' }
  | { kind: 'declined' }
  | {
      kind: 'refunded';
      event: 'refunded' | 'charged_back' | null;
      refundedCents: number;
      excessCents: number;
      /** The refunds exceed the payment. */
      tooMuch: boolean;
    }
  | { kind: 'overcharged'; excessCents: number }
  | { kind: 'won_back' }
  | { kind: 'second'; disputed: boolean }
  | { kind: 'nothing' }
  | { kind: 'stale' };

/** After this many failed tries the gateway closes its form; the payer needs a new session. */
const triesPerForm = 3;

/** The outcome of a gateway view for its attempt. Null view: the gateway has no such order. */
export function conclude(attempt: AttemptFacts, view: GatewayView | null): AttemptOutcome {
  if (!view) return attempt.timedOut ? { kind: 'over', event: 'session_over' } : { kind: 'nothing' };
  const order = compareProgress(attempt.gatewayProgress, view);
  if (order === 'behind') return { kind: 'stale' };
  if (attempt.paid) return toRefundedOutcome(attempt, view, order === 'ahead');
  if (attempt.second) return secondPayment(attempt, view, order === 'ahead');
  switch (view.status) {
    case 'captured':
      return capturedExactly(attempt, view);
    case 'partially_captured':
      return { kind: 'mismatch', reason: storeMessage('mismatch_part') };
    case 'partially_refunded':
    case 'refunded':
    case 'disputed':
      // Captured and refunded before the first query: an admin decides.
      return {
        kind: 'mismatch',
        reason: storeMessage('mismatch_status', { status: String(view.rawStatus) }),
      };
    case 'cancelled':
      return { kind: 'over', event: 'cancelled' };
    case 'expired':
      return { kind: 'over', event: 'session_over' };
    case 'declined':
      // A decline leaves the form open until its tries or its time are used up.
      return isFormOver(attempt, view) ? { kind: 'over', event: 'session_over' } : { kind: 'declined' };
    case 'unpaid':
      return isFormOver(attempt, view) ? { kind: 'over', event: 'session_over' } : { kind: 'nothing' };
    default:
      return { kind: 'nothing' };
  }
}

// The gateway's own field decides; without it, the time limit and the number of tries.
function isFormOver(attempt: AttemptFacts, { status, failedTries, formOpen }: GatewayView): boolean {
  if (formOpen !== null) return !formOpen;
  return attempt.timedOut || (status === 'declined' && failedTries >= triesPerForm);
}

function capturedExactly(attempt: AttemptFacts, view: GatewayView): AttemptOutcome {
  if (view.gatewayOrderId !== attempt.gatewayOrderId)
    return { kind: 'mismatch', reason: storeMessage('mismatch_order') };
  if (view.currency !== attempt.currency)
    return { kind: 'mismatch', reason: storeMessage('mismatch_currency', { currency: view.currency }) };
  if (view.capturedCents !== attempt.amountCents || view.amountCents !== attempt.amountCents) {
    return { kind: 'mismatch', reason: storeMessage('mismatch_amount') };
  }
  if (attempt.orderCents !== attempt.amountCents) return { kind: 'mismatch', reason: storeMessage('mismatch_price') };
  return { kind: 'captured' };
}

function secondPayment(attempt: AttemptFacts, view: GatewayView, isAhead: boolean): AttemptOutcome {
  const disputed = view.status === 'disputed';
  const wasDisputed = attempt.gatewayProgress?.isDisputed ?? false;
  if (disputed === wasDisputed && !isAhead) return { kind: 'nothing' };
  if (!disputed && wasDisputed && !isDisputeOver(attempt, view, isAhead)) return { kind: 'nothing' };
  return { kind: 'second', disputed };
}

function toRefundedOutcome(attempt: AttemptFacts, view: GatewayView, isAhead: boolean): AttemptOutcome {
  // The second charge is refunded first: until then the order's own money is complete.
  const excessCents = computeExcess(attempt.amountCents, view.capturedCents);
  const backCents = Math.max(0, (view.refundedCents ?? 0) - excessCents);
  const refundedCents = Math.min(backCents, attempt.amountCents);
  const back = { kind: 'refunded', refundedCents, excessCents, tooMuch: backCents > refundedCents } as const;
  if (view.status === 'disputed') return { ...back, event: 'charged_back' };
  if (attempt.disputed && isHereAgain(attempt, view, isAhead)) return { kind: 'won_back' };
  // A void at the gateway: no captured money is left.
  const isVoided = view.status === 'cancelled' && view.capturedCents === 0;
  if (view.status === 'refunded' || isVoided) return { ...back, event: 'refunded', refundedCents: attempt.amountCents };
  if (view.status === 'partially_refunded') return { ...back, event: null };
  return excessCents > 0 ? { kind: 'overcharged', excessCents } : { kind: 'nothing' };
}

/** The amount above the requested one: a second charge under the same gateway order. */
export function computeExcess(amountCents: number, capturedCents: number | null): number {
  return Math.max(0, (capturedCents ?? 0) - amountCents);
}

// Only a response that is known to be newer than the dispute ends it.
function isHereAgain(attempt: AttemptFacts, view: GatewayView, isAhead: boolean): boolean {
  if (view.status !== 'captured' && view.status !== 'partially_refunded') return false;
  return isDisputeOver(attempt, view, isAhead) && capturedExactly(attempt, view).kind === 'captured';
}

/** A won dispute may add no transaction. A delayed response is never this late, and a stale one has an older time. */
export const disputeSettlesSeconds = 600;

function isDisputeOver(attempt: AttemptFacts, view: GatewayView, isAhead: boolean): boolean {
  if (isAhead) return true;
  if (!attempt.gatewayUpdatedAt || !view.lastUpdatedAt) return false;
  return attempt.unchangedSeconds >= disputeSettlesSeconds && view.lastUpdatedAt >= attempt.gatewayUpdatedAt;
}

type GatewayProgress = NonNullable<AttemptRow['gatewayProgress']>;

/**
 * ahead: the response has progress that is not stored. behind: it lacks stored progress. same: only the status or the
 * time can differ.
 */
type ProgressOrder = 'ahead' | 'behind' | 'same';

/** Compares a response with the furthest stored progress. */
export function compareProgress(known: GatewayProgress | null, view: GatewayView): ProgressOrder {
  if (!known) return 'ahead';
  const seen = toProgress(view);
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
  const seen = toProgress(view);
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

function toProgress(view: GatewayView): GatewayProgress {
  const capturedCents = view.capturedCents ?? 0;
  return {
    transactions: view.transactionCount,
    capturedCents,
    refundedCents: view.refundedCents ?? 0,
    isVoided: view.status === 'cancelled' && capturedCents === 0,
    isDisputed: view.status === 'disputed',
  };
}
