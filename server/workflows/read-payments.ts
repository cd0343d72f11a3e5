// The payment attempts of an order as the API shows them.

import type { z } from 'zod';
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import type { payment } from '../../contract/payments.ts';
import type { StoreContext } from '../context.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { declineReason } from '../modules/payments/decline-reasons.ts';
import type { Attempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';

/** As `readPayments`, of an order that is not deleted. Throws order_not_found. */
export async function listPayments(ctx: StoreContext, orderId: string) {
  await ordersRepository.getOrder(ctx.database.db, orderId);
  return readPayments(ctx, orderId);
}

/** The payment attempts of an order as the API shows them, the first one first. */
export async function readPayments({ database }: StoreContext, orderId: string) {
  return (await paymentsRepository.listAttempts(database.db, orderId)).map(toPayment);
}

function toPayment(attempt: Attempt): z.output<typeof payment> {
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
