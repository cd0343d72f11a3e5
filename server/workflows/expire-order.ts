// Expires orders that stay unpaid for a day, or until the last day of a transfer, once the gateway confirmed that no money arrived or is on its way.

import { type AttemptState, unpaidHours } from '../../contract/payment-status.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { AgedAttempt } from '../modules/payments/payments.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
import type { Transfer } from '../modules/transfers/transfers.repository.ts';
import * as transfersRepository from '../modules/transfers/transfers.repository.ts';
import { settleOrder } from './settle-payment.ts';

const sweepAtOnce = 50;
/** Nothing came of these: not opened, or over without money. Of every other one something may still come. */
const withoutMoney: ReadonlySet<AttemptState> = new Set<AttemptState>(['refused', 'closed']);

/** Enqueues a check of every due unpaid order. Orders that do not expire are checked again, with growing delays. */
export async function sweepUnpaidOrders(ctx: StoreContext): Promise<void> {
  for (const orderId of await ordersRepository.takeToExpire(ctx.database.db, unpaidHours, sweepAtOnce)) {
    await ctx.jobs.enqueue(ctx.database.db, 'expire_order', { orderId }, { key: `expire ${orderId}`, maxAttempts: 1 });
  }
}

/**
 * True when this call expired the order. False while the gateway is unavailable, a payment form is open, money may be
 * on its way, or an admin must decide. Safe to repeat and to race: an order paid meanwhile does not expire, and a
 * payment afterwards is a late payment.
 */
export async function expireOrder(ctx: StoreContext, orderId: string): Promise<boolean> {
  const { asked } = await settleOrder(ctx, orderId, 'job');
  if (!asked) return false;
  return ctx.database.transaction(async (tx) => {
    const order = await ordersRepository.lockOrder(tx, orderId);
    if (!order || !isWaiting(order)) return false;
    // The lock of the order prevents new attempts. Attempts opened since the query are read here.
    const attempts = await paymentsRepository.listAttempts(tx, [orderId]);
    const transfer = await transfersRepository.findOpen(tx, orderId);
    // Chosen meanwhile.
    if (transfer && !transfer.isOver) return false;
    // A superseded attempt is closed, and its payment may still be in doubt.
    const isOver = ({ state, isConfirming }: AgedAttempt) => withoutMoney.has(state) && !isConfirming;
    if (!attempts.every((one) => isOver(one) || one.number === transfer?.number)) return false;
    if (transfer) await expireTransfer(tx, transfer);
    await ordersRepository.changeOrder(tx, orderId, {
      status: nextStatus(order.status, 'over', order.statusByHand),
      statusReason: 'expired',
    });
    await ctx.audit.record(tx, { actor: 'system', action: 'order.expired', subject: orderId });
    ctx.live.announce(tx, 'order-update');
    return true;
  });
}

async function expireTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  await paymentsRepository.changeAttempt(tx, transfer, { state: 'closed' });
  await transfersRepository.closeTransfer(tx, transfer);
  const { orderId, number: attemptNumber } = transfer;
  const event = { orderId, attemptNumber, source: 'job', conclusion: 'transfer_expired' as const, said: {} };
  await paymentsRepository.recordEvent(tx, event);
}

// A status that an admin chose stays.
function isWaiting({ status, paidAt, statusByHand, deletedAt }: OrderRow): boolean {
  return status === 'pending' && paidAt === null && !statusByHand && deletedAt === null;
}
