// Which of the three states the result page shows (RES-1..3, A-26). Pure.

export type OrderView = 'pending' | 'completed' | 'failed';

/** `payment_status` decides where it is present; the order's own status where it is not, or where it is final. */
export function viewOf(order: { status: string; payment_status?: string | undefined }): OrderView {
  if (order.payment_status === 'paid') return 'completed';
  if (order.payment_status === 'failed') return 'failed';
  const status = order.status.toLowerCase();
  if (status === 'completed') return 'completed';
  return status === 'failed' ? 'failed' : 'pending';
}
