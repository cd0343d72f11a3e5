// The link of an action item in the forms of the actions on links.
import type { Post } from '../dispatch/post-actions.ts';
import type { PostDelivery } from '../order-detail/read-order.ts';
import type { ActionItem } from './action-items.ts';

/** The link as the action on it needs it: its provider order, and the last refill, to recognize a newer one. */
export function deliveryOf({ order, link }: ActionItem, post: Post): PostDelivery | null {
  if (!order || !link) return null;
  const requestedAt = link.refill_requested_at;
  return {
    api_order_id: link.api_order_id,
    category: order.category,
    status: 'sent',
    post_link: post.link,
    quantity: link.quantity,
    requests:
      requestedAt === null
        ? []
        : [
            {
              kind: 'refill',
              state: 'done',
              words: null,
              requested_by: '',
              requested_at: requestedAt,
              ended_at: requestedAt,
            },
          ],
  };
}

/** The link of an item in the form of the actions on links; null for an item about no link. */
export function postOf({ order_id: orderId, order, link }: ActionItem): Post | null {
  if (orderId === null || !order || !link) return null;
  const { category, offer, offer_name: offerName } = order;
  return { orderId, link: link.post_link, category, offer, offerName, quantity: link.quantity };
}
