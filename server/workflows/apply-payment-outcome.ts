// Applies a payment outcome to the attempt and the order, with emails and alerts, in the caller's transaction.

import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { beforeDisputeOf } from '../modules/orders/before-dispute.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { ProgressChange, ShownChange } from '../modules/payments/gateway-check.ts';
import { type AttemptOutcome, nextPaymentStatus } from '../modules/payments/payment-state.ts';
import type { Attempt, AttemptChange } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { finishOrder } from './finish-order.ts';

type Seen = Pick<AttemptChange, 'gatewayUpdatedAt' | 'failedTries' | keyof ProgressChange | keyof ShownChange>;
/** Order and attempt are locked by the caller. Throws nothing of its own. */
export async function applyPaymentOutcome(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  conclusion: AttemptOutcome,
  seen: Seen,
): Promise<void> {
  switch (conclusion.kind) {
    case 'captured':
      return order.paidAt
        ? flagSecondCapture(ctx, tx, order, attempt, seen)
        : takePayment(ctx, tx, order, attempt, seen);
    case 'mismatch':
      return flagMismatch(ctx, tx, order, attempt, conclusion.reason, seen);
    case 'over':
      return endAttempt(tx, order, attempt, conclusion.event, seen);
    case 'declined':
      await paymentsRepository.changeAttempt(tx, attempt, seen);
      return;
    case 'overcharged':
      await paymentsRepository.changeAttempt(tx, attempt, seen);
      return alertSecondCapture(ctx, tx, order, attempt, 'charged_twice');
    case 'refunded':
      if (conclusion.excessCents > 0) await alertSecondCapture(ctx, tx, order, attempt, 'charged_twice');
      return takeBack(ctx, tx, order, attempt, conclusion, seen);
    case 'won_back':
      return reinstateAfterDispute(ctx, tx, order, attempt, seen);
    case 'second':
      await paymentsRepository.changeAttempt(tx, attempt, seen);
      if (conclusion.disputed) await alertChargeback(ctx, tx, order, seen, `disputed ${attempt.gatewayOrderId}`);
  }
}

async function takePayment(ctx: StoreContext, tx: Tx, order: OrderRow, attempt: Attempt, seen: Seen): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, { state: 'paid', ...seen });
  const paid = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus: nextPaymentStatus(order.paymentStatus, 'captured'),
    paidAt: ctx.database.now(),
    status: nextStatus(order.status, 'captured', order.statusByHand),
    // A status that an admin chose for the unpaid order ends here.
    statusByHand: order.status !== 'pending' && order.statusByHand,
    statusReason: null,
  });
  await ctx.orderEvents.note(tx, order, paid);
  await ctx.outbox.post(tx, { kind: 'order_paid', orderId: order.id, recipient: order.customerEmail });
  await ctx.jobs.enqueue(tx, 'dispatch_order', { orderId: order.id }, { key: `dispatch ${order.id}` });
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

async function flagSecondCapture(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  seen: Seen,
): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, { state: 'second_capture', ...seen });
  await alertSecondCapture(ctx, tx, order, attempt, 'paid_twice');
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

async function flagMismatch(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  reason: StoreMessage,
  seen: Seen,
): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, { state: 'mismatch', ...seen });
  await ctx.alerts.raise(tx, {
    type: 'payment_mismatch',
    severity: 'critical',
    message: storeMessage('payment_mismatched', { orderId: order.id, reason }),
    details: { orderId: order.id },
    onceKey: `mismatch ${attempt.gatewayOrderId}`,
  });
}

async function endAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  event: 'cancelled' | 'session_over',
  seen: Seen,
): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, { state: 'closed', ...seen });
  const others = (await paymentsRepository.attemptsOf(tx, order.id)).filter((other) => other.number !== attempt.number);
  if (others.some((other) => other.state === 'open' || other.state === 'opening')) return;
  const paymentStatus = nextPaymentStatus(order.paymentStatus, event);
  const failed = paymentStatus === 'failed';
  const status = failed ? nextStatus(order.status, 'over', order.statusByHand) : order.status;
  const statusReason = failed && status === 'failed' ? 'payment' : order.statusReason;
  await ordersRepository.changeOrder(tx, order.id, { paymentStatus, status, statusReason });
}

// Gateway rule 11: a refunded order is not delivered further. A partial refund changes the sum only.
async function takeBack(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  { event, refundedCents }: Extract<AttemptOutcome, { kind: 'refunded' }>,
  seen: Seen,
): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, seen);
  const paymentStatus = event ? nextPaymentStatus(order.paymentStatus, event) : order.paymentStatus;
  const isMoved = paymentStatus !== order.paymentStatus;
  const after = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus,
    refundedCents: Math.max(order.refundedCents, refundedCents),
    status: isMoved ? nextStatus(order.status, 'refunded', order.statusByHand) : order.status,
  });
  await ctx.orderEvents.note(tx, order, after);
  await finishOrder(ctx, tx, after);
  if (isMoved) await ctx.jobs.enqueue(tx, 'dispatch_order', { orderId: order.id }, { key: `dispatch ${order.id}` });
  await ctx.audit.record(tx, {
    actor: 'system',
    action: event === 'charged_back' ? 'payment.charged_back' : 'payment.refunded',
    subject: order.id,
    details: { refundedCents, ...(event === 'charged_back' && isMoved ? beforeDisputeOf(order) : {}) },
  });
  if (event === 'charged_back' && isMoved) await alertChargeback(ctx, tx, order, seen, null);
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
async function reinstateAfterDispute(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  attempt: Attempt,
  seen: Seen,
): Promise<void> {
  await paymentsRepository.changeAttempt(tx, attempt, seen);
  const paid = nextStatus(order.status, 'captured', order.statusByHand);
  const delivery = await ordersRepository.deliveryOf(tx, order.id);
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
