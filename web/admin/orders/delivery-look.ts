// The delivery of an order as one word, its color and two shares. The color follows the worst link. Pure.
import { isShort } from '../../../contract/order-progress.ts';
import { isEndedStatus, orderStatuses } from '../../../contract/order-status.ts';
import { deliveryTone, type Tone } from '../../ui/status-tone.ts';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import type { Texts } from '../texts/texts.ts';

export type DeliveryLook = {
  word: keyof Texts['orderRow']['delivery'];
  tone: Tone;
  /** Of the ordered units; null until a provider returns a count. */
  deliveredPercent: number | null;
  /** Of the links: sent, delivered or not. */
  sentPercent: number;
};

/** Null without a delivery. `deliveries` is undefined while it loads. */
export function deliveryLook(order: AdminOrder, deliveries: readonly PostDelivery[] = []): DeliveryLook | null {
  const { delivery } = order;
  if (delivery === null || delivery.state === 'none') return null;
  const { state, links, sent, ordered, delivered } = delivery;
  return {
    ...(worstLink(order, deliveries) ?? { word: state, tone: deliveryTone(state) }),
    deliveredPercent: delivered === undefined || ordered === 0 ? null : Math.floor((delivered / ordered) * 100),
    sentPercent: links === 0 ? 0 : Math.round((sent / links) * 100),
  };
}

/** A link that needs an action, the most urgent one; null when no link needs one. */
function worstLink(order: AdminOrder, deliveries: readonly PostDelivery[]): Pick<DeliveryLook, 'word' | 'tone'> | null {
  if (deliveries.some(({ status }) => status === 'unknown')) return { word: 'unknown', tone: 'red' };
  const status = orderStatuses.find((known) => known === order.status.toLowerCase());
  if (order.paymentStatus !== 'paid' || status === undefined || isEndedStatus(status)) return null;
  if (deliveries.some((link) => link.status === 'failed')) return { word: 'refused', tone: 'red' };
  if (order.delivery?.state !== 'in_progress' && order.delivery?.state !== 'sending') return null;
  const isOpenShort = (link: PostDelivery) =>
    !link.shortfall &&
    isShort({
      state: link.status,
      liveStatus: link.live_status ?? null,
      remains: link.remains ?? null,
      quantity: link.quantity ?? 0,
      following: link.following ?? false,
      shortfall: null,
    });
  if (deliveries.some(isOpenShort)) return { word: 'short', tone: 'orange' };
  const isStalled = deliveries.some((link) => link.status === 'sent' && link.following && link.error);
  return isStalled ? { word: 'stalled', tone: 'orange' } : null;
}
