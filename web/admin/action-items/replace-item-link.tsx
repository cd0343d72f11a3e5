// The dialog that replaces the link of an action item. Loads the order first: all its links are checked together.
import { useQueryClient } from '@tanstack/react-query';
import { linkUnits } from '../dispatch/link-rules.ts';
import type { Post } from '../dispatch/post-actions.ts';
import { ReplaceLinkDialog } from '../dispatch/replace-link.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import { useDeliveries, useOrder } from '../order-detail/use-order.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { actionItemsCall } from './action-items.ts';

type ReplaceItemLinkProps = { post: Post; onClose: () => void };

export default function ReplaceItemLink({ post, onClose }: ReplaceItemLinkProps) {
  const { overview } = useTexts();
  const queries = useQueryClient();
  const order = useOrder(post.orderId);
  const deliveries = useDeliveries(post.orderId);
  const failed = [order, deliveries].find(({ isError }) => isError);
  const failure = failed ? (
    <LoadFailure title={overview.ordersFailed} error={failed.error} onRetry={() => void failed.refetch()} />
  ) : null;
  if (!order.data || !deliveries.data) return failure;
  const { postLinks } = order.data;
  const position = postLinks.indexOf(post.link);
  const delivery = matchDeliveries(postLinks, deliveries.data)[position] ?? null;
  return (
    <>
      {failure}
      <ReplaceLinkDialog
        order={order.data}
        post={post}
        units={linkUnits(order.data, position, delivery)}
        onClose={() => {
          onClose();
          void queries.invalidateQueries({ queryKey: [actionItemsCall] });
        }}
      />
    </>
  );
}
