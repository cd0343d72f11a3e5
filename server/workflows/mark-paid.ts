// An unpaid order becomes paid: by the gateway's word, or by an admin who confirms it.
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import { nextStatus } from '../modules/orders/order-state.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import { nextPaymentStatus } from '../modules/payments/payment-state.ts';
import { enqueueDispatch } from './enqueue-dispatch.ts';

/**
 * Queues the buyer's email, the webhooks and the delivery. The caller holds the order, which was never paid, and writes
 * the ledger and the audit log.
 */
export async function markPaid(
  ctx: StoreContext,
  tx: Tx,
  order: OrderRow,
  event: 'captured' | 'confirmed',
): Promise<OrderRow> {
  const paid = await ordersRepository.changeOrder(tx, order.id, {
    paymentStatus: nextPaymentStatus(order.paymentStatus, event),
    paidAt: ctx.database.now(),
    status: nextStatus(order.status, 'captured', order.statusByHand),
    // A status that an admin chose for the unpaid order ends here.
    statusByHand: order.status !== 'pending' && order.statusByHand,
    statusReason: null,
  });
  await ctx.orderEvents.note(tx, order, paid);
  await ctx.outbox.post(tx, { kind: 'order_paid', orderId: order.id, recipient: order.customerEmail });
  await enqueueDispatch(ctx, tx, order.id);
  return paid;
}
