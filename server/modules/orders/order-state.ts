// The states of an order as one table. The caller names the event; this decides its meaning.

import { type OrderStatus, type SettableStatus, settableStatuses } from '../../../contract/order-status.ts';

/**
 * captured: paid. over: the payment is finally off, or the order expired. first_link_sent: one link is at the provider.
 * all_delivered: every link is completed. refunded: fully refunded or charged back.
 */
export type OrderEvent = 'captured' | 'over' | 'first_link_sent' | 'all_delivered' | 'refunded';

export const orderTransitions: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
  pending: { captured: 'paid', over: 'failed', first_link_sent: 'processing', refunded: 'failed' },
  paid: { first_link_sent: 'processing', refunded: 'failed' },
  processing: { all_delivered: 'completed', refunded: 'failed' },
  completed: { refunded: 'failed' },
  failed: { captured: 'paid' },
};

/**
 * The status after an event. An event without a meaning here changes nothing. A status that an admin chose stays,
 * except for money: a captured payment always moves a waiting order on, and a full refund always ends it.
 */
export function nextStatus(status: OrderStatus, event: OrderEvent, byHand: boolean): OrderStatus {
  const next = orderTransitions[status][event] ?? status;
  if (!byHand) return next;
  if (event === 'refunded' || (event === 'captured' && status === 'pending')) return next;
  return status;
}

/** The admin's status in any case, or null for one that cannot be set. */
export function readChosenStatus(text: string): SettableStatus | null {
  const lower = text.trim().toLowerCase();
  return settableStatuses.find((status) => status === lower) ?? null;
}
