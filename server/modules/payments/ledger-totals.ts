// The totals of one order, computed from its ledger alone. Pure.

import {
  type AttemptState,
  type PaymentStatus,
  type RefundState,
  refundStates,
} from '../../../contract/payment-status.ts';
import { computeExcess, nextPaymentStatus, type PaymentEvent } from './payment-state.ts';

export type LedgerEntry = {
  attemptNumber: number | null;
  refundNumber: number | null;
  conclusion: string;
  asked: Readonly<Record<string, unknown>>;
  said: Readonly<Record<string, unknown>>;
};

export type OrderTotals = {
  paymentStatus: PaymentStatus;
  /** The amount that paid the order, in cents; 0 before the payment. A second capture does not count. */
  paidCents: number;
  /** The refunded amount. */
  refundedCents: number;
  /** Every attempt in the ledger, by its number. */
  attempts: ReadonlyMap<number, AttemptState>;
  /** Every refund of this store, by its number. */
  refunds: ReadonlyMap<number, RefundMoney>;
};

type RefundMoney = { attemptNumber: number | null; amountCents: number; state: RefundState };
type Folding = Omit<OrderTotals, 'attempts' | 'refunds'> & {
  attempts: Map<number, AttemptState>;
  refunds: Map<number, RefundMoney>;
};

type Meaning = { attempt?: AttemptState; payment?: PaymentEvent };

const meaningOf = {
  opening: { attempt: 'opening' },
  opened: { attempt: 'open', payment: 'session_opened' },
  opening_lost: { attempt: 'lost' },
  opening_refused: { attempt: 'refused' },
  withdrawn: { attempt: 'closed' },
  transfer_opened: { attempt: 'open' },
  transfer_expired: { attempt: 'closed' },
  superseded: { attempt: 'closed' },
  captured: { attempt: 'paid', payment: 'captured' },
  second_capture: { attempt: 'second_capture' },
  overcharged: {},
  mismatch: { attempt: 'mismatch' },
  declined: {},
  cancelled: { attempt: 'closed', payment: 'cancelled' },
  session_over: { attempt: 'closed', payment: 'session_over' },
  confirmed: { payment: 'confirmed' },
  part_refunded: {},
  refunded: { payment: 'refunded' },
  charged_back: { payment: 'charged_back' },
  won_back: { payment: 'won_back' },
} satisfies Record<string, Meaning>;

type ConcludedWord = keyof typeof meaningOf;

/**
 * The kinds of ledger events. opening, opened, opening_lost, opening_refused: a session at the gateway. withdrawn: the
 * form belongs to another gateway than the one chosen now (earlier versions). superseded: another payment of the order took its
 * place, and it stays watched. transfer_opened: the order waits for a transfer. transfer_expired: none arrived in time.
 * part_refunded, refunded, charged_back: as the gateway returns the payment. won_back: a dispute ended for the store.
 * confirmed: by an admin. refund_...: the new state of a refund of this store. carried_over: the state of the rows when
 * this ledger began.
 */
export type LedgerWord = ConcludedWord | `refund_${RefundState}` | 'carried_over';

/** The order's totals after all ledger entries, oldest first. An unknown entry changes nothing. */
export function orderTotals(entries: Iterable<LedgerEntry>): OrderTotals {
  const money: Folding = {
    paymentStatus: 'none',
    paidCents: 0,
    refundedCents: 0,
    attempts: new Map(),
    refunds: new Map(),
  };
  for (const entry of entries) {
    const { conclusion } = entry;
    const refundState = refundStates.find((state) => conclusion === `refund_${state}`);
    if (conclusion === 'carried_over') carryOver(money, entry);
    else if (refundState) takeRefund(money, entry, refundState);
    else if (isKnown(conclusion)) take(money, entry, conclusion);
  }
  return money;
}

/** The rows of each order, in their order. */
export function byOrder<T extends { orderId: string }>(rows: T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) {
    const known = grouped.get(row.orderId);
    if (known) known.push(row);
    else grouped.set(row.orderId, [row]);
  }
  return grouped;
}

function take(money: Folding, { attemptNumber, said }: LedgerEntry, conclusion: ConcludedWord): void {
  const { attempt, payment }: Meaning = meaningOf[conclusion];
  if (attempt && attemptNumber !== null) money.attempts.set(attemptNumber, attempt);
  // Another open form may still bring the money.
  const isOver = payment === 'cancelled' || payment === 'session_over';
  if (payment && !(isOver && hasOpenForm(money))) money.paymentStatus = nextPaymentStatus(money.paymentStatus, payment);
  if (payment === 'captured') money.paidCents = readCents(said.capturedCents);
  if (payment === 'confirmed') money.paidCents = readCents(said.amountCents);
  if (conclusion === 'refunded') money.refundedCents = money.paidCents;
  if (conclusion === 'part_refunded' || conclusion === 'charged_back') {
    // The second charge is refunded first.
    const backCents = readCents(said.refundedCents) - computeExcess(money.paidCents, readCents(said.capturedCents));
    money.refundedCents = Math.min(money.paidCents, Math.max(money.refundedCents, backCents));
  }
}

function takeRefund(money: Folding, { attemptNumber, refundNumber, asked }: LedgerEntry, state: RefundState): void {
  if (refundNumber === null) return;
  const amountCents = money.refunds.get(refundNumber)?.amountCents ?? readCents(asked.amountCents);
  money.refunds.set(refundNumber, { attemptNumber, amountCents, state });
  const isOfOrder = attemptNumber === null || money.attempts.get(attemptNumber) === 'paid';
  if (state !== 'refunded' || !isOfOrder) return;
  const doneCents = [...money.refunds.values()]
    .filter((refund) => refund.state === 'refunded' && refund.attemptNumber === attemptNumber)
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  money.refundedCents = Math.min(money.paidCents, Math.max(money.refundedCents, doneCents));
  if (money.refundedCents < money.paidCents || money.paymentStatus === 'disputed') return;
  money.paymentStatus = nextPaymentStatus(money.paymentStatus, 'refunded');
}

function carryOver(money: Folding, { attemptNumber, said }: LedgerEntry): void {
  if (attemptNumber !== null) {
    money.attempts.set(attemptNumber, said.state as AttemptState);
    return;
  }
  money.paymentStatus = said.paymentStatus as PaymentStatus;
  money.paidCents = readCents(said.paidCents);
  money.refundedCents = readCents(said.refundedCents);
}

function hasOpenForm({ attempts }: Folding): boolean {
  return [...attempts.values()].some((state) => state === 'open' || state === 'opening');
}

function isKnown(conclusion: string): conclusion is ConcludedWord {
  return Object.hasOwn(meaningOf, conclusion);
}

function readCents(details: unknown): number {
  return typeof details === 'number' && Number.isSafeInteger(details) ? details : 0;
}
