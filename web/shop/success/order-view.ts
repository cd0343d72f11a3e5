// Selects one of the three views of the result page. Pure.

import { isPaid } from '../../../contract/order-state.ts';
import type { ShownOrder } from '../read-order.ts';

export type OrderView = 'pending' | 'completed' | 'failed';

type Shown = Pick<Partial<ShownOrder>, 'payment' | 'payment_status'> & { status: string };

/** `payment_status` decides when it is present. The order status decides without it, or when that status is final. */
export function viewOf(order: Shown): OrderView {
  const { payment, payment_status } = order;
  // Without proof of the order, the store shows no dispute: `payment` is the state before.
  const isPaidFor = payment_status === 'disputed' && payment && isPaid({ payment });
  if (payment_status === 'paid' || isPaidFor) return 'completed';
  if (order.payment_status === 'failed') return 'failed';
  const status = order.status.toLowerCase();
  if (status === 'completed') return 'completed';
  return status === 'failed' ? 'failed' : 'pending';
}

/** A `paid` status without a payment status is not a confirmed payment. */
export function isConfirming(order: ShownOrder): boolean {
  return order.payment === 'confirming' || (isPaid(order) && viewOf(order) === 'pending');
}
