// What one query at the gateway stores on its attempt beside the outcome: the progress, an unknown status, and whether
// a payment is in progress.
import type { SQL } from 'drizzle-orm';
import type { GatewayView } from './gateway.ts';
import type { AttemptOutcome } from './payment-state.ts';
import { advanceProgress, compareProgress, isSameProgress } from './payment-state.ts';
import type { Attempt, AttemptChange } from './payments.repository.ts';

export type ProgressChange = Pick<
  AttemptChange,
  'gatewayProgress' | 'unknownStatus' | 'unknownSince' | 'unknownLooks' | 'confirmingSince'
>;

export type ShownChange = Pick<
  AttemptChange,
  | 'gatewayStatus'
  | 'cardBrand'
  | 'cardLast4'
  | 'cardWallet'
  | 'cardCountry'
  | 'declineCode'
  | 'transactionId'
  | 'disputeDueAt'
>;

/** After this many queries an unknown status is an action item, without a further delay. */
const enoughLooks = 2;
const soonSeconds = 180;
const latestSeconds = 6 * 3600;
const givenUpSeconds = 3 * 86_400;

/** Empty where nothing changes, so repeated checks write nothing. */
export function buildProgressChange(
  attempt: Attempt,
  view: GatewayView | null,
  conclusion: AttemptOutcome,
  now: SQL<Date>,
): ProgressChange {
  if (conclusion.kind === 'stale') return {};
  const confirming = confirmingChange(attempt, view, conclusion, now);
  if (!view) return confirming;
  return { ...progressChange(attempt, view, conclusion), ...statusChange(attempt, view, now), ...confirming };
}

/** The gateway's display fields, where they differ from the stored ones. */
export function shownChange(attempt: Attempt, view: GatewayView | null, conclusion: AttemptOutcome): ShownChange {
  if (!view || conclusion.kind === 'stale') return {};
  const gatewayStatus = [view.rawStatus, view.rawResult].filter(Boolean).join(', ').slice(0, 200) || null;
  // The due date stays after the dispute has ended.
  const due = view.disputeDueAt && { disputeDueAt: view.disputeDueAt };
  const shown = { gatewayStatus, ...view.lastTry, ...due };
  const changed = Object.entries(shown).filter(([field, value]) => {
    const known = attempt[field as keyof typeof shown];
    return known?.valueOf() !== value?.valueOf();
  });
  return Object.fromEntries(changed);
}

/** Seconds until an unknown status is queried again; null for a known one, and after three days. */
export function secondsUntilNextCheck(unknownStatus: string | null, unknownSeconds: number | null): number | null {
  const age = unknownSeconds ?? 0;
  if (unknownStatus === null || age > givenUpSeconds) return null;
  return Math.min(latestSeconds, Math.max(soonSeconds, age / 2));
}

// The payer's report holds until the gateway returns a final state; `unpaid` may come from a gateway that lags behind.
function confirmingChange(
  attempt: Attempt,
  view: GatewayView | null,
  conclusion: AttemptOutcome,
  now: SQL<Date>,
): ProgressChange {
  const isUnderWay = conclusion.kind === 'nothing' && (view?.status === 'authorized' || view?.status === 'unclear');
  if (isUnderWay) return attempt.confirmingSince === null ? { confirmingSince: now } : {};
  if (conclusion.kind === 'nothing' || attempt.confirmingSince === null) return {};
  return { confirmingSince: null };
}

function progressChange(attempt: Attempt, view: GatewayView, conclusion: AttemptOutcome): ProgressChange {
  const known = attempt.gatewayProgress;
  const isDisputeOver = conclusion.kind === 'won_back' || (conclusion.kind === 'second' && !conclusion.disputed);
  const isAhead = compareProgress(known, view) === 'ahead';
  const gatewayProgress = advanceProgress(known, view, isDisputeOver || isAhead);
  return isSameProgress(known, gatewayProgress) ? {} : { gatewayProgress };
}

function statusChange(attempt: Attempt, { unknownStatus }: GatewayView, now: SQL<Date>): ProgressChange {
  if (unknownStatus === null) {
    return attempt.unknownStatus === null ? {} : { unknownStatus: null, unknownSince: null, unknownLooks: 0 };
  }
  if (unknownStatus !== attempt.unknownStatus) {
    const unknownSince = attempt.unknownStatus === null ? now : attempt.unknownSince;
    return { unknownStatus, unknownSince, unknownLooks: Math.min(enoughLooks, attempt.unknownLooks + 1) };
  }
  return attempt.unknownLooks < enoughLooks ? { unknownLooks: attempt.unknownLooks + 1 } : {};
}
