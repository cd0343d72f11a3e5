// Whether an email about an order is still true when it is sent, and which sentence it contains. It uses the same facts as the
// order page. Pure, without zod.
import type { BuyerEmailKind } from './email-kinds.ts';
import { findStage, hasFailed, isPaid, isPayable, isUnsent, type OrderFacts, type OrderStage } from './order-state.ts';

type Post = NonNullable<OrderFacts['posts']>[number];

/** later: depends on a payment or a refund in progress. */
export type MailDue = 'yes' | 'no' | 'later';

const onTheWay: readonly OrderStage[] = ['toSend', 'held', 'starting', 'delivering'];

/** Whether the email still agrees with the order page. An email about a single event always does. */
export function computeMailDue(kind: BuyerEmailKind, order: OrderFacts): MailDue {
  const { posts = [], refunds = [] } = order;
  switch (kind) {
    case 'order_received':
      if (order.payment === 'confirming') return hasFailed(order) ? 'no' : 'later';
      return isPayable(order) ? 'yes' : 'no';
    case 'delivery_started':
      return onTheWay.includes(findStage(order)) ? 'yes' : 'no';
    case 'part_missing':
      if (!isPaid(order) || !posts.some(({ state }) => state === 'missing')) return 'no';
      return refunds.some(({ state }) => state === 'pending') ? 'later' : 'yes';
    case 'post_hidden':
      return isPaid(order) && posts.some(isHiddenUnsent) ? 'yes' : 'no';
    case 'dispute_received':
      return order.payment === 'disputed' ? 'yes' : 'no';
    case 'order_completed':
    case 'drop_refilling':
      return order.payment === 'disputed' ? 'no' : 'yes';
    default:
      return 'yes';
  }
}

/** A delivered post may be hidden as well, after a refused refill. */
export function isHiddenUnsent(post: Pick<Post, 'state' | 'hidden'>): boolean {
  return isUnsent(post) && post.hidden === true;
}

/** The sentence of the email `delivery_started`. sent: a provider has accepted a link, and nothing is delivered yet. */
export function describeStart(order: OrderFacts): 'sent' | 'started' {
  return findStage(order) === 'delivering' || (order.delivery.delivered ?? 0) > 0 ? 'started' : 'sent';
}

/** The sentence of the email `order_completed`. part, shortCounted: with the counts. */
export function describeEnd(order: OrderFacts): 'whole' | 'part' | 'refunded' | 'short' | 'shortCounted' {
  const { posts = [], refunded_amount = 0 } = order;
  const { delivered, ordered } = order.delivery;
  const isCounted =
    delivered !== undefined && delivered < ordered && posts.every((post) => post.delivered !== undefined);
  if (refunded_amount > 0) return isCounted ? 'part' : 'refunded';
  if (!posts.some(({ state }) => state === 'stopped')) return 'whole';
  return isCounted ? 'shortCounted' : 'short';
}
