// Orders with the records of all modules about them. The order page, its emails, the receipt and the evidence are built from them.

import type { z } from 'zod';
import { openRequestStates } from '../../contract/dispatch-status.ts';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { sumReplaced } from '../../contract/order-progress.ts';
import type { payment } from '../../contract/payments.ts';
import type { PaidWith } from '../../contract/wallets.ts';
import type { StoreContext } from '../context.ts';
import type { Queryable } from '../database/database.ts';
import type { DeliveryRequest } from '../modules/delivery/requests.repository.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow, LinkReplacementRow } from '../modules/dispatch/dispatch-rows.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { findSendBarriers, hasUnpaidAttempt, isPlaced, toProgress } from '../modules/orders/order-views.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { declineReason } from '../modules/payments/decline-reasons.ts';
import type { AgedAttempt, Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import type { RefundRow } from '../modules/payments/refunds.repository.ts';
import * as refundsRepository from '../modules/payments/refunds.repository.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';

export type OrderRecord = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * In the order of `orders`, with one query for each kind of record. Sequential: a transaction has one connection. Payments,
 * refunds, sends and replacements are sorted oldest first, requests newest first.
 */
export async function readOrders(at: Queryable, orders: readonly OrderRow[]) {
  const ids = orders.map(({ id }) => id);
  const all = {
    payments: await paymentsRepository.listAttempts(at, ids),
    refunds: await refundsRepository.listRefunds(at, ids),
    sends: await dispatchRepository.listSends(at, ids),
    replacements: await dispatchRepository.listReplacements(at, ids),
    requests: await requestsRepository.listRequests(at, ids),
  };
  const barriers = await findSendBarriers(at, orders);
  return orders.map((order) => {
    const payments = all.payments.filter(isOf(order));
    const refunds = all.refunds.filter(isOf(order));
    const sends = all.sends.filter(isOf(order));
    const replacements = all.replacements.filter(isOf(order));
    const requests = all.requests.filter(isOf(order));
    const progress = computeProgress(order, { payments, sends, replacements, requests, barriers });
    return { order, progress, payments, refunds, sends, replacements, requests };
  });
}

/** For the records of several orders: whether one belongs to this order. */
export function isOf({ id }: OrderRow) {
  return ({ orderId }: { orderId: string }) => orderId === id;
}

type ProgressRecords = {
  payments: readonly AgedAttempt[];
  sends: readonly DispatchRow[];
  replacements: readonly LinkReplacementRow[];
  requests: readonly DeliveryRequest[];
  barriers: Awaited<ReturnType<typeof findSendBarriers>>;
};

function computeProgress(order: OrderRow, { payments, sends, replacements, requests, barriers }: ProgressRecords) {
  const refilling = requests.filter(
    ({ kind, state }) => kind === 'refill' && openRequestStates.some((open) => open === state),
  );
  return toProgress(order, {
    doubts: hasUnpaidAttempt(order) ? findDoubts(payments) : undefined,
    sent: isPlaced(order)
      ? sends.map((send) => ({ ...send, isRefilling: refilling.some(({ position }) => position === send.position) }))
      : undefined,
    replaced: isPlaced(order) ? sumReplaced(replacements) : undefined,
    barrier: barriers.get(order.id),
  });
}

function findDoubts(payments: readonly AgedAttempt[]) {
  return {
    isConfirming: payments.some(({ isConfirming }) => isConfirming),
    isDeclined: (payments.at(-1)?.failedTries ?? 0) > 0,
    isAwaitingTransfer: payments.some(({ gateway, state }) => gateway === 'manual' && state === 'open'),
  };
}

/** The refunds that are shown to the buyer: those of the successful payment, without failed refunds. */
export function listBuyerRefunds(refunds: readonly RefundRow[], payments: readonly Attempt[]): RefundRow[] {
  const paid = payments.find(({ state }) => state === 'paid');
  return refunds.filter(
    ({ state, attemptNumber }) => state !== 'failed' && (attemptNumber === null || attemptNumber === paid?.number),
  );
}

/** The card or wallet of the successful payment; null if unknown. */
export function paidWith(payments: readonly Attempt[]): PaidWith | null {
  const paid = payments.find(({ state }) => state === 'paid');
  if (!paid || !(paid.cardWallet || paid.cardBrand || paid.cardLast4)) return null;
  return { wallet: paid.cardWallet, card_brand: paid.cardBrand, card_last4: paid.cardLast4 };
}

/** The payment attempts of an order as the API returns them, oldest first. Throws order_not_found. */
export async function listPayments({ database: { db } }: StoreContext, orderId: string) {
  await ordersRepository.getOrder(db, orderId);
  return (await paymentsRepository.listAttempts(db, [orderId])).map(toPayment);
}

export function toPayment(attempt: Attempt): z.output<typeof payment> {
  const { declineCode } = attempt;
  return {
    number: attempt.number,
    gateway: attempt.gateway,
    gateway_order_id: attempt.gatewayOrderId,
    state: attempt.state,
    amount: dollarsFromCents(attempt.amountCents),
    currency: attempt.currency,
    gateway_status: attempt.gatewayStatus,
    has_unknown_status: attempt.unknownStatus !== null,
    card_brand: attempt.cardBrand,
    card_last4: attempt.cardLast4,
    card_wallet: attempt.cardWallet,
    transaction_id: attempt.transactionId,
    ...(attempt.gateway === 'manual' && attempt.sessionId ? { reference: attempt.sessionId } : {}),
    decline: declineCode === null ? null : toDecline(declineCode),
    failed_tries: attempt.failedTries,
    dispute_due_at: attempt.disputeDueAt?.toISOString() ?? null,
    opened_at: attempt.openedAt.toISOString(),
    updated_at: attempt.updatedAt.toISOString(),
  };
}

function toDecline(code: string): NonNullable<z.output<typeof payment>['decline']> {
  const reason = declineReason(code);
  return { code, ...sentenceFields('reason', reason && englishMessage(reason), reason) };
}
