// One bar for the whole order, once there is something to deliver. Used by the page of an order and the result page.
import type { Delivery, PaymentState } from '../../contract/order-progress.ts';

type OrderBarProps = { order: { payment: PaymentState; delivery: Delivery }; label: string };

export function OrderBar({ order: { payment, delivery }, label }: OrderBarProps) {
  const { ordered, delivered = 0, state } = delivery;
  const isShown = state !== 'none' && ordered > 0 && (payment !== 'refunded' || delivered > 0);
  if (!isShown) return null;
  return <progress className="progress order-bar mt-4" max={ordered} value={delivered} aria-label={label} />;
}
