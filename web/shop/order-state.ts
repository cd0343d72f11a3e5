// What a buyer can still do about an order, and whether anything of it still changes. Pure.
import type { PaymentState } from '../../contract/order-progress.ts';
import type { ShownOrder } from './read-order.ts';

type Facts = Pick<ShownOrder, 'status' | 'payment_status' | 'payment' | 'delivery'>;

const unpaidStates: readonly PaymentState[] = ['unpaid', 'declined', 'expired'];
const paidStates: readonly PaymentState[] = ['paid', 'partly_refunded'];

/** Nobody paid, and no payment is under way. */
export function isUnpaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return unpaidStates.includes(payment);
}

export function isPaid({ payment }: Pick<Facts, 'payment'>): boolean {
  return paidStates.includes(payment);
}

/** The store opens a payment form for it: the same rule as the server's. */
export function isPayable(order: Facts): boolean {
  return isUnpaid(order) && order.status.toLowerCase() !== 'failed' && order.payment_status !== 'failed';
}

/** Nothing changes any more: there is nothing to follow. */
export function hasEnded(order: Facts): boolean {
  const { state } = order.delivery;
  if (!isPaid(order)) return !isPayable(order) && order.payment !== 'confirming';
  if (state === 'completed') return true;
  const isOver = /^(completed|failed)$/i.test(order.status);
  return isOver && state !== 'sending' && state !== 'in_progress';
}
