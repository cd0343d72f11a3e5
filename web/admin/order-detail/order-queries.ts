// Queries and cache keys of the order pages, without UI.
import { queryOptions } from '@tanstack/react-query';
import type { DeliveryRequestKind, DeliveryRequestState } from '../../../contract/dispatch-status.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { isFollowed } from '../dispatch/provider-status.ts';
import type { PageSource } from '../paging/paged-list.tsx';
import type { SentMessage } from '../texts/shown-texts.ts';
import { type AdminOrder, readOrder } from './read-order.ts';

const pageSize = 25;
const liveStatusMs = 60_000;
const unsettledMs = 5_000;

export type OrderFilter = { search: string; status: string };

type SentProviderOrder = AnswerFor<'GET /api/orders/{id}/api-orders'>[number];
/** One link at the provider. Optional fields are missing when they have no value. */
export type PostDelivery = SentProviderOrder & {
  error?: string | null;
  error_coded?: SentMessage | undefined;
  hint?: string | null;
  hint_coded?: SentMessage | undefined;
  refill_id?: string | null;
  refill_requested_at?: string | null;
  following?: boolean;
  shortfall?: 'refilled' | 'refunded' | 'dismissed' | null;
  cost?: { amount: number; currency: string; estimated: boolean } | null;
  /** Refills and cancels, newest first. */
  requests?: readonly PostRequest[];
};

export type PostRequest = {
  kind: DeliveryRequestKind;
  state: DeliveryRequestState;
  words: string | null;
  words_coded?: SentMessage | undefined;
  moves_rest?: boolean | undefined;
  requested_by: string;
  requested_at: string;
  ended_at: string | null;
};

export const orderKeys = {
  lists: ['orders'] as const,
  list: (filter: OrderFilter) => ['orders', filter] as const,
  all: ['order'] as const,
  order: (id: string) => ['order', id] as const,
  deliveries: (id: string) => ['order', id, 'api-orders'] as const,
  liveStatus: (providerId: string) => ['order-status', providerId] as const,
};

/** The orders of a filter, page by page, newest first. */
export function ordersSource(api: Api, filter: OrderFilter): PageSource<AdminOrder> {
  return {
    key: orderKeys.list(filter),
    loadPage: async (cursor, signal) => {
      const query = {
        limit: pageSize,
        ...(cursor ? { cursor } : {}),
        ...(filter.search ? { search: filter.search } : {}),
        ...(filter.status ? { status: filter.status } : {}),
      };
      const { data, headers } = await api.request('GET /api/orders', { query }, { signal });
      return {
        items: Array.isArray(data) ? data.map(readOrder) : [],
        total: readTotal(headers.get('x-total-count')),
        isCapped: headers.get('x-total-capped') === 'true',
        nextCursor: readNextCursor(headers.get('link')),
      };
    },
  };
}

/** Fetches the order without the query cache. */
export async function freshOrder(api: Api, id: string): Promise<AdminOrder> {
  return readOrder(await api.call('GET /api/orders/{id}', { params: { id } }));
}

/** Fetches the provider orders without the query cache. */
export async function freshDeliveries(api: Api, id: string): Promise<PostDelivery[]> {
  return api.call('GET /api/orders/{id}/api-orders', { params: { id } });
}

/** One order in the normalized form of `readOrder`. */
export function orderQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: orderKeys.order(id),
    queryFn: async ({ signal }) => readOrder(await api.call('GET /api/orders/{id}', { params: { id } }, { signal })),
    // Polls because delivery changes the order status.
    refetchInterval: (query) => (/^(paid|processing)$/i.test(query.state.data?.status ?? '') ? liveStatusMs : false),
  });
}

/** The provider orders of an order. Polls faster while one of them is being sent. */
export function deliveriesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: orderKeys.deliveries(id),
    queryFn: async ({ signal }): Promise<PostDelivery[]> =>
      api.call('GET /api/orders/{id}/api-orders', { params: { id } }, { signal }),
    refetchInterval: (query) => {
      const unsettled = query.state.data?.some(({ status }) => status === 'sending' || status === 'waiting');
      return unsettled ? unsettledMs : false;
    },
  });
}

/** The live status of a sent link. Polls every 60 s, but not in a hidden tab and not after a terminal status. */
export function liveStatusQuery(api: Api, providerId: string, refillRequestedAt: string | null) {
  return queryOptions({
    queryKey: orderKeys.liveStatus(providerId),
    queryFn: ({ signal }) =>
      api.call('GET /api/admin/order-status/{providerId}', { params: { providerId } }, { signal }),
    refetchInterval: (query) =>
      isFollowed(query.state.data?.status, refillRequestedAt, Date.now()) ? liveStatusMs : false,
    refetchIntervalInBackground: false,
  });
}

/** The cursor in `<...?cursor=abc>; rel="next"`; null on the last page. */
export function readNextCursor(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/i.test(part));
  const address = next?.match(/<([^>]*)>/)?.[1];
  if (!address || !URL.canParse(address, 'http://store.invalid')) return null;
  return new URL(address, 'http://store.invalid').searchParams.get('cursor');
}

/** Parses the X-Total-Count header. */
export function readTotal(sent: string | null): number | null {
  return sent !== null && /^\d+$/.test(sent) ? Number(sent) : null;
}
