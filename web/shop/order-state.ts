// Whether a buyer can still pay an order, and whether its state is final. Pure.
import type { PaymentState } from '../../contract/order-progress.ts';
import type { ShownOrder } from './read-order.ts';

type Facts = Pick<ShownOrder, 'status' | 'payment_status' | 'payment' | 'delivery'>;

const unpaidStates: readonly PaymentState[] = ['unpaid', 'declined', 'expired'];
const paidStates: readonly PaymentState[] = ['paid', 'partly_refunded'];

/** True when the order has no payment and none is pending. */
export function isUnpaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return unpaidStates.includes(payment);
}

export function isPaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return paidStates.includes(payment);
}

/** True when the server opens a payment form for the order. The server applies the same rule. */
export function isPayable(order: Facts): boolean {
  return isUnpaid(order) && order.status.toLowerCase() !== 'failed' && order.payment_status !== 'failed';
}

/** True when the state is final, so that polling can stop. */
export function hasEnded(order: Facts): boolean {
  const { state } = order.delivery;
  if (!isPaid(order)) return !isPayable(order) && order.payment !== 'confirming';
  if (state === 'completed') return true;
  const isOver = /^(completed|failed)$/i.test(order.status);
  return isOver && state !== 'sending' && state !== 'in_progress';
}
