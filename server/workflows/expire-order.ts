// Expires orders that stay unpaid for a day, once the gateway confirmed that no money arrived or is on its way.

import { type AttemptState, unpaidHours } from '../../contract/payment-status.ts';
import type { StoreContext } from '../context.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';
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
    if (!attempts.every(({ state }) => withoutMoney.has(state))) return false;
    await ordersRepository.changeOrder(tx, orderId, {
      status: nextStatus(order.status, 'over', order.statusByHand),
      statusReason: 'expired',
    });
    await ctx.audit.record(tx, { actor: 'system', action: 'order.expired', subject: orderId });
    ctx.live.announce(tx, 'order-update');
    return true;
  });
}

// A status that an admin chose stays.
function isWaiting({ status, paidAt, statusByHand, deletedAt }: OrderRow): boolean {
  return status === 'pending' && paidAt === null && !statusByHand && deletedAt === null;
}
