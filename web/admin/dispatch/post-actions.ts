// Mutations of one link: send, refill, cancel, resolve an unknown result. They show toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { type Api, ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import { freshDeliveries, orderKeys, type PostDelivery, type PostRequest } from '../order-detail/order-queries.ts';
import { queryFailure } from '../query-client.ts';
import { shownTexts } from '../texts/shown-texts.ts';

export type Post = { orderId: string; link: string; category: string; quantity: number };
export type Settlement = { outcome: 'placed'; apiOrderId: string } | { outcome: 'not_placed' };

/** Ignores a second click while the request is pending. The server prevents a double send from other tabs. */
export function useSendPost(post: Post) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefreshOrder(post.orderId);
  return useMutation({
    mutationFn: () =>
      act(
        () => sendPost(api, post),
        () => postSent(api, post),
      ),
    onSuccess: (answer) => {
      const { links } = shownTexts();
      toast({ title: links.postSent, description: links.postSentHelp(post.link), tone: 'success' });
      return refresh(answer?.apiOrder);
    },
    onError: (error) => {
      const { links } = shownTexts();
      if (isSentElsewhere(error)) toast({ title: queryFailure(error) });
      else if (!isUnclear(error))
        toast({ title: links.sendFailed, description: links.sendFailedHelp(post.link), tone: 'error' });
      return refresh();
    },
  });
}

/** True when another admin, or the automatic dispatch, sends the link or has sent it: nothing failed. */
function isSentElsewhere(error: unknown): boolean {
  return error instanceof ApiError && (error.body.code === 'being_sent' || error.body.code === 'already_sent');
}

export function sendPost(api: Api, { orderId, link, category, quantity }: Post) {
  return api.call('POST /api/admin/orders/{id}/send-post', {
    params: { id: orderId },
    body: { postLink: link, category, quantity },
  });
}

export async function postSent(api: Api, post: Post): Promise<Found> {
  const status = (await freshDelivery(api, post))?.status;
  if (status === 'sent') return 'done';
  return status === 'sending' || status === 'unknown' ? 'unclear' : 'not_done';
}

/** Requests a refill of a sent link. Its live status is polled again. */
export function useRefillPost(post: Post, delivery: PostDelivery | null) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefreshOrder(post.orderId);
  return useMutation({
    mutationFn: () =>
      act(
        () => api.call('POST /api/admin/orders/{id}/refill-post', requestOf(post, delivery)),
        () => requestTaken(api, post, delivery, 'refill'),
      ),
    onSuccess: () => {
      toast({ title: shownTexts().links.refillDone, tone: 'success' });
      return refresh();
    },
    onError: (error) => {
      if (!isUnclear(error)) toast({ title: shownTexts().links.refillFailed, tone: 'error' });
      return refresh();
    },
  });
}

/** Requests a cancellation from the provider. The outcome appears as the status of the link. */
export function useCancelPost(post: Post, delivery: PostDelivery | null) {
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefreshOrder(post.orderId);
  return useMutation({
    mutationFn: () =>
      act(
        () => api.call('POST /api/admin/orders/{id}/cancel-post', requestOf(post, delivery)),
        () => requestTaken(api, post, delivery, 'cancel'),
      ),
    onSuccess: () => {
      const { links } = shownTexts();
      toast({ title: links.cancelDone, description: links.cancelDoneHelp, tone: 'success' });
      return refresh();
    },
    onError: (error) => {
      if (!isUnclear(error)) toast({ title: shownTexts().links.cancelFailed, tone: 'error' });
      return refresh();
    },
  });
}

function requestOf({ orderId, link }: Post, delivery: PostDelivery | null) {
  return { params: { id: orderId }, body: { postLink: link, apiOrderId: delivery?.api_order_id ?? '' } };
}

/** Compares the newest request of a kind with the one before the call, to detect whether the store recorded it. */
async function requestTaken(
  api: Api,
  post: Post,
  before: PostDelivery | null,
  kind: PostRequest['kind'],
): Promise<Found> {
  const newest = (delivery: PostDelivery | null) => delivery?.requests?.find((request) => request.kind === kind);
  const now = newest(await freshDelivery(api, post));
  if (!now || now.requested_at === newest(before)?.requested_at || now.state === 'refused') return 'not_done';
  return now.state === 'asking' || now.state === 'unknown' ? 'unclear' : 'done';
}

/** Records the outcome of a send with an unknown result. */
export function useSettlePost(post: Post) {
  const { orderId, link } = post;
  const { api } = useAdmin();
  const toast = useToast();
  const act = useCertainAct();
  const refresh = useRefreshOrder(orderId);
  return useMutation({
    mutationFn: (settlement: Settlement) =>
      act(
        () =>
          api.call('POST /api/admin/orders/{id}/settle-post', {
            params: { id: orderId },
            body: { postLink: link, ...settlement },
          }),
        () => postSettled(api, post, settlement),
      ),
    onSuccess: (answer, { outcome }) => {
      const { links } = shownTexts();
      const description = outcome === 'placed' ? links.recordedPlaced(link) : links.recordedNotPlaced(link);
      toast({ title: links.recorded, description, tone: 'success' });
      return refresh(answer?.apiOrder);
    },
  });
}

async function postSettled(api: Api, post: Post, settlement: Settlement): Promise<Found> {
  const now = await freshDelivery(api, post);
  if (settlement.outcome === 'not_placed') return now?.status === 'failed' ? 'done' : 'not_done';
  const placed = now?.status === 'sent' && partsOf(now.api_order_id ?? '').id === settlement.apiOrderId;
  return placed ? 'done' : 'not_done';
}

async function freshDelivery(api: Api, { orderId, link }: Post): Promise<PostDelivery | null> {
  return matchDeliveries([link], await freshDeliveries(api, orderId))[0] ?? null;
}

/** Writes the result to the cache immediately, then invalidates the order and the lists. */
export function useRefreshOrder(orderId: string) {
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
