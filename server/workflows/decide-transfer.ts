// An admin decides about a line of a bank: it pays an order, is its second payment, or is left. Each line is decided once.
import type { CallFor } from '../../contract/index.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import { findReferences } from '../../contract/transfer-reference.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import { toLineKey } from '../modules/transfers/bank-file.ts';
import { type AwaitedTransfer, listIssues } from '../modules/transfers/match-transfers.ts';
import * as transfersRepository from '../modules/transfers/transfers.repository.ts';
import { type Admin, assertStepUp } from '../request-context.ts';
import { recordByHand } from './confirm-payment.ts';

type Input = CallFor<'POST /api/admin/orders/{id}/transfers'>['body'];

/**
 * Throws order_not_found, step_up, cap_reached, and conflict for a line that was decided, or pays nothing of this order. A line of a
 * deleted order can be left.
 */
export async function decideTransfer(
  ctx: StoreContext,
  orderId: string,
  { decision, note = '', amount, ...given }: Input,
  admin: Admin,
): Promise<OrderRow> {
  const line = { ...given, amountCents: Math.round(amount * 100) };
  const isAccepted = decision === 'accepted';
  if (isAccepted) assertStepUp(admin);
  return ctx.spending.transaction('confirmations', async (tx, reserve) => {
    const order = await ordersRepository.lockOrder(tx, orderId);
    const awaited = order && (await transfersRepository.findAwaited(tx, orderId, findReferences(line.text)));
    if (!order || (order.deletedAt && !awaited)) throw new StoreError('order_not_found');
    if (order.deletedAt && isAccepted) throw new StoreError('conflict', { reason: 'transfer_of_deleted_order' });
    const { text: _, repeat: __, ...kept } = line;
    const isNew = await transfersRepository.addDecision(tx, {
      ...kept,
      lineKey: toLineKey(line),
      decision,
      orderId,
      note,
      decidedBy: admin.email,
    });
    if (!isNew) throw new StoreError('conflict', { reason: 'transfer_line_decided' });
    const details = { ...kept, note, reference: awaited?.reference ?? null };
    const entry = { actor: `admin:${admin.id}`, subject: orderId, details };
    if (!isAccepted) {
      await ctx.audit.record(tx, { ...entry, action: 'transfer.left' });
      return order;
    }
    if (!awaited) throw new StoreError('conflict', { reason: 'transfer_not_chosen' });
    if (awaited.paid === 'no') {
      await reserve(1, orderId);
      return recordByHand(ctx, tx, order, describeLine(line, awaited, note), admin);
    }
    if (awaited.paid === 'otherwise') await takeSecond(ctx, tx, order, awaited, line);
    await ctx.audit.record(tx, { ...entry, action: 'transfer.accepted' });
    return order;
  });
}

/** The note of the confirmation: what arrived, and what the admin wrote. */
function describeLine(
  { day, amountCents, currency }: { day: string; amountCents: number; currency: string },
  { reference }: AwaitedTransfer,
  note: string,
): string {
  const arrived = `Transfer ${reference}, ${day}, ${(amountCents / 100).toFixed(2)} ${currency}`;
  return note === '' ? arrived : `${arrived}. ${note}`;
}

/** The order has another payment: the transfer is refunded by hand. Only the whole amount, because a refund is limited by it. */
async function takeSecond(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  awaited: AwaitedTransfer,
  line: Parameters<typeof listIssues>[0],
): Promise<void> {
  const attempt = await paymentsRepository.lockAttempt(tx, awaited);
  const isWhole = listIssues(line, awaited).every((issue) => issue === 'second');
  if (!isWhole || attempt?.state !== 'closed' || attempt.amountCents !== order.amountCents) {
    throw new StoreError('conflict', { reason: 'transfer_of_paid_order' });
  }
  await paymentsRepository.changeAttempt(tx, attempt, { state: 'second_capture' });
  await paymentsRepository.recordEvent(tx, {
    orderId: order.id,
    attemptNumber: attempt.number,
    source: 'admin',
    conclusion: 'second_capture',
    said: { amountCents: attempt.amountCents, currency: attempt.currency },
  });
  await ctx.alerts.raise(tx, {
    type: 'second_capture',
    severity: 'critical',
    message: storeMessage('paid_twice', { orderId: order.id }),
    details: { orderId: order.id },
    onceKey: `second ${attempt.gatewayOrderId}`,
  });
  ctx.live.announce(tx, 'order-update');
}
