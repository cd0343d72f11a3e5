// Carries out a refund: requested at the gateway once, searched there after a lost response, recorded once (gateway
// rules 8 and 11).

import { isSettledRefund } from '../../contract/payment-status.ts';
import { sentenceOf, wordsOf } from '../../contract/sentences.ts';
import { type StoreMessage, storeMessage, type Words } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { RefundView } from '../modules/payments/gateway.ts';
import type { AgedAttempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { nextRefundState, type RefundEvent, refundEvent } from '../modules/payments/refund-state.ts';
import type { RefundRow } from '../modules/payments/refunds.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import { ExternalError } from '../ports/external-error.ts';
import { applyRefund } from './payment-outcomes.ts';

/** admin: a person waits for the result. job: nobody does, so an alert reports a refusal. */
export type RefundSource = 'admin' | 'job';
/** The result of a check. Without an event the state stays. */
type Finding = {
  event: RefundEvent | null;
  said: Record<string, unknown>;
  problem: StoreMessage | null;
  /** Of a refund that the gateway has. */
  gatewayRefundId?: string | null | undefined;
};

const sweepAtOnce = 50;
/** After this time an alert reports the unsettled refund. */
const patienceSeconds = 3600;
const keepsTrying = storeMessage('refund_unreached');
const keepsLooking = storeMessage('refund_answer_lost');

/**
 * Requests a refund that the gateway does not have yet, and returns the row after it. The caller ensures that it was
 * never sent, or that the gateway has none. Throws no error of the gateway.
 */
export async function sendRefund(ctx: StoreContext, refund: RefundRow, source: RefundSource): Promise<RefundRow> {
  const { refundId, amountCents, currency } = refund;
  const attempt = await getAttempt(ctx, refund);
  const finding = await ctx.gateways
    .refund({ ...attempt, refundId, amountCents, currency })
    .then((view) => toFinding(refund, view))
    .catch(findingOfFault);
  return ctx.database.transaction((tx) => recordFinding(ctx, tx, refund, finding, source));
}

/** Checks an unsettled refund at the gateway, and sends it only when the gateway does not have it. */
export async function settleRefund(ctx: StoreContext, refundId: string): Promise<void> {
  const refund = await refundsRepository.findRefund(ctx.database.db, refundId);
  if (!refund || isSettledRefund(refund.state)) return;
  const after = await checkAndSend(ctx, refund);
  if (isSettledRefund(after.state) || refund.ageSeconds < patienceSeconds) return;
  await ctx.alerts.raise(ctx.database.db, {
    type: 'refund_unsettled',
    severity: 'high',
    message: storeMessage('order_refund_unsettled', { orderId: refund.orderId, problem: readProblem(after) }),
    details: { orderId: refund.orderId },
    onceKey: `unsettled ${refundId}`,
  });
}

async function checkAndSend(ctx: StoreContext, refund: RefundRow): Promise<RefundRow> {
  const attempt = await getAttempt(ctx, refund);
  const view = await ctx.gateways.retrieveRefund(attempt, refund.refundId).catch((error: unknown) => {
    if (!(error instanceof ExternalError)) throw error;
    return 'unasked' as const;
  });
  // A failed query, even a refused one, proves nothing about the refund.
  if (view === 'unasked') return refund;
  if (view) return ctx.database.transaction((tx) => recordFinding(ctx, tx, refund, toFinding(refund, view), 'job'));
  if (refund.state === 'pending') return refund;
  return ctx.database
    .transaction((tx) => refuseDisputed(ctx, tx, refund))
    .then((refused) => refused ?? sendRefund(ctx, refund, 'job'));
}

// The bank took the money back meanwhile: the payer would have it twice.
async function refuseDisputed(ctx: StoreContext, tx: Tx, refund: RefundRow): Promise<RefundRow | null> {
  const order = await ordersRepository.lockOrder(tx, refund.orderId);
  const { number, state } = await getAttempt(ctx, refund, tx);
  const isOfOrder = state === 'paid' && order?.paymentStatus === 'disputed';
  if (!isOfOrder && !(await paymentsRepository.disputedAttempts(tx, refund.orderId)).has(number)) return null;
  const finding: Finding = { event: 'refused', said: {}, problem: storeMessage('refund_of_disputed') };
  return recordFinding(ctx, tx, refund, finding, 'job');
}

/** Enqueues a check of every due unsettled refund. */
export async function sweepRefunds(ctx: StoreContext): Promise<void> {
  for (const refundId of await refundsRepository.takeToSettle(ctx.database.db, sweepAtOnce)) {
    await ctx.jobs.enqueue(
      ctx.database.db,
      'settle_refund',
      { refundId },
      { key: `refund ${refundId}`, maxAttempts: 1 },
    );
  }
}

/** Both are locked: of two that found out the same, the second finds the first one's work done. */
export async function recordFinding(
  ctx: StoreContext,
  tx: Tx,
  { orderId, refundId }: Pick<RefundRow, 'orderId' | 'refundId'>,
  { event, said, problem: found, gatewayRefundId }: Finding,
  source: RefundSource,
): Promise<RefundRow> {
  const problem = sentenceColumns('problem', found && sentenceOf(found));
  const order = await ordersRepository.lockOrder(tx, orderId);
  const refund = await refundsRepository.lockRefund(tx, refundId);
  if (!order || !refund) throw new Error('A refund lost its order.');
  const state = event ? nextRefundState(refund.state, event) : refund.state;
  if (state === refund.state) return state === 'asking' ? refundsRepository.changeRefund(tx, refund, problem) : refund;
  const isSettled = isSettledRefund(state);
  const after = await refundsRepository.changeRefund(tx, refund, {
    state,
    ...problem,
    ...(gatewayRefundId ? { gatewayRefundId } : {}),
    ...(isSettled ? { lookAt: null } : {}),
  });
  await paymentsRepository.recordEvent(tx, {
    orderId,
    attemptNumber: refund.attemptNumber,
    refundNumber: refund.number,
    source,
    conclusion: `refund_${state}`,
    said,
  });
  if (isSettled) await finish(ctx, tx, order, after, source);
  ctx.live.announce(tx, 'order-update');
  return after;
}

async function finish(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  refund: RefundRow,
  source: RefundSource,
): Promise<void> {
  const { refundId, amountCents } = refund;
  await ctx.audit.record(tx, {
    actor: 'system',
    action: `refund.${refund.state}`,
    subject: order.id,
    details: { refundId, amountCents },
  });
  if (refund.state === 'refunded') await takeIn(ctx, tx, order, refund);
  if (refund.state === 'failed') await ctx.spending.release(tx, refundId);
  if (refund.state === 'failed' && source === 'job') {
    await ctx.alerts.raise(tx, {
      type: 'refund_failed',
      severity: 'high',
      message: storeMessage('order_refund_failed', { orderId: order.id, problem: readProblem(refund) }),
      details: { orderId: order.id },
      onceKey: `failed ${refundId}`,
    });
  }
  // Refunds made outside this store appear only in a query of the whole payment.
  const attempt = refund.attemptNumber === null ? null : await getAttempt(ctx, refund, tx);
  if (!attempt || attempt.gateway === 'manual') return;
  const { gatewayOrderId } = attempt;
  await ctx.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, { key: `settle ${gatewayOrderId}` });
}

async function takeIn(ctx: StoreContext, tx: Tx, order: OrderRow, refund: RefundRow): Promise<void> {
  const isSecond = refund.attemptNumber !== null && (await getAttempt(ctx, refund, tx)).state !== 'paid';
  const isStated = !isSecond && (await endsOrder(ctx, tx, order, refund));
  if (isStated) return;
  const mail = { kind: 'order_refunded', orderId: order.id, recipient: order.customerEmail } as const;
  await ctx.outbox.post(tx, { ...mail, refundNumber: refund.number });
}

/** True when the order ends with this refund, and its email states both. */
async function endsOrder(ctx: StoreContext, tx: Tx, order: OrderRow, refund: RefundRow): Promise<boolean> {
  const doneCents = (await refundsRepository.listRefunds(tx, [order.id]))
    .filter((one) => one.state === 'refunded' && one.attemptNumber === refund.attemptNumber)
    .reduce((sum, one) => sum + one.amountCents, 0);
  const refundedCents = Math.max(order.refundedCents, doneCents);
  // A dispute stays: only the gateway reports its end.
  const isAll = refundedCents >= order.amountCents && order.paymentStatus !== 'disputed';
  return (await applyRefund(ctx, tx, order, refundedCents, isAll ? 'refunded' : null)).isMailed;
}

async function getAttempt(ctx: StoreContext, { orderId, attemptNumber }: RefundRow, at?: Tx): Promise<AgedAttempt> {
  const attempts = await paymentsRepository.listAttempts(at ?? ctx.database.db, [orderId]);
  const found = attempts.find(({ number }) => number === attemptNumber);
  if (!found) throw new Error('A refund lost its payment.');
  return found;
}

function toFinding(refund: RefundRow, { gatewayRefundId, ...view }: RefundView): Finding {
  const event = refundEvent(refund, view);
  const problem = { done: null, waiting: null, lost: keepsLooking, refused: storeMessage('refund_not_made') }[event];
  return { event, said: view, problem, gatewayRefundId };
}

// Nothing was sent before, or the gateway has no such refund: a refusal is final.
function findingOfFault(error: unknown): Finding {
  if (!(error instanceof ExternalError)) throw error;
  const details = { fault: error.fault };
  if (error.fault === 'unavailable') return { event: null, said: details, problem: keepsTrying };
  if (error.fault === 'unknown') return { event: 'lost', said: details, problem: keepsLooking };
  return {
    event: 'refused',
    said: details,
    problem: storeMessage('refund_refused_there', { answer: wordsOf(error.sentence) }),
  };
}

function readProblem({ problem, problemCoded }: RefundRow): Words {
  return problemCoded ?? problem ?? '';
}
