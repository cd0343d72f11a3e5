// Which of the three states the result page shows (RES-1..3, A-26). Pure.

import { isPaid } from '../order-state.ts';
import type { ShownOrder } from '../read-order.ts';

export type OrderView = 'pending' | 'completed' | 'failed';

/** `payment_status` decides where it is present; the order's own status where it is not, or where it is final. */
export function viewOf(order: { status: string; payment_status?: string | undefined }): OrderView {
  if (order.payment_status === 'paid') return 'completed';
  if (order.payment_status === 'failed') return 'failed';
  const status = order.status.toLowerCase();
  if (status === 'completed') return 'completed';
  return status === 'failed' ? 'failed' : 'pending';
}

/** A store that says `paid` and nothing of the payment has not confirmed it either (RES-3, A-26). */
export function isConfirming(order: ShownOrder): boolean {
  return order.payment === 'confirming' || (isPaid(order) && viewOf(order) === 'pending');
}
