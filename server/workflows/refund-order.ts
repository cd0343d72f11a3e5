// Refunds by an admin: checked, recorded, then requested at the gateway (gateway rule 11).

import { createHash } from 'node:crypto';
import { centsFromDollars } from '../../contract/number-inputs.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type CodeWithoutParams, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { type Queryable, type Tx, violatedConstraint } from '../database/database.ts';
import * as authRepository from '../modules/auth/auth.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import { computeUndeliveredAmount, type UndeliveredAmount } from '../modules/dispatch/undelivered-amount.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { listRefundables, type Refundable, undeliveredWorth } from '../modules/payments/refundable.ts';
import type { RefundRow } from '../modules/payments/refunds.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import type { Actor } from '../request-context.ts';
import { recordFinding, sendRefund } from './settle-refund.ts';

type RefundOrderRequest = {
  orderId: string;
  /** Dollars; absent for a refund of the undelivered part. */
  amount?: number | undefined;
  reason: string;
  undelivered: boolean;
  /** Refused when a refund of another part was given: a person decides about this order. */
  isUnlessRefunded?: boolean;
  /** The number of the payment; the one that paid the order where it is left out. */
  payment?: number | undefined;
};

/** Who gives it back. */
type RefundRequester = Actor | 'system';

type RefundSituation = RefundableAmounts & { refunds: RefundRow[] };

/**
 * The refund in its current state: the gateway is called within this call, and again later when it was unavailable.
 * The same key and request return the same refund. Throws order_not_found, invalid_input, not_paid, conflict (above
 * the rest, disputed, or the undelivered part changed), being_sent, idempotency_mismatch, refund_limit, cap_reached.
 */
export async function refundOrder(
  ctx: StoreContext,
  request: RefundOrderRequest,
  key: string,
  by: RefundRequester,
): Promise<RefundRow> {
  const { refund, isNew } = await writeRefund(ctx, request, key, by, await readRefundLimit(ctx, by)).catch(
    (error: unknown) => {
      if (violatedConstraint(error) !== 'refunds_within_captured') throw error;
      throw new StoreError('conflict', { reason: 'refund_exceeds_payment' });
    },
  );
  if (!isNew || refund.state !== 'asking') return refund;
  // No admin waits for the result of an automatic refund: an alert reports a refusal.
  return sendRefund(ctx, refund, by === 'system' ? 'job' : 'admin');
}

/**
 * The refunds of an order, and the amount left to refund. Throws order_not_found. Includes deleted orders, whose
 * money remains.
 */
export async function readRefundSituation(ctx: StoreContext, orderId: string): Promise<RefundSituation> {
  return ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, orderId);
    if (!order) throw new StoreError('order_not_found');
    return readSituation(tx, order);
  });
}

async function readSituation(at: Queryable, order: OrderRow): Promise<RefundSituation> {
  const given = await refundsRepository.listRefunds(at, [order.id]);
  const amounts = computeRefundableAmounts({
    order,
    attempts: await paymentsRepository.listAttempts(at, [order.id]),
    refunds: given,
    sent: await dispatchRepository.listSends(at, [order.id]),
    replaced: await dispatchRepository.replacedUnits(at, order.id),
  });
  return { refunds: given, ...amounts };
}

async function writeRefund(
  ctx: StoreContext,
  request: RefundOrderRequest,
  requestKey: string,
  by: RefundRequester,
  assertWithinLimit: AssertWithinLimit,
): Promise<{ refund: RefundRow; isNew: boolean }> {
  const requestHash = hashRequest(request);
  return ctx.spending.transaction('refunds', async (tx, reserve) => {
    // Locks the row that a dispatch locks, so that neither starts while the other is checked (gateway rule 11).
    const order = await ordersRepository.lockOrder(tx, request.orderId);
    if (!order) throw new StoreError('order_not_found');
    const situation = await readSituation(tx, order);
    const earlier = situation.refunds.find((refund) => refund.requestKey === requestKey);
    if (earlier && earlier.requestHash !== requestHash) throw new StoreError('idempotency_mismatch');
    if (earlier) return { refund: earlier, isNew: false };
    const { attemptNumber, isByHand, leftCents } = chosenPayment(order, situation, request);
    if (attemptNumber !== null && (await paymentsRepository.disputedAttempts(tx, order.id)).has(attemptNumber))
      throw disputed();
    await assertNotSending(tx, order);
    if (by === 'system') assertProposalStands(situation, request);
    const amountCents = chosenCents(situation, request);
    if (amountCents > leftCents) {
      throw new StoreError('conflict', { reason: storeMessage('refund_at_most', { leftCents }) });
    }
    await assertWithinLimit(tx, amountCents);
    const number = (situation.refunds.at(-1)?.number ?? 0) + 1;
    await reserve(amountCents, `${order.id}-R${number}`);
    const refund = await refundsRepository.addRefund(tx, {
      orderId: order.id,
      number,
      attemptNumber,
      amountCents,
      requestKey,
      requestHash,
      refundId: `${order.id}-R${number}`,
      currency: order.currency,
      reason: request.reason,
      undeliveredQuantity: request.undelivered ? situation.undelivered.quantity : null,
      state: 'asking',
      requestedBy: by === 'system' ? 'system' : by.name,
    });
    await recordRequest(ctx, tx, refund, by);
    if (!isByHand) return { refund, isNew: true };
    // No gateway holds this money: the admin returns it as it was received, and this records it.
    const details = { refundId: refund.refundId, amountCents, currency: order.currency };
    const done = { event: 'done', said: details, problem: null } as const;
    return { refund: await recordFinding(ctx, tx, refund, done, 'admin'), isNew: true };
  });
}

async function recordRequest(ctx: StoreContext, tx: Tx, refund: RefundRow, by: RefundRequester): Promise<void> {
  const { orderId, attemptNumber, number, refundId, amountCents, currency, reason } = refund;
  await paymentsRepository.recordEvent(tx, {
    orderId,
    attemptNumber,
    refundNumber: number,
    source: 'admin',
    conclusion: 'refund_asking',
    asked: { refundId, amountCents, currency },
    said: {},
  });
  await ctx.audit.record(tx, {
    actor: by === 'system' ? by : by.actor,
    action: 'refund.asked',
    subject: orderId,
    details: { refundId, amountCents, reason, undeliveredQuantity: refund.undeliveredQuantity },
  });
  ctx.live.announce(tx, 'order-update');
}

// A link in the middle of a send may be part of the refund.
async function assertNotSending(tx: Tx, order: OrderRow): Promise<void> {
  const sent = await dispatchRepository.listSends(tx, [order.id]);
  if (sent.some(({ state }) => state === 'sending')) {
    throw new StoreError('being_sent', { reason: 'order_link_sending' });
  }
}

function chosenPayment(order: OrderRow, { payments }: RefundSituation, { payment }: RefundOrderRequest): Refundable {
  const chosen =
    payment === undefined
      ? payments.find(({ kind }) => kind !== 'second')
      : payments.find(({ attemptNumber }) => attemptNumber === payment);
  if (!chosen && payment !== undefined && payments.length > 0) {
    throw new StoreError('invalid_input', { field: 'payment', reason: 'refund_payment_unknown' });
  }
  if (!chosen) throw new StoreError('not_paid', { reason: 'nothing_to_refund' });
  if (chosen.kind !== 'second' && order.paymentStatus === 'disputed') throw disputed();
  if (chosen.leftCents > 0) return chosen;
  throw new StoreError('conflict', { reason: 'payment_refunded' });
}

/** Under the lock of the order: a refill, a move or a refund may have begun since the job read the order. */
function assertProposalStands(
  { isProposed, refunds }: RefundSituation,
  { isUnlessRefunded }: RefundOrderRequest,
): void {
  const isOtherGiven = refunds.some(
    ({ state, undeliveredQuantity }) => state !== 'failed' && undeliveredQuantity === null,
  );
  if (isProposed && !(isUnlessRefunded && isOtherGiven)) return;
  throw new StoreError('conflict', { reason: 'delivery_not_over' });
}

function disputed(): StoreError {
  return new StoreError('conflict', { reason: 'payment_disputed' });
}

function chosenCents({ undelivered }: RefundSituation, request: RefundOrderRequest): number {
  const refuse = (reason: CodeWithoutParams): never => {
    throw new StoreError('invalid_input', { field: 'amount', reason });
  };
  if (request.amount === undefined && !request.undelivered) return refuse('refund_amount_missing');
  const requested = request.amount === undefined ? null : centsFromDollars(request.amount);
  if (request.amount !== undefined && requested === null) return refuse('refund_amount_form');
  if (requested !== null && requested <= 0) return refuse('refund_amount_zero');
  if (!request.undelivered) return requested ?? 0;
  if (undelivered.amountCents === 0) throw new StoreError('conflict', { reason: 'nothing_undelivered' });
  if (requested === null || requested === undelivered.amountCents) return undelivered.amountCents;
  const worth = { worthCents: undelivered.amountCents };
  throw new StoreError('conflict', { reason: storeMessage('undelivered_amount_changed', worth) });
}

function hashRequest({ orderId, amount, reason, undelivered, payment }: RefundOrderRequest): string {
  const requested = [orderId, amount ?? null, reason, undelivered, payment ?? null];
  return createHash('sha256').update(JSON.stringify(requested)).digest('hex');
}

/** Throws refund_limit (403). The caller writes the refund in the same transaction. */
type AssertWithinLimit = (tx: Tx, amountCents: number) => Promise<void>;

/** Read before the transaction, which needs no second connection then. */
async function readRefundLimit(ctx: StoreContext, by: Actor | 'system'): Promise<AssertWithinLimit> {
  if (by === 'system' || by.admin?.role !== 'support') return async () => {};
  const { id } = by.admin;
  const { support_refund } = await ctx.settings.current();
  const largestCents = centsFromDollars(support_refund.largest) ?? 0;
  const dayCents = centsFromDollars(support_refund.per_day) ?? 0;
  return async (tx, amountCents) => {
    if (amountCents > largestCents) {
      const reason = storeMessage('support_refund_limit', { mostCents: largestCents });
      throw new StoreError('refund_limit', { reason });
    }
    // Parallel refunds of other orders wait here, and are then part of the sum.
    await authRepository.lockAdmin(tx, id);
    const leftCents = Math.max(0, dayCents - (await refundsRepository.sumOfLastDay(tx, by.name)));
    if (amountCents <= leftCents) return;
    const reason = storeMessage('support_day_limit', { mostCents: dayCents, leftCents });
    throw new StoreError('refund_limit', { reason });
  };
}

type Order = Parameters<typeof computeUndeliveredAmount>[0] & Parameters<typeof listRefundables>[0];
type Facts = {
  order: Order;
  attempts: Parameters<typeof listRefundables>[1];
  refunds: Parameters<typeof listRefundables>[2];
  sent: Parameters<typeof computeUndeliveredAmount>[1];
  replaced?: Parameters<typeof computeUndeliveredAmount>[2];
};

type RefundableAmounts = {
  payments: Refundable[];
  /** Without the parts already refunded as undelivered. Its worth is a share of the payment that paid the order. */
  undelivered: UndeliveredAmount & { amountCents: number };
  /** True: every link was sent and has ended, and units are missing, so the page proposes the refund. */
  isProposed: boolean;
};

/** In cents, and in units for the undelivered part. Pure. */
function computeRefundableAmounts({ order, attempts, refunds, sent, replaced }: Facts): RefundableAmounts {
  const payments = listRefundables(order, attempts, refunds);
  const [paying] = payments.filter(({ kind }) => kind !== 'second');
  const undelivered = computeUndeliveredAmount(order, sent, replaced);
  const worth = undeliveredWorth(order, undelivered.quantity, refunds, paying?.leftCents ?? 0);
  const isOver = sent.length === order.postLinks.length && sent.every(({ state }) => state === 'sent');
  const isProposed =
    order.paymentStatus === 'paid' &&
    isOver &&
    undelivered.running === 0 &&
    undelivered.unknown === 0 &&
    worth.amountCents > 0;
  return { payments, undelivered: { ...undelivered, ...worth }, isProposed };
}

/** The amount of the proposed refund; null without one. */
export function proposedCents(facts: Facts): number | null {
  const { undelivered, isProposed } = computeRefundableAmounts(facts);
  return isProposed ? undelivered.amountCents : null;
}
