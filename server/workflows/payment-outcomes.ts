// The outcomes of a payment attempt, one row each: what is new, what the ledger gets, and what follows.

import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import { toBeforeDispute } from '../modules/orders/order-views.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { GatewayView } from '../modules/payments/gateway.ts';
import type { ProgressChange, ShownChange } from '../modules/payments/gateway-check.ts';
import type { LedgerWord } from '../modules/payments/ledger-totals.ts';
import { addChargeFee, addDisputeFee, addFurtherFee, addSaleFee } from '../modules/payments/payment-fees.ts';
import {
  type AttemptOutcome,
  compareProgress,
  computeExcess,
  nextPaymentStatus,
} from '../modules/payments/payment-state.ts';
import type { Attempt, AttemptChange } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { enqueueDispatch } from './dispatch-automatically.ts';
import { finishOrder } from './finish-order.ts';
import { supersedeOthers } from './supersede-payments.ts';

type Outcome = Exclude<AttemptOutcome, { kind: 'nothing' | 'stale' }>;
type OutcomeOf<K extends Outcome['kind']> = Extract<Outcome, { kind: K }>;
type Seen = Pick<AttemptChange, 'gatewayUpdatedAt' | 'failedTries' | keyof ProgressChange | keyof ShownChange>;

/** An outcome with what it was concluded from. Order and attempt are locked. `view`: null without an answer. */
type Concluded<O extends Outcome> = { order: OrderRow; attempt: Attempt; view: GatewayView | null; outcome: O };

type OutcomeRule<O extends Outcome> = {
  /** False for what the ledger has already: repeated queries do not fill it. */
  isNew(concluded: Concluded<O>): boolean;
  /** The word of its entry in the ledger. */
  entry(concluded: Concluded<O>): LedgerWord;
  /** The state that the attempt gets; null: the one that it has. */
  state(concluded: Concluded<O>): Attempt['state'] | null;
  /** Changes the order, notifies whom it concerns, and enqueues what follows. */
  follow(ctx: StoreContext, tx: Tx, concluded: Concluded<O>, seen: Seen): Promise<void>;
};

const outcomeRules: { [K in Outcome['kind']]: OutcomeRule<OutcomeOf<K>> } = {
  captured: {
    isNew: () => true,
    entry: ({ order }) => (order.paidAt ? 'second_capture' : 'captured'),
    state: ({ order }) => (order.paidAt ? 'second_capture' : 'paid'),
    follow: async (ctx, tx, { order, attempt }) => {
      if (!order.paidAt) return takePayment(ctx, tx, order, attempt);
      await addFurtherFee(ctx, tx, attempt, attempt.amountCents);
      await alertSecondCapture(ctx, tx, order, attempt, 'paid_twice');
    },
  },
  mismatch: {
    isNew: ({ attempt, view }) => attempt.state !== 'mismatch' || isChanged(attempt, view),
    entry: () => 'mismatch',
    state: () => 'mismatch',
    follow: async (ctx, tx, { order, attempt, view, outcome }) => {
      const takenCents = view?.currency === attempt.currency ? view.capturedCents : null;
      if (takenCents) await addFurtherFee(ctx, tx, attempt, takenCents);
      await ctx.alerts.raise(tx, {
        type: 'payment_mismatch',
        severity: 'critical',
        message: storeMessage('payment_mismatched', { orderId: order.id, reason: outcome.reason }),
        details: { orderId: order.id },
        onceKey: `mismatch ${attempt.gatewayOrderId}`,
      });
    },
  },
  over: {
    isNew: ({ attempt }) => attempt.state !== 'closed' && attempt.state !== 'mismatch',
    entry: ({ outcome }) => outcome.event,
    state: () => 'closed',
    follow: (_, tx, { order, attempt, outcome }) => endAttempt(tx, order, attempt, outcome.event),
  },
  declined: {
    isNew: ({ attempt, view }) => attempt.state !== 'closed' && view?.failedTries !== attempt.failedTries,
    entry: () => 'declined',
    state: () => null,
    follow: async () => {},
  },
  overcharged: {
    isNew: ({ attempt, view }) => isChanged(attempt, view),
    entry: () => 'overcharged',
    state: () => null,
    follow: (ctx, tx, { order, attempt, outcome }) => takeExcess(ctx, tx, order, attempt, outcome.excessCents),
  },
  refunded: {
    isNew: ({ order, attempt, view, outcome: { excessCents, tooMuch, refundedCents, event } }) =>
      // Facts that the order's own sum does not contain.
      ((excessCents > 0 || tooMuch) && isChanged(attempt, view)) ||
      refundedCents > order.refundedCents ||
      (event !== null && nextPaymentStatus(order.paymentStatus, event) !== order.paymentStatus),
    entry: ({ outcome }) => outcome.event ?? 'part_refunded',
    state: () => null,
    follow: async (ctx, tx, { order, attempt, outcome }, seen) => {
      if (outcome.excessCents > 0) await takeExcess(ctx, tx, order, attempt, outcome.excessCents);
      await takeBack(ctx, tx, order, attempt, outcome, seen);
    },
  },
  won_back: {
    isNew: () => true,
    entry: () => 'won_back',
    state: () => null,
    follow: (ctx, tx, { order }) => reinstateAfterDispute(ctx, tx, order),
  },
  second: {
    isNew: () => true,
    entry: () => 'second_capture',
    state: () => null,
    follow: async (ctx, tx, { order, attempt, outcome }, seen) => {
      if (!outcome.disputed) return;
      if (!attempt.gatewayProgress?.isDisputed) await addDisputeFee(ctx, tx, attempt);
      await alertChargeback(ctx, tx, order, seen, `disputed ${attempt.gatewayOrderId}`);
    },
  },
};

/** The row of an outcome. */
export function getOutcomeRule<O extends Outcome>(outcome: O): OutcomeRule<O> {
  return outcomeRules[outcome.kind] as unknown as OutcomeRule<O>;
}

function isChanged(attempt: Attempt, view: GatewayView | null): boolean {
  return view !== null && compareProgress(attempt.gatewayProgress, view) === 'ahead';
}

async function takePayment(ctx: StoreContext, tx: Tx, order: OrderRow, attempt: Attempt): Promise<void> {
  await markPaid(ctx, tx, order, 'captured', attempt);
  await ctx.audit.record(tx, { actor: 'system', action: 'payment.captured', subject: order.id });
  const late = order.status === 'failed' || order.paymentStatus === 'failed' || order.paymentStatus === 'expired';
  if (!late && !order.deletedAt) return;
  await ctx.alerts.raise(tx, {
    type: 'late_payment',
    severity: 'high',
    message: storeMessage('paid_late', { orderId: order.id, isDeleted: order.deletedAt !== null }),
    details: { orderId: order.id },
    onceKey: `late ${attempt.gatewayOrderId}`,
  });
}

// charged_twice: both charges are one payment here, and only the gateway's console can refund one of them.
async function alertSecondCapture(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  code: 'paid_twice' | 'charged_twice',
): Promise<void> {
  await ctx.alerts.raise(tx, {
    type: 'second_capture',
    severity: 'critical',
    message: storeMessage(code, { orderId: order.id }),
    details: { orderId: order.id },
    onceKey: `second ${attempt.gatewayOrderId}`,
  });
}

async function takeExcess(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  excessCents: number,
): Promise<void> {
  const knownCents = computeExcess(attempt.amountCents, attempt.gatewayProgress?.capturedCents ?? null);
  if (excessCents > knownCents) await addChargeFee(ctx, tx, attempt, excessCents - knownCents);
  await alertSecondCapture(ctx, tx, order, attempt, 'charged_twice');
}

async function endAttempt(tx: Tx, order: OrderRow, attempt: Attempt, event: OutcomeOf<'over'>['event']): Promise<void> {
  const others = (await paymentsRepository.listAttempts(tx, [order.id])).filter(
    (other) => other.number !== attempt.number,
  );
  if (others.some((other) => other.state === 'open' || other.state === 'opening')) return;
  const paymentStatus = nextPaymentStatus(order.paymentStatus, event);
  const failed = paymentStatus === 'failed';
  const status = failed ? nextStatus(order.status, 'over', order.statusByHand) : order.status;
  const statusReason = failed && status === 'failed' ? 'payment' : order.statusReason;
  await ordersRepository.changeOrder(tx, order.id, { paymentStatus, status, statusReason });
}

/**
 * Gateway rule 11: a refunded order is not delivered further. A partial refund (no event) changes the sum only. `isMoved`:
 * the payment has another status now.
 * `isMailed`: an email about the end of the order states the refund.
 */
export async function applyRefund(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  refundedCents: number,
  event: 'refunded' | 'charged_back' | null,
): Promise<{ isMoved: boolean; isMailed: boolean }> {
  const paymentStatus = event ? nextPaymentStatus(order.paymentStatus, event) : order.paymentStatus;
  const isMoved = paymentStatus !== order.paymentStatus;
  const after = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus,
    refundedCents: Math.max(order.refundedCents, refundedCents),
    status: isMoved ? nextStatus(order.status, 'refunded', order.statusByHand) : order.status,
  });
  await ctx.orderEvents.note(tx, order, after);
  const { isMailed } = await finishOrder(ctx, tx, after);
  // Ends the waiting links, also with automatic dispatch off.
  if (isMoved) await enqueueDispatch(ctx, tx, order.id);
  return { isMoved, isMailed };
}

async function takeBack(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  { event, refundedCents }: OutcomeOf<'refunded'>,
  seen: Seen,
): Promise<void> {
  const { isMoved } = await applyRefund(ctx, tx, order, refundedCents, event);
  if (event === 'charged_back' && isMoved) await addDisputeFee(ctx, tx, attempt);
  await ctx.audit.record(tx, {
    actor: 'system',
    action: event === 'charged_back' ? 'payment.charged_back' : 'payment.refunded',
    subject: order.id,
    details: { refundedCents, ...(event === 'charged_back' && isMoved ? toBeforeDispute(order) : {}) },
  });
  if (event !== 'charged_back' || !isMoved) return;
  await alertChargeback(ctx, tx, order, seen, null);
  await ctx.outbox.post(tx, { kind: 'dispute_received', orderId: order.id, recipient: order.customerEmail });
}

async function alertChargeback(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  { disputeDueAt }: Seen,
  /** Of a second payment. */
  onceKey: string | null,
): Promise<void> {
  const dueOn = disputeDueAt ? disputeDueAt.toISOString().slice(0, 10) : null;
  await ctx.alerts.raise(tx, {
    type: 'chargeback',
    severity: 'critical',
    message: storeMessage('charged_back', { orderId: order.id, isSecond: onceKey !== null, dueOn }),
    details: { orderId: order.id },
    ...(onceKey ? { onceKey } : {}),
  });
}

// The order continues where its delivery is. A status that an admin chose stays.
async function reinstateAfterDispute(ctx: StoreContext, tx: Tx, order: OrderRow): Promise<void> {
  const paid = nextStatus(order.status, 'captured', order.statusByHand);
  const delivery = await ordersRepository.readDelivery(tx, order.id);
  const sent = delivery === 'none' ? paid : nextStatus(paid, 'first_link_sent', order.statusByHand);
  const after = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus: nextPaymentStatus(order.paymentStatus, 'won_back'),
    status: delivery === 'all' ? nextStatus(sent, 'all_delivered', order.statusByHand) : sent,
  });
  await ctx.orderEvents.note(tx, order, after);
  await ctx.audit.record(tx, { actor: 'system', action: 'payment.won_back', subject: order.id });
  await ctx.alerts.raise(tx, {
    type: 'dispute_won',
    severity: 'medium',
    message: storeMessage('dispute_won', { orderId: order.id }),
    details: { orderId: order.id },
  });
}

/**
 * Queues the buyer's email, the webhooks and the delivery. The caller holds the order, which was never paid, and writes
 * the ledger and the audit log.
 */
export async function markPaid(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  event: 'captured' | 'confirmed',
  /** Null for a payment that an admin confirmed. */
  attempt: Attempt | null,
): Promise<OrderRow> {
  const paid = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus: nextPaymentStatus(order.paymentStatus, event),
    paidAt: ctx.database.now(),
    status: nextStatus(order.status, 'captured', order.statusByHand),
    // A status that an admin chose for the unpaid order ends here.
    statusByHand: order.status !== 'pending' && order.statusByHand,
    statusReason: null,
  });
  await addSaleFee(ctx, tx, order, attempt);
  await supersedeOthers(ctx, tx, order.id, attempt?.number ?? null);
  await ctx.orderEvents.note(tx, order, paid);
  await ctx.outbox.withdrawPaymentReminder(tx, order.id);
  await ctx.outbox.post(tx, { kind: 'order_paid', orderId: order.id, recipient: order.customerEmail });
  await enqueueDispatch(ctx, tx, order.id);
  return paid;
}
