// What an admin can do with one link of an order: send, refill, settle (DET-16..21, D-17). Toasts are said here.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { orderKeys, type PostDelivery } from '../order/order-queries.ts';

export type Post = { orderId: string; link: string; category: string; quantity: number };
export type Settlement = { outcome: 'placed'; apiOrderId: string } | { outcome: 'not_placed' };

/** Sends a link, once: a second click while it runs does nothing; the server holds the line for other tabs. */
export function useSendPost({ orderId, link, category, quantity }: Post) {
  const { api } = useAdmin();
  const toast = useToast();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/orders/{id}/send-post', {
        params: { id: orderId },
        body: { postLink: link, category, quantity },
      }),
    onSuccess: ({ apiOrder }) => {
      toast({
        title: 'Post sent successfully',
        description: `Post link ${link} has been sent to the provider API`,
        tone: 'success',
      });
      return refresh(apiOrder);
    },
    onError: () => {
      toast({ title: 'Send failed', description: `Failed to send post link ${link}`, tone: 'error' });
      return refresh();
    },
  });
}

/** Asks for a refill of a sent link; its live status is followed again. */
export function useRefillPost({ orderId, link }: Post, providerId: string) {
  const { api } = useAdmin();
  const toast = useToast();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/orders/{id}/refill-post', {
        params: { id: orderId },
        body: { postLink: link, apiOrderId: providerId },
      }),
    onSuccess: () => {
      toast({ title: 'Refill requested successfully', tone: 'success' });
      return refresh();
    },
    onError: () => {
      toast({ title: 'Refill failed', tone: 'error' });
    },
  });
}

/** Asks the provider to cancel a sent link; what becomes of it shows in the link's status (rule 9). */
export function useCancelPost({ orderId, link }: Post, providerId: string) {
  const { api } = useAdmin();
  const toast = useToast();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/orders/{id}/cancel-post', {
        params: { id: orderId },
        body: { postLink: link, apiOrderId: providerId },
      }),
    onSuccess: () => {
      toast({
        title: 'Cancel requested',
        description: 'The status of the link will say whether the provider cancelled it',
        tone: 'success',
      });
      return refresh();
    },
    onError: () => {
      toast({ title: 'Cancel failed', tone: 'error' });
      return refresh();
    },
  });
}

/** Records what became of a send whose answer was lost. */
export function useSettlePost({ orderId, link }: Post) {
  const { api } = useAdmin();
  const toast = useToast();
  const refresh = useRefresh(orderId);
  return useMutation({
    mutationFn: (settlement: Settlement) =>
      api.call('POST /api/admin/orders/{id}/settle-post', {
        params: { id: orderId },
        body: { postLink: link, ...settlement },
      }),
    onSuccess: ({ apiOrder }, { outcome }) => {
      const description =
        outcome === 'placed' ? `Post link ${link} counts as sent` : `Post link ${link} can be sent again`;
      toast({ title: 'Outcome recorded', description, tone: 'success' });
      return refresh(apiOrder);
    },
  });
}

/** Puts the answer in its place at once, then asks the store for the whole truth, lists included. */
function useRefresh(orderId: string) {
  const queries = useQueryClient();
  return async (settled?: PostDelivery): Promise<void> => {
    if (settled) {
      queries.setQueryData<PostDelivery[]>(orderKeys.deliveries(orderId), (known = []) => [
        ...known.filter(({ post_link }) => post_link !== settled.post_link),
        settled,
      ]);
    }
    void queries.invalidateQueries({ queryKey: orderKeys.lists });
    await queries.invalidateQueries({ queryKey: orderKeys.order(orderId) });
  };
}
