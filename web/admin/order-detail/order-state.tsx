// The state of an order: its status, its payment state, and its delivery progress.
import { formatCount } from '../../../contract/money.ts';
import type { Delivery, DeliveryState, PaymentState } from '../../../contract/order-progress.ts';
import { Badge, OrderBadge, ToneNote } from '../../ui/badge.tsx';
import { deliveryTone, paymentTone } from '../../ui/status-tone.ts';
import type { AdminOrder } from './read-order.ts';

type Standing = Pick<AdminOrder, 'status' | 'payment' | 'delivery'>;

export function OrderState({ order }: { order: Standing }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <OrderBadge status={order.status} />
      <PaymentBadge order={order} />
    </span>
  );
}

/** Renders nothing when the order status already implies the payment state. */
export function PaymentBadge({ order: { status, payment } }: { order: Standing }) {
  if (payment === null || impliedPayment[status.toLowerCase()] === payment) return null;
  return <Badge tone={paymentTone(payment)}>{paymentWords[payment]}</Badge>;
}

/** "2 of 5 links sent". Renders nothing before the order has a delivery. */
export function DeliveryNote({ order: { delivery } }: { order: Standing }) {
  if (delivery === null || delivery.state === 'none') return null;
  return <ToneNote tone={deliveryTone(delivery.state)}>{deliveryWords(delivery)}</ToneNote>;
}

const impliedPayment: Record<string, PaymentState | undefined> = {
  pending: 'unpaid',
  paid: 'paid',
  processing: 'paid',
  completed: 'paid',
};

export const paymentWords: Record<PaymentState, string> = {
  unpaid: 'Unpaid',
  confirming: 'Confirming',
  declined: 'Declined',
  expired: 'Expired',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** The number of links of a paid order that are not sent. */
export function linksToSend(delivery: Delivery | null): number {
  if (delivery?.state !== 'to_send' && delivery?.state !== 'sending') return 0;
  return delivery.links - delivery.sent;
}

export function deliveryWords({ state, links, sent, ordered, delivered }: Delivery): string {
  if (state === 'to_send') return links === 1 ? '1 link to send' : `${formatCount(links)} links to send`;
  if (state === 'sending') return `${formatCount(sent)} of ${formatCount(links)} links sent`;
  if (delivered === undefined || (state !== 'in_progress' && state !== 'partial')) return deliveryStateWords[state];
  return `${formatCount(delivered)} of ${formatCount(ordered)} delivered`;
}

/** State names without counts, for filters. */
export const deliveryStateWords: Record<DeliveryState, string> = {
  none: 'Nothing to deliver',
  to_send: 'No link sent yet',
  sending: 'Some links sent',
  in_progress: 'In delivery',
  completed: 'Delivered',
  partial: 'Not all delivered',
  not_delivered: 'Nothing delivered',
};
