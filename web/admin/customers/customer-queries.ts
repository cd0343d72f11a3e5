// Queries and cache keys of customers, and the changes of their notes and tags. Renewed together with the figures.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { figureKeys } from '../figure-queries.ts';
import { messagesKey } from '../inbox/message-queries.ts';
import { readNextCursor, readTotal } from '../order-detail/order-queries.ts';
import { type AdminOrder, readOrder } from '../order-detail/read-order.ts';

const customersAtOnce = 50;
const ordersAtOnce = 20;
const messagesAtOnce = 20;

export const customerSorts = ['spent', 'orders', 'recent'] as const;
export type CustomerFilter = { search: string; sort: (typeof customerSorts)[number] };
type SentCustomer = AnswerFor<'GET /api/admin/customers'>[number];
export type Customer = Omit<SentCustomer, 'orders'> & { orders: AdminOrder[] };
export type CustomerDetails = AnswerFor<'GET /api/admin/customers/{email}'>;
export type CustomersPage = {
  customers: Customer[];
  total: number | null;
  /** True when the count stopped at `total` and more customers exist. */
  isCapped: boolean;
  nextCursor: string | null;
};

const customerKey = (email: string) => [...figureKeys.customers, 'one', email.toLowerCase()] as const;

/** One page of the list. */
export function customersQuery(api: Api, filter: CustomerFilter, cursor: string | null) {
  return queryOptions({
    queryKey: [...figureKeys.customers, filter, cursor],
    queryFn: async ({ signal }): Promise<CustomersPage> => {
      const query = {
        limit: customersAtOnce,
        sort: filter.sort,
        ...(cursor ? { cursor } : {}),
        ...(filter.search ? { search: filter.search } : {}),
      };
      const { data, headers } = await api.request('GET /api/admin/customers', { query }, { signal });
      return {
        customers: data.map((sent) => ({ ...sent, orders: sent.orders.map(readOrder) })),
        total: readTotal(headers.get('x-total-count')),
        isCapped: headers.get('x-total-capped') === 'true',
        nextCursor: readNextCursor(headers.get('link')),
      };
    },
  });
}

export function customerQuery(api: Api, email: string) {
  return queryOptions({
    queryKey: customerKey(email),
    queryFn: ({ signal }) => api.call('GET /api/admin/customers/{email}', { params: { email } }, { signal }),
  });
}

export function customerOrdersQuery(api: Api, email: string) {
  return infiniteQueryOptions({
    queryKey: [...customerKey(email), 'orders'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: ordersAtOnce, ...(pageParam ? { cursor: pageParam } : {}) };
      const call = { params: { email }, query };
      const { data, headers } = await api.request('GET /api/admin/customers/{email}/orders', call, { signal });
      return { orders: data.map(readOrder), nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function customerMessagesQuery(api: Api, email: string) {
  return infiniteQueryOptions({
    queryKey: [...messagesKey, 'of', email.toLowerCase()],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { email, limit: messagesAtOnce, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, headers } = await api.request('GET /api/admin/contact-messages', { query }, { signal });
      return { messages: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useAddCustomerNote(email: string, onDone: () => void) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      api.call('POST /api/admin/customers/{email}/notes', { params: { email }, body: { note } }),
    onSuccess: () => {
      onDone();
      return queries.invalidateQueries({ queryKey: customerKey(email), exact: true });
    },
  });
}

export function useSetTags(email: string) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tags: string[]) =>
      api.call('PUT /api/admin/customers/{email}/tags', { params: { email }, body: { tags } }),
    onSuccess: ({ tags }) => {
      queries.setQueryData(customerQuery(api, email).queryKey, (known) => known && { ...known, tags });
      void queries.invalidateQueries({ queryKey: figureKeys.customers });
    },
  });
}
