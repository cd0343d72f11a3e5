// Queries and cache keys of the overview and the analytics.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../contract/index.ts';
import type { Api } from '../api.ts';
import { readTotal } from './kit/use-api.ts';
import { type AdminOrder, readOrder } from './order-detail/read-order.ts';

const recentCount = 5;

export type Stats = AnswerFor<'GET /api/admin/stats'>;
export type DayPoint = AnswerFor<'GET /api/admin/monthly-stats'>[number];
export type AdvancedStats = AnswerFor<'GET /api/admin/advanced-stats'>;
export type PeriodStats = AnswerFor<'GET /api/admin/period-stats'>;
export type RecentOrder = AdminOrder & { hasCategory: boolean };

/** By the call: `live-calls.ts` names those that depend on orders. */
export const figureKeys = {
  stats: ['GET /api/admin/stats', {}] as const,
  monthly: ['GET /api/admin/monthly-stats', {}] as const,
  recent: ['GET /api/orders', 'recent'] as const,
  advanced: ['GET /api/admin/advanced-stats', {}] as const,
  period: (days: number) => ['GET /api/admin/period-stats', { query: { days } }] as const,
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
