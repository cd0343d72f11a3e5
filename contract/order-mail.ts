// Whether an email about an order is still true when it is sent, and which sentence it contains. It uses the same facts as the
// order page. Pure, without zod.
import type { BuyerEmailKind } from './email-kinds.ts';
import {
  describeLink,
  describeOrder,
  findStage,
  hasEnded,
  hasFailed,
  isPaid,
  isPayable,
  type OrderFacts,
  type OrderStage,
} from './order-state.ts';

/** later: depends on a payment or a refund in progress. */
export type MailDue = 'yes' | 'no' | 'later';

/** Whether the email still agrees with the order page. An email about a single event always does. */
export function computeMailDue(kind: BuyerEmailKind, order: OrderFacts): MailDue {
  switch (kind) {
    case 'order_received':
      if (order.payment === 'confirming') return hasFailed(order) ? 'no' : 'later';
      // The email with the instructions replaces it.
      return isPayable(order) && order.payment !== 'awaiting_transfer' ? 'yes' : 'no';
    case 'transfer_instructions':
      if (order.payment === 'confirming') return hasFailed(order) ? 'no' : 'later';
      return order.payment === 'awaiting_transfer' && isPayable(order) ? 'yes' : 'no';
    case 'delivery_started':
      return computeStartDue(findStage(order));
    case 'part_missing':
      return computeMissingDue(order);
    case 'post_hidden':
      return isPaid(order) && listHidden(order).length > 0 ? 'yes' : 'no';
    case 'dispute_received':
      return order.payment === 'disputed' ? 'yes' : 'no';
    case 'order_completed':
      if (order.payment === 'disputed' || !hasEnded(order)) return 'no';
      return order.posts?.some(({ state }) => state === 'refilling') ? 'later' : 'yes';
    case 'drop_refilling':
    case 'drop_refused':
      return isPaid(order) ? 'yes' : 'no';
    default:
      return 'yes';
  }
}

/** Not while the page shows that a part cannot start. */
function computeStartDue(stage: OrderStage): MailDue {
  if (stage === 'toSend' || stage === 'held') return 'later';
  return stage === 'starting' || stage === 'delivering' ? 'yes' : 'no';
}

function computeMissingDue(order: OrderFacts): MailDue {
  const { posts = [], refunds = [] } = order;
  if (!isPaid(order) || !posts.some(({ state }) => state === 'missing')) return 'no';
  const missing = describeOrder(order).sentences.find((sentence) => sentence.key === 'missing');
  // The page shows no outcome of the whole order while other links are delivered.
  const isOpen = missing === undefined || missing.outcome === 'open' || missing.outcome === 'refundPending';
  if (!isOpen) return 'no';
  return refunds.some(({ state }) => state === 'pending') ? 'later' : 'yes';
}

/** Posts that the page lists as not visible, with their positions. `isRetried`: the store retries by itself. */
export function listHidden({ posts = [], sending }: OrderFacts): { position: number; isRetried: boolean }[] {
  return posts.flatMap((post, position) => {
    const { sentence } = describeLink(post, sending);
    if (sentence !== 'hidden' && sentence !== 'hiddenRetry') return [];
    return [{ position, isRetried: sentence === 'hiddenRetry' }];
  });
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
