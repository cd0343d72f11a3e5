// Queries and cache keys of the overview, the customers and the analytics.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../contract/index.ts';
import type { Api } from '../api.ts';
import { readNextCursor, readTotal } from './order-detail/order-queries.ts';
import { type AdminOrder, readOrder } from './order-detail/read-order.ts';
import type { PageSource } from './paging/paged-list.tsx';

const recentCount = 5;
const customersAtOnce = 20;

export type Stats = AnswerFor<'GET /api/admin/stats'>;
export type DayPoint = AnswerFor<'GET /api/admin/monthly-stats'>[number];
export type AdvancedStats = AnswerFor<'GET /api/admin/advanced-stats'>;
export type PeriodStats = AnswerFor<'GET /api/admin/period-stats'>;
export type CustomerSort = 'spent' | 'orders' | 'recent';
export type CustomerFilter = { search: string; sort: CustomerSort };
export type Customer = {
  email: string;
  username: string;
  totalSpent: number;
  totalOrders: number;
  orders: AdminOrder[];
};
export type RecentOrder = AdminOrder & { hasCategory: boolean };

/** All figures depend on orders, so they are invalidated together. */
export const figureKeys = {
  all: ['figures'] as const,
  stats: ['figures', 'stats'] as const,
  monthly: ['figures', 'monthly'] as const,
  recent: ['figures', 'recent'] as const,
  advanced: ['figures', 'advanced'] as const,
  period: (days: number) => ['figures', 'period', days] as const,
  customers: (filter: CustomerFilter) => ['figures', 'customers', filter] as const,
};

export function statsQuery(api: Api) {
  return queryOptions({
    queryKey: figureKeys.stats,
    queryFn: ({ signal }): Promise<Stats> => api.call('GET /api/admin/stats', {}, { signal }),
  });
}

export function monthlyQuery(api: Api) {
  return queryOptions({
    queryKey: figureKeys.monthly,
    queryFn: ({ signal }): Promise<DayPoint[]> => api.call('GET /api/admin/monthly-stats', {}, { signal }),
  });
}

export function advancedQuery(api: Api) {
  return queryOptions({
    queryKey: figureKeys.advanced,
    queryFn: ({ signal }): Promise<AdvancedStats> => api.call('GET /api/admin/advanced-stats', {}, { signal }),
  });
}

export function periodQuery(api: Api, days: number) {
  return queryOptions({
    queryKey: figureKeys.period(days),
    queryFn: ({ signal }): Promise<PeriodStats> =>
      api.call('GET /api/admin/period-stats', { query: { days } }, { signal }),
  });
}

/** The newest orders and the total number of orders. */
export function recentOrdersQuery(api: Api) {
  return queryOptions({
    queryKey: figureKeys.recent,
    queryFn: async ({ signal }): Promise<{ orders: RecentOrder[]; total: number | null }> => {
      const { data, headers } = await api.request('GET /api/orders', { query: { limit: recentCount } }, { signal });
      const sent = Array.isArray(data) ? data.slice(0, recentCount) : [];
      return {
        // `readOrder` always sets a category; `hasCategory` is false when the response had none.
        orders: sent.map((order) => ({ ...readOrder(order), hasCategory: Boolean(order.category) })),
        total: readTotal(headers.get('x-total-count')),
      };
    },
  });
}

/** Customers, page by page. */
export function customersSource(api: Api, filter: CustomerFilter): PageSource<Customer> {
  return {
    key: figureKeys.customers(filter),
    loadPage: async (cursor, signal) => {
      const query = {
        limit: customersAtOnce,
        sort: filter.sort,
        ...(cursor ? { cursor } : {}),
        ...(filter.search ? { search: filter.search } : {}),
      };
      const { data, headers } = await api.request('GET /api/admin/customers', { query }, { signal });
      return {
        items: data.map((sent) => ({ ...sent, orders: sent.orders.map(readOrder) })),
        total: readTotal(headers.get('x-total-count')),
        isCapped: headers.get('x-total-capped') === 'true',
        nextCursor: readNextCursor(headers.get('link')),
      };
    },
  };
}
