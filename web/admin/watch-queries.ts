// Queries and cache keys of the visitors, security and live users tabs.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../contract/index.ts';
import type { Api } from '../api.ts';
import type { Admin } from './admin-context.tsx';
import { shownTexts } from './texts/shown-texts.ts';

export type LiveUsers = AnswerFor<'GET /api/admin/online-users'>;
export type SecurityAlerts = AnswerFor<'GET /api/admin/security-alerts'>;
export type VisitorDashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
export type VisitorBreakdown = AnswerFor<'GET /api/admin/visitor-breakdown/{period}'>;
export type VisitorPeriod = 'day' | 'week' | 'month';
export type VisitorFilter = Partial<Record<'source' | 'campaign' | 'page' | 'entry' | 'exit' | 'country', string>>;

export const watchKeys = {
  liveUsers: ['live-users'] as const,
  alerts: ['security-alerts'] as const,
  visitors: (period: VisitorPeriod) => ['visitors', period] as const,
  breakdown: (period: VisitorPeriod, filter: VisitorFilter) => ['visitors', period, filter] as const,
};

const liveUsersEveryMs = 5_000;
const alertsEveryMs = 30_000;

export function liveUsersQuery(api: Api) {
  return queryOptions({
    queryKey: watchKeys.liveUsers,
    queryFn: async ({ signal }): Promise<LiveUsers> => {
      try {
        return await api.call('GET /api/admin/online-users', {}, { signal });
      } catch (cause) {
        throw new Error(shownTexts().liveUsers.fetchFailed, { cause });
      }
    },
    refetchInterval: liveUsersEveryMs,
  });
}

export function alertsQuery(api: Api) {
  return queryOptions({
    queryKey: watchKeys.alerts,
    queryFn: ({ signal }): Promise<SecurityAlerts> => api.call('GET /api/admin/security-alerts', {}, { signal }),
    refetchInterval: alertsEveryMs,
  });
}

/** A 401 does not end the session here: the tab shows an error first. */
export function visitorsQuery({ visitorApi: api, readToken }: Admin, period: VisitorPeriod) {
  return queryOptions({
    queryKey: watchKeys.visitors(period),
    queryFn: ({ signal }): Promise<VisitorDashboard> => {
      if (!readToken()) throw new Error('No authentication token found');
      return api.call('GET /api/admin/visitor-dashboard/{period}', { params: { period } }, { signal });
    },
  });
}

/** As `visitorsQuery`. Shows the figures of the filter before until those of the next one are there. */
export function breakdownQuery({ visitorApi: api }: Admin, period: VisitorPeriod, filter: VisitorFilter) {
  return queryOptions({
    queryKey: watchKeys.breakdown(period, filter),
    queryFn: ({ signal }): Promise<VisitorBreakdown> =>
      api.call('GET /api/admin/visitor-breakdown/{period}', { params: { period }, query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });
}
