// Queries and cache keys of the orders tab. Keys under `orderKeys.lists` are invalidated together.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { orderKeys, type PostDelivery, readNextCursor, readTotal } from '../order-detail/order-queries.ts';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import type { ListFilter } from './list-filter.ts';

export const pageSize = 50;

export type ListPage = {
  orders: AdminOrder[];
  total: number | null;
  /** True when the count stopped at `total` and more orders exist. */
  capped: boolean;
  nextCursor: string | null;
};
export type OrderView = AnswerFor<'GET /api/admin/order-views'>[number];
type ListCall = CallFor<'GET /api/orders'>['query'];

export const listKeys = {
  page: (filter: ListFilter, cursor: string | null) => [...orderKeys.lists, 'page', filter, cursor] as const,
  views: ['order-views'] as const,
  deliveries: (ids: readonly string[]) => [...orderKeys.lists, 'deliveries', ids] as const,
};

/** One page of the list. */
export function listQuery(api: Api, filter: ListFilter, cursor: string | null) {
  return queryOptions({
    queryKey: listKeys.page(filter, cursor),
    queryFn: async ({ signal }): Promise<ListPage> => {
      const query = { ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) } as ListCall;
      const { data, headers } = await api.request('GET /api/orders', { query }, { signal });
      return {
        orders: Array.isArray(data) ? data.map(readOrder) : [],
        total: readTotal(headers.get('x-total-count')),
        capped: headers.get('x-total-capped') === 'true',
        nextCursor: readNextCursor(headers.get('link')),
      };
    },
  });
}

/** The provider orders of the visible rows, grouped by order. */
export function batchQuery(api: Api, ids: readonly string[]) {
  return queryOptions({
    queryKey: listKeys.deliveries(ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<Map<string, PostDelivery[]>> => {
      const answer = await api.call('POST /api/orders/api-orders-batch', { body: { orderIds: [...ids] } }, { signal });
      return new Map(answer.map(({ orderId, apiOrders }) => [orderId, apiOrders]));
    },
  });
}

export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: listKeys.views,
    queryFn: ({ signal }): Promise<OrderView[]> => api.call('GET /api/admin/order-views', {}, { signal }),
  });
}
