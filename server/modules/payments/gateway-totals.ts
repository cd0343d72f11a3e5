// Totals of one gateway order, from the ledger and from the gateway, and the differences between them. Pure.
import { decimalFromCents } from '../../../contract/money.ts';
import type { GatewayView } from './gateway.ts';
import type { LedgerEntry } from './ledger-totals.ts';

export type GatewayTotals = {
  capturedCents: number;
  refundedCents: number;
  /** Of the captured amount; null without a capture. */
  currency: string | null;
  disputed: boolean;
};

export type DifferenceKind = 'captured' | 'refunded' | 'currency' | 'disputed' | 'unknown' | 'not_asked';

/** One fact that differs between ledger and gateway; both values as display text. */
export type GatewayDifference = { kind: DifferenceKind; ours: string; theirs: string };

type AttemptOfLedger = { number: number; amountCents: number; currency: string };

/** Totals one attempt from its order's ledger; skips entries of other attempts. */
export function ledgerTotals(attempt: AttemptOfLedger, entries: Iterable<LedgerEntry>): GatewayTotals {
  const money: GatewayTotals = { capturedCents: 0, refundedCents: 0, currency: null, disputed: false };
  let paidByThis = false;
  const given = new Map<number, number>();
  let givenCents = 0;
  for (const { attemptNumber, refundNumber, conclusion, asked, said } of entries) {
    const isOurs = attemptNumber === attempt.number;
    if (conclusion === 'carried_over') {
      // Carried over from an older store: the attempt's state shows that it was paid, the order's state the refunded
      // amount.
      if (isOurs && said.state === 'paid') {
        paidByThis = true;
        Object.assign(money, { capturedCents: attempt.amountCents, currency: attempt.currency });
      }
      if (attemptNumber === null && paidByThis) {
        money.refundedCents = centsIn(said.refundedCents) ?? 0;
        money.disputed = said.paymentStatus === 'disputed';
      }
    } else if (isOurs && refundNumber !== null) {
      if (conclusion === 'refund_asking') given.set(refundNumber, centsIn(asked.amountCents) ?? 0);
      if (conclusion === 'refund_refunded') givenCents += given.get(refundNumber) ?? 0;
    } else if (isOurs) take(money, said);
  }
  // The gateway's view of a payment includes earlier refunds of this store.
  return { ...money, refundedCents: Math.max(money.refundedCents, givenCents) };
}

// Applies the gateway view of one ledger entry.
function take(money: GatewayTotals, details: LedgerEntry['said']): void {
  const capturedCents = centsIn(details.capturedCents);
  if (capturedCents === null) return;
  money.capturedCents = capturedCents;
  money.refundedCents = Math.max(money.refundedCents, centsIn(details.refundedCents) ?? 0);
  if (capturedCents > 0 && typeof details.currency === 'string') money.currency = details.currency;
  money.disputed = details.status === 'disputed';
}

/** The totals at the gateway; zero when the gateway has no such order. */
export function gatewayTotals(view: GatewayView | null): GatewayTotals {
  const capturedCents = view?.capturedCents ?? 0;
  return {
    capturedCents,
    refundedCents: view?.refundedCents ?? 0,
    currency: capturedCents > 0 ? (view?.currency ?? null) : null,
    disputed: view?.status === 'disputed',
  };
}

/** Every fact in which ledger and gateway differ about one gateway order. */
export function gatewayDifferences(ours: GatewayTotals, view: GatewayView | null): GatewayDifference[] {
  if (!view) {
    if (ours.capturedCents === 0) return [];
    return [{ kind: 'unknown', ours: `captured ${moneyOf(ours, ours.capturedCents)}`, theirs: 'no such order' }];
  }
  const theirs = gatewayTotals(view);
  const differences: GatewayDifference[] = [];
  const compare = (kind: DifferenceKind, mine: string, other: string) => {
    if (mine !== other) differences.push({ kind, ours: mine, theirs: other });
  };
  compare('captured', decimalFromCents(ours.capturedCents), decimalFromCents(theirs.capturedCents));
  compare('refunded', decimalFromCents(ours.refundedCents), decimalFromCents(theirs.refundedCents));
  compare('disputed', ours.disputed ? 'charged back' : 'no', theirs.disputed ? 'charged back' : 'no');
  if (ours.currency && theirs.currency) compare('currency', ours.currency, theirs.currency);
  return differences;
}

function moneyOf({ currency }: GatewayTotals, cents: number): string {
  return `${decimalFromCents(cents)} ${currency ?? ''}`.trim();
}

function centsIn(details: unknown): number | null {
  return typeof details === 'number' && Number.isSafeInteger(details) ? details : null;
}
