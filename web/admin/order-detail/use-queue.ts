// The orders before and after an order in the list that led to it. The list is not loaded again, so that the neighbors
// stay the same when an order leaves its queue.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useAdmin } from '../admin-context.tsx';
import { readCursors } from '../kit/list.tsx';
import { pageQuery, pageSize } from '../kit/use-api.ts';
import { listOf, readFilter } from '../orders/list-filter.ts';
import { ordersInput } from '../orders/order-pages.ts';
import { listName, orderPath, tabPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

export type Queue = {
  /** The address and the name of the list. */
  href: string;
  name: string;
  /** The position, as "2 of 3"; null while it is not known. */
  at: number | null;
  total: number | null;
  /** Addresses of the neighbors on the same page of the list. */
  before: string | null;
  after: string | null;
};

/** Null without a list in the address. */
export function useQueue(id: string): Queue | null {
  const { api } = useAdmin();
  const { navigation, orderList } = usePageTexts();
  const queries = useQueryClient();
  const [params] = useSearchParams();
  const list = params.get(listName);
  const listParams = new URLSearchParams(list ?? '');
  const filter = readFilter(listParams);
  const cursors = readCursors(listParams);
  const shown = pageQuery(api, 'GET /api/orders', ordersInput(filter), cursors.at(-1) ?? null);
  const page = useQuery({
    ...shown,
    queryKey: ['order-queue', list],
    enabled: list !== null,
    placeholderData: undefined,
    initialData: () => queries.getQueryData(shown.queryKey),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
  if (list === null) return null;
  const orders = page?.items ?? [];
  const at = orders.findIndex((order) => order.id === id);
  const pathOf = (order: { id: string } | undefined) => (order ? orderPath(order.id, list) : null);
  return {
    href: [tabPath('orders'), listOf(listParams)].filter(Boolean).join('&'),
    name: filter.queue ? orderList.queues[filter.queue as keyof typeof orderList.queues] : navigation.orders,
    at: at < 0 ? null : cursors.length * pageSize + at + 1,
    total: page?.isCapped ? null : (page?.total ?? null),
    before: pathOf(orders[at - 1]),
    // An order that is not on the page any more is followed by the first one.
    after: pathOf(orders[at + 1]),
  };
}
