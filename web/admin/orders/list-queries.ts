// Queries and cache keys of the orders tab. Keys under `orderKeys.lists` are invalidated together.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api, CallOptions } from '../../api.ts';
import { orderKeys, type PostDelivery, readNextCursor, readTotal } from '../order-detail/order-queries.ts';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';
import type { ListFilter } from './list-filter.ts';

export const pageSize = 50;
/** Orders that can be selected at once: the largest batch of provider orders, and of an export. */
export const mostSelected = 500;
const loadedAtOnce = 200;

export type ListPage = {
  /** What was requested. The pages before and after a change of the filter are shown by their own. */
  filter: ListFilter;
  cursor: string | null;
  orders: AdminOrder[];
  total: number | null;
  /** True when the count stopped at `total` and more orders exist. */
  capped: boolean;
  nextCursor: string | null;
};
export type OrderView = AnswerFor<'GET /api/admin/order-views'>[number];
export type Counts = AnswerFor<'GET /api/admin/order-counts'>;
type ListCall = CallFor<'GET /api/orders'>['query'];

export const listKeys = {
  page: (filter: ListFilter, cursor: string | null) => [...orderKeys.lists, 'page', filter, cursor] as const,
  counts: [...orderKeys.lists, 'counts'] as const,
  views: ['order-views'] as const,
  deliveries: (ids: readonly string[]) => [...orderKeys.lists, 'deliveries', ids] as const,
};

/** One page of the list. */
export function listQuery(api: Api, filter: ListFilter, cursor: string | null) {
  return queryOptions({
    queryKey: listKeys.page(filter, cursor),
    queryFn: ({ signal }): Promise<ListPage> => loadPage(api, filter, { cursor, limit: pageSize }, signal),
  });
}

/** The first `mostSelected` orders of a filter with their provider orders, without the query cache. */
export async function loadAll(api: Api, filter: ListFilter): Promise<SelectedOrders> {
  const orders: AdminOrder[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage = await loadPage(api, filter, { cursor, limit: loadedAtOnce });
    orders.push(...page.orders);
    cursor = page.nextCursor;
  } while (cursor !== null && orders.length < mostSelected);
  const selected = orders.slice(0, mostSelected);
  const batch = await loadBatch(
    api,
    selected.map(({ id }) => id),
  );
  return { orders: selected, deliveries: byOrder(batch) };
}

export type SelectedOrders = { orders: readonly AdminOrder[]; deliveries: Deliveries };
type BatchAnswer = AnswerFor<'POST /api/orders/api-orders-batch'>;
type Deliveries = ReadonlyMap<string, PostDelivery[]>;

export async function loadPage(
  api: Api,
  filter: ListFilter,
  part: { cursor: string | null; limit: number },
  signal?: AbortSignal,
): Promise<ListPage> {
  const query = { ...filter, limit: part.limit, ...(part.cursor ? { cursor: part.cursor } : {}) } as ListCall;
  const { data, headers } = await api.request('GET /api/orders', { query }, signal ? { signal } : {});
  return {
    filter,
    cursor: part.cursor,
    orders: Array.isArray(data) ? data.map(readOrder) : [],
    total: readTotal(headers.get('x-total-count')),
    capped: headers.get('x-total-capped') === 'true',
    nextCursor: readNextCursor(headers.get('link')),
  };
}

/** The provider orders of the visible rows, grouped by order. Those of an unchanged order keep their identity. */
export function batchQuery(api: Api, ids: readonly string[]) {
  return queryOptions({
    queryKey: listKeys.deliveries(ids),
    enabled: ids.length > 0,
    queryFn: ({ signal }): Promise<BatchAnswer> => loadBatch(api, ids, { signal }),
    select: byOrder,
  });
}

function loadBatch(api: Api, ids: readonly string[], options: CallOptions = {}): Promise<BatchAnswer> {
  return api.call('POST /api/orders/api-orders-batch', { body: { orderIds: [...ids] } }, options);
}

function byOrder(answer: BatchAnswer): Deliveries {
  return new Map(answer.map(({ orderId, apiOrders }) => [orderId, apiOrders]));
}

/** The sizes of the queues. */
export function countsQuery(api: Api) {
  return queryOptions({
    queryKey: listKeys.counts,
    queryFn: ({ signal }): Promise<Counts> => api.call('GET /api/admin/order-counts', {}, { signal }),
  });
}

export function viewsQuery(api: Api) {
  return queryOptions({
    queryKey: listKeys.views,
    queryFn: ({ signal }): Promise<OrderView[]> => api.call('GET /api/admin/order-views', {}, { signal }),
  });
}
