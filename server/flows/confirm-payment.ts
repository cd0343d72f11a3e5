// The payer comes back, or an admin vouches: both end in what the order then is. A visitor's word moves nothing.
import { StoreError } from '../../contract/errors.ts';
import type { Admin } from '../caller.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { nextStatus } from '../orders/order-state.ts';
import type { OrdersStore } from '../orders/orders-store.ts';
import { nextPaymentStatus } from '../payments/payment-state.ts';
import type { PaymentsStore } from '../payments/payments-store.ts';
import type { Audit } from '../ports/audit.ts';
import type { Live } from '../ports/live.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Database } from '../store/database.ts';
import type { SettlePayment } from './settle-payment.ts';

export type ConfirmParts = {
  database: Database;
  orders: OrdersStore;
  payments: PaymentsStore;
  settle: SettlePayment;
  audit: Audit;
  outbox: Outbox;
  live: Live;
};

export type PaymentOutcome = 'success' | 'pending' | 'failed';

export function createConfirmPayment(parts: ConfirmParts) {
  const { database, orders, payments, settle, audit, outbox, live } = parts;

  /** A-24, S-5: asks the gateway unless the answer is known. `pending` also when the gateway cannot be asked now. */
  async function confirmByGateway(orderId: string): Promise<{ status: PaymentOutcome; order: OrderRow }> {
    const before = await visible(orderId);
    if (before.paidAt) return { status: outcomeOf(before), order: before };
    await settle.settleOrder(orderId, 'return');
    const order = await visible(orderId);
    return { status: outcomeOf(order), order };
  }

  /** an admin vouches for a payment, with a note. Throws conflict for an order that is paid already. */
  async function confirmByHand(orderId: string, note: string, admin: Admin): Promise<OrderRow> {
    return database.transaction(async (tx) => {
      const order = await orders.lockOrder(tx, orderId);
      if (!order || order.deletedAt) throw new StoreError('order_not_found');
      if (order.paidAt) throw new StoreError('already_paid');
      const paid = await orders.changeOrder(tx, orderId, {
        paymentStatus: nextPaymentStatus(order.paymentStatus, 'confirmed'),
        paidAt: database.now(),
        status: nextStatus(order.status, 'captured', order.statusByHand),
        statusReason: null,
      });
      const said = { note, amountCents: order.amountCents, currency: order.currency };
      await payments.recordEvent(tx, { orderId, attemptNumber: null, source: 'admin', conclusion: 'confirmed', said });
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'payment.confirmed',
        subject: orderId,
        details: { note },
      });
      await outbox.post(tx, { kind: 'order_paid', orderId, recipient: order.customerEmail });
      live.announce(tx, 'order-update');
      return paid;
    });
  }

  async function visible(orderId: string): Promise<OrderRow> {
    const found = await orders.findOrder(orderId);
    if (!found) throw new StoreError('order_not_found');
    return found;
  }

  return { confirmByGateway, confirmByHand };
}

function outcomeOf(order: OrderRow): PaymentOutcome {
  if (order.paymentStatus === 'paid') return 'success';
  if (order.paymentStatus === 'failed' || order.paymentStatus === 'refunded') return 'failed';
  return order.status === 'failed' ? 'failed' : 'pending';
}
