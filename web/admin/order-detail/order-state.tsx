// The state of an order: its status, its payment state, and its delivery progress.
import type { Delivery, PaymentState } from '../../../contract/order-progress.ts';
import { orderStatuses } from '../../../contract/order-status.ts';
import { Badge, OrderBadge, ToneNote } from '../../ui/badge.tsx';
import { deliveryTone, paymentTone } from '../../ui/status-tone.ts';
import { formatCount } from '../amounts.ts';
import { useTexts } from '../texts/shown-texts.ts';
import type { FirstTexts } from '../texts/texts.ts';
import type { AdminOrder } from './read-order.ts';

type Standing = Pick<AdminOrder, 'status' | 'payment' | 'delivery'>;

export function OrderState({ order }: { order: Standing }) {
  const texts = useTexts();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <OrderBadge status={order.status} label={orderWord(texts, order.status)} />
      <PaymentBadge order={order} />
    </span>
  );
}

/** Renders nothing when the order status already implies the payment state. */
export function PaymentBadge({ order }: { order: Standing }) {
  const { states } = useTexts();
  const payment = shownPayment(order);
  if (payment === null) return null;
  return <Badge tone={paymentTone(payment)}>{states.payment[payment]}</Badge>;
}

/** Null when the order status already implies the payment state. */
export function shownPayment({ status, payment }: Pick<Standing, 'status' | 'payment'>): PaymentState | null {
  return impliedPayment[status.toLowerCase()] === payment ? null : payment;
}

/** "2 of 5 links sent". Renders nothing before the order has a delivery. */
export function DeliveryNote({ order: { delivery } }: { order: Standing }) {
  const texts = useTexts();
  if (delivery === null || delivery.state === 'none') return null;
  return <ToneNote tone={deliveryTone(delivery.state)}>{deliveryWords(texts, delivery)}</ToneNote>;
}

const impliedPayment: Record<string, PaymentState | undefined> = {
  pending: 'unpaid',
  paid: 'paid',
  processing: 'paid',
  completed: 'paid',
};

/** The number of links of a paid order that are not sent. */
export function linksToSend(delivery: Delivery | null): number {
  if (delivery?.state !== 'to_send' && delivery?.state !== 'sending') return 0;
  return delivery.links - delivery.sent;
}

function deliveryWords({ states, shell }: FirstTexts, { state, links, sent, ordered, delivered }: Delivery): string {
  if (state === 'to_send') return shell.linksToSend(links);
  if (state === 'sending') return states.linksSent(formatCount(sent), formatCount(links));
  if (delivered === undefined || (state !== 'in_progress' && state !== 'partial')) return states.delivery[state];
  return states.delivered(formatCount(delivered), formatCount(ordered));
}

/** The name of an order status, in any case. An unknown status stays as it is. */
export function orderWord({ states }: FirstTexts, status: string): string {
  const known = orderStatuses.find((one) => one === status.toLowerCase());
  return known ? states.order[known] : status;
}
