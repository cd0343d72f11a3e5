// Acts on one link: send, refill, cancel, resolve an unknown result; and whether another provider can have it.
import { useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { OtherLinkRule } from '../../../contract/link-rule-names.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { type Api, ApiError } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { useAct } from '../kit/use-act.ts';
import { apiQuery, useApi } from '../kit/use-api.ts';
import { orderCalls } from '../live-calls.ts';
import type { Found } from '../lost-answer.ts';
import { matchDeliveries } from '../order-detail/match-deliveries.ts';
import type { PostDelivery, PostRequest } from '../order-detail/read-order.ts';
import { freshDeliveries, freshOrder } from '../order-detail/use-order.ts';
import { delivers } from '../provider/send-cost.ts';
import { queryFailure } from '../query-client.ts';
import { shownItemTexts } from '../texts/shown-texts.ts';

export type Post = {
  orderId: string;
  link: string;
  linkRule?: OtherLinkRule | undefined;
  category: string;
  /** As an order has them. */
  offer?: string | null | undefined;
  offerName?: string | null | undefined;
  quantity: number;
};
export type Settlement = { outcome: 'placed'; apiOrderId: string } | { outcome: 'not_placed' };

/** What an act on a link changes. */
export const postCalls = [...orderCalls, 'GET /api/admin/attention'] as const;

/** Ignores a second click while the request is pending. The server prevents a double send from other tabs. */
export function useSendPost(post: Post) {
  const keep = useKeepDelivery(post.orderId);
  return useAct((api) => sendPost(api, post), {
    renews: postCalls,
    verify: (_, api) => postSent(api, post),
    onDone: keep,
    done: () => ({
      title: shownItemTexts().links.postSent,
      description: shownItemTexts().links.postSentHelp(post.link),
    }),
    failed: (error) => {
      const { links } = shownItemTexts();
      if (isSentElsewhere(error)) return { title: queryFailure(error), tone: 'plain' };
      return { title: links.sendFailed, description: links.sendFailedHelp(post.link) };
    },
  });
}

/** True when another admin, or the automatic dispatch, sends the link or has sent it: nothing failed. */
function isSentElsewhere(error: unknown): boolean {
  return error instanceof ApiError && (error.body.code === 'being_sent' || error.body.code === 'already_sent');
}

/** `run`: one ID for all links that were confirmed together. */
export function sendPost(api: Api, { orderId, link, category, quantity }: Post, run?: string) {
  return api.call('POST /api/admin/orders/{id}/send-post', {
    params: { id: orderId },
    body: { postLink: link, category, quantity, ...(run ? { run } : {}) },
  });
}

export async function postSent(api: Api, post: Post): Promise<Found> {
  const status = (await freshDelivery(api, post))?.status;
  if (status === 'sent') return 'done';
  return status === 'sending' || status === 'unknown' ? 'unclear' : 'not_done';
}

/** Replaces the link; its unsent units go to the new one. */
export function useReplaceLink({ orderId, link: postLink }: Post, onDone: () => void) {
  return useAct(
    (api, { newLink, reason }: { newLink: string; reason: string }) => {
      const body = { postLink, newLink, ...(reason ? { reason } : {}) };
      return api.call('POST /api/admin/orders/{id}/replace-link', { params: { id: orderId }, body });
    },
    {
      renews: postCalls,
      // The order may keep the new link in another form than it was typed.
      verify: async (_, api) => ((await freshOrder(api, orderId)).postLinks.includes(postLink) ? 'not_done' : 'done'),
      onDone,
      done: (_, { newLink }) => {
        const { links } = shownItemTexts();
        return { title: links.replaced, description: links.replacedHelp(newLink) };
      },
    },
  );
}

/** The request of a refill, and the check whether the store recorded it. */
export function refillCalls(post: Post, delivery: PostDelivery | null) {
  return {
    call: (api: Api) => api.call('POST /api/admin/orders/{id}/refill-post', requestOf(post, delivery)),
    check: (api: Api) => requestTaken(api, post, delivery, 'refill'),
  };
}

/** Requests a refill of a sent link. Its live status is polled again. */
export function useRefillPost(post: Post, delivery: PostDelivery | null) {
  const { call, check } = refillCalls(post, delivery);
  return useAct((api) => call(api), {
    renews: postCalls,
    verify: (_, api) => check(api),
    done: () => ({ title: shownItemTexts().links.refillDone }),
    failed: () => ({ title: shownItemTexts().links.refillFailed }),
  });
}

/** Requests a cancellation from the provider. The outcome appears as the status of the link. */
export function useCancelPost(post: Post, delivery: PostDelivery | null) {
  return useAct((api) => api.call('POST /api/admin/orders/{id}/cancel-post', requestOf(post, delivery)), {
    renews: postCalls,
    verify: (_, api) => requestTaken(api, post, delivery, 'cancel'),
    done: () => ({ title: shownItemTexts().links.cancelDone, description: shownItemTexts().links.cancelDoneHelp }),
    failed: () => ({ title: shownItemTexts().links.cancelFailed }),
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
export function useSettlePost(post: Post, onDone: () => void) {
  const { orderId, link } = post;
  const keep = useKeepDelivery(orderId);
  return useAct(
    (api, settlement: Settlement) =>
      api.call('POST /api/admin/orders/{id}/settle-post', {
        params: { id: orderId },
        body: { postLink: link, ...settlement },
      }),
    {
      renews: postCalls,
      verify: (settlement, api) => postSettled(api, post, settlement),
      onDone: (answer) => {
        keep(answer);
        onDone();
      },
      done: (_, { outcome }) => {
        const { links } = shownItemTexts();
        const description = outcome === 'placed' ? links.recordedPlaced(link) : links.recordedNotPlaced(link);
        return { title: links.recorded, description };
      },
    },
  );
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

type SentPost = Pick<AnswerFor<'POST /api/admin/orders/{id}/send-post'>, 'apiOrder'>;

/** Shows the result of an act on a link before the order is read again. */
function useKeepDelivery(orderId: string) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return (answer: SentPost | null): void => {
    if (!answer) return;
    const { apiOrder } = answer;
    const { queryKey } = apiQuery(api, 'GET /api/orders/{id}/api-orders', { params: { id: orderId } });
    queries.setQueryData(queryKey, (known = []) => [
      ...known.filter(({ post_link }) => post_link !== apiOrder.post_link),
      apiOrder,
    ]);
  };
}

/** True when a second provider gets new links of what was sold. */
export function useHasOtherProvider(sold: Pick<Post, 'category' | 'offer'>): boolean {
  const { data = [] } = useApi('GET /api/admin/providers', {});
  const serving = data.filter(({ enabled, used }) => enabled && used?.some((service) => delivers(service, sold)));
  return serving.length > 1;
}
