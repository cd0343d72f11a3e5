// Reads pages of orders, and the provider orders of their rows.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Api, CallOptions } from '../../api.ts';
import { type ListPage, pageSize, type RequestedPage, readListPage } from '../kit/use-api.ts';
import { type AdminOrder, type PostDelivery, readOrder } from '../order-detail/read-order.ts';
import type { ListFilter } from './list-filter.ts';

/** Orders that can be selected at once: the largest batch of provider orders, and of an export. */
export const mostSelected = 500;
const loadedAtOnce = 200;

type OrdersInput = CallFor<'GET /api/orders'>;
type Page = RequestedPage<'GET /api/orders'>;
/** A page of orders in the form of `readOrder`. */
export type OrdersPage = Omit<Page, 'items'> & { items: AdminOrder[] };

/** `filter` was read from the address, so that its values are those of the call. */
export function ordersInput(filter: ListFilter, limit = pageSize): OrdersInput {
  return { query: { ...filter, limit } as OrdersInput['query'] };
}

/** One function for all renders, so that an unchanged order keeps its identity. */
export function readOrdersPage(page: Page): OrdersPage {
  return { ...page, items: page.items.map(readOrder) };
}

/** The first `mostSelected` orders of a filter with their provider orders, without the query cache. */
export async function loadAll(api: Api, filter: ListFilter): Promise<SelectedOrders> {
  const orders: AdminOrder[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<unknown> = await readListPage(
      api,
      'GET /api/orders',
      ordersInput(filter, loadedAtOnce),
      cursor,
    );
    orders.push(...page.items.map(readOrder));
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

/** The provider orders of the visible rows, grouped by order. Those of an unchanged order keep their identity. */
export function batchQuery(api: Api, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['GET /api/orders', 'deliveries', ids],
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
