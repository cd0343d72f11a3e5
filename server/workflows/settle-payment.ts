// Settles a payment: reads the gateway, then applies the outcome once, however often and from wherever it is called. One
// workflow for return, notification and sweeper (gateway rules 2 to 5 and 7 to 9).

import { isErasedEmail } from '../../contract/retention.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { noteDeclines } from '../modules/payments/card-declines.ts';
import type { GatewayView } from '../modules/payments/gateway.ts';
import {
  buildProgressChange,
  type ProgressChange,
  type ShownChange,
  secondsUntilNextCheck,
  shownChange,
} from '../modules/payments/gateway-check.ts';
import { addRefundFees, keepFinalFee } from '../modules/payments/payment-fees.ts';
import { conclude, disputeSettlesSeconds } from '../modules/payments/payment-state.ts';
import type { AgedAttempt, Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { ExternalError } from '../ports/external-error.ts';
import { endOpening, isAbandoned } from './end-opening.ts';
import { getOutcomeRule } from './payment-outcomes.ts';

/** The payer's time in the form; the gateway receives the same value. */
export const sessionTimeoutSeconds = 1800;
/** Allows for a difference between the gateway's clock and the store's. */
const slackSeconds = 60;
const sweepAtOnce = 50;

export type SettleSource = 'session' | 'return' | 'job';
/** The notification names a gateway order without an attempt here yet: repeat later. */
export class UnknownGatewayOrder extends Error {
  override readonly name = 'UnknownGatewayOrder';
}

/**
 * Queries every attempt of an order that may still bring money. Returns whether the gateway responded each time. Safe
 * to repeat and to race: side effects belong to the call that made the transition.
 */
export async function settleOrder(
  ctx: StoreContext,
  orderId: string,
  source: SettleSource,
): Promise<{ asked: boolean }> {
  const attempts = await paymentsRepository.watchedAttempts(ctx.database.db, orderId);
  const outcomes = await Promise.allSettled(attempts.map((attempt) => settleAttempt(ctx, attempt, source)));
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  for (const failure of failures) if (!(failure instanceof ExternalError)) throw failure;
  return { asked: failures.length === 0 };
}

/** Queries one gateway order in any state. Throws ExternalError and UnknownGatewayOrder: repeat later. */
export async function settleGatewayOrder(
  ctx: StoreContext,
  gatewayOrderId: string,
  source: SettleSource,
): Promise<void> {
  const attempt = await paymentsRepository.findAttempt(ctx.database.db, await ctx.gateways.names(), gatewayOrderId);
  if (!attempt) throw new UnknownGatewayOrder('No attempt has this gateway order id.');
  await settleAttempt(ctx, attempt, source);
}

/** Enqueues a check of every due attempt: lost notifications, and payers who left. */
export async function sweepPayments(ctx: StoreContext): Promise<void> {
  for (const { gatewayOrderId } of await paymentsRepository.claimDueAttempts(
    ctx.database.db,
    await ctx.gateways.names(),
    sweepAtOnce,
  )) {
    const once = { key: `sweep ${gatewayOrderId}`, maxAttempts: 3 };
    await ctx.jobs.enqueue(ctx.database.db, 'settle_payment', { gatewayOrderId }, once);
  }
}

async function settleAttempt(ctx: StoreContext, attempt: AgedAttempt, source: SettleSource): Promise<void> {
  // Before the query, which may fail: the order waits for its transfer again.
  if (isAbandoned(attempt)) {
    await ctx.database.transaction(async (tx) => {
      const order = await ordersRepository.lockOrder(tx, attempt.orderId);
      await endOpening(ctx, tx, order, attempt, { state: 'lost' });
    });
  }
  const view = await ctx.gateways.retrieve(attempt);
  const timedOut = attempt.ageSeconds > sessionTimeoutSeconds + slackSeconds;
  await ctx.database.transaction((tx) => applyView(ctx, tx, attempt, view, timedOut, source));
}

// Locks both rows, the order first: of two concurrent calls, the second reads the result of the first.
async function applyView(
  ctx: StoreContext,
  tx: Tx,
  key: AgedAttempt,
  view: GatewayView | null,
  timedOut: boolean,
  source: SettleSource,
) {
  const order = await ordersRepository.lockOrder(tx, key.orderId);
  const attempt = await paymentsRepository.lockAttempt(tx, key);
  if (!order || !attempt) throw new Error('An attempt lost its order.');
  const facts = {
    ...attempt,
    timedOut,
    // A response to a query from before the last change may be outdated.
    unchangedSeconds: attempt.updatedAt.getTime() === key.updatedAt.getTime() ? key.unchangedSeconds : 0,
    orderCents: order.amountCents,
    paid: attempt.state === 'paid',
    disputed: order.paymentStatus === 'disputed',
    second: attempt.state === 'second_capture',
  };
  const conclusion = conclude(facts, view);
  if (conclusion.kind === 'stale') return;
  if (view) await noteDeclines(ctx, tx, order, attempt, view.failedTries);
  const isOfSale = facts.paid || (conclusion.kind === 'captured' && order.paidAt === null);
  if (view) await keepFinalFee(tx, attempt, view, isOfSale);
  if (view) await addRefundFees(ctx, tx, attempt, view);
  const progress = buildProgressChange(attempt, view, conclusion, ctx.database.now());
  const shown = isErasedEmail(order.customerEmail) ? {} : shownChange(attempt, view, conclusion);
  const wasDisputed = facts.second ? attempt.gatewayProgress?.isDisputed === true : facts.paid && facts.disputed;
  const seemsWon = conclusion.kind === 'nothing' && wasDisputed && view?.status !== 'disputed';
  await enqueueCheck(ctx, tx, key, view, seemsWon);
  const concluded = conclusion.kind === 'nothing' ? null : { order, attempt, view, outcome: conclusion };
  const rule = concluded && getOutcomeRule(concluded.outcome);
  if (!concluded || !rule?.isNew(concluded)) {
    await saveProgress(tx, attempt, progress, shown);
    const isSeen = ['unknownStatus', 'unknownLooks', 'confirmingSince'].some((field) => field in progress);
    if (isSeen || Object.keys(shown).length > 0) ctx.live.announce(tx, 'order-update');
    return;
  }
  await paymentsRepository.recordEvent(tx, {
    orderId: order.id,
    attemptNumber: attempt.number,
    source,
    conclusion: rule.entry(concluded),
    asked: { gatewayOrderId: attempt.gatewayOrderId },
    said: view ? toDetails(view) : {},
  });
  const state = rule.state(concluded);
  const seen = {
    gatewayUpdatedAt: view?.lastUpdatedAt ?? attempt.gatewayUpdatedAt,
    failedTries: view?.failedTries ?? attempt.failedTries,
    ...progress,
    ...shown,
  };
  await paymentsRepository.changeAttempt(tx, attempt, { ...(state ? { state } : {}), ...seen });
  await rule.follow(ctx, tx, concluded, seen);
  ctx.live.announce(tx, 'order-update');
  // The same answer may also hold refunds of the money that is here again.
  if (conclusion.kind === 'won_back') await applyView(ctx, tx, key, view, timedOut, source);
}

async function saveProgress(tx: Tx, attempt: Attempt, progress: ProgressChange, shown: ShownChange): Promise<void> {
  const isChanged = Object.keys(progress).length > 0;
  if (!isChanged && Object.keys(shown).length === 0) return;
  // Display fields do not count as a change: `updatedAt` dates the end of a dispute.
  const unchanged = isChanged ? {} : { updatedAt: attempt.updatedAt };
  await paymentsRepository.changeAttempt(tx, attempt, { ...progress, ...shown, ...unchanged });
}

// The sweep passes over paid attempts, and the gateway may send no further notification.
async function enqueueCheck(
  ctx: StoreContext,
  tx: Tx,
  attempt: AgedAttempt,
  view: GatewayView | null,
  seemsWon: boolean,
): Promise<void> {
  const unknownSeconds = secondsUntilNextCheck(view?.unknownStatus ?? null, attempt.unknownSeconds);
  const delaySeconds = unknownSeconds ?? (seemsWon ? disputeSettlesSeconds : null);
  if (delaySeconds === null) return;
  const { gatewayOrderId } = attempt;
  const later = { key: `look again ${gatewayOrderId}`, delaySeconds, maxAttempts: 3 };
  await ctx.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, later);
}

function toDetails(view: GatewayView): Record<string, unknown> {
  const {
    lastUpdatedAt,
    unknownStatus: _,
    transactionCount: __,
    lastTry: ___,
    disputeDueAt: ____,
    fee: _____,
    refundCount: ______,
    ...rest
  } = view;
  return { ...rest, lastUpdatedAt: lastUpdatedAt?.toISOString() ?? null };
}
