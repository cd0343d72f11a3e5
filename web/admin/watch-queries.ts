// What the visitors, security and live users tabs ask of the store, and under which keys the answers are kept.
import { queryOptions } from '@tanstack/react-query';
import type { AnswerFor } from '../../contract/index.ts';
import { type Api, createApi } from '../api.ts';

export type LiveUsers = AnswerFor<'GET /api/admin/online-users'>;
export type SecurityAlerts = AnswerFor<'GET /api/admin/security-alerts'>;
export type VisitorDashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
export type VisitorPeriod = 'day' | 'week' | 'month';

export const watchKeys = {
  liveUsers: ['live-users'] as const,
  alerts: ['security-alerts'] as const,
  visitors: (period: VisitorPeriod) => ['visitors', period] as const,
};

const liveUsersEveryMs = 5_000;
const alertsEveryMs = 30_000;

/** ADM-LIVE-6, ADM-LIVE-11. */
export function liveUsersQuery(api: Api) {
  return queryOptions({
    queryKey: watchKeys.liveUsers,
    queryFn: async ({ signal }): Promise<LiveUsers> => {
      try {
        return await api.call('GET /api/admin/online-users', {}, { signal });
      } catch (cause) {
        throw new Error('Failed to fetch live users data', { cause });
      }
    },
    refetchInterval: liveUsersEveryMs,
  });
}

/** ADM-SEC-9. */
export function alertsQuery(api: Api) {
  return queryOptions({
    queryKey: watchKeys.alerts,
    queryFn: ({ signal }): Promise<SecurityAlerts> => api.call('GET /api/admin/security-alerts', {}, { signal }),
    refetchInterval: alertsEveryMs,
  });
}

/** ADM-VIS-9, ADM-VIS-13. A refused token does not end the session here: the tab says so first. */
export function visitorsQuery(readToken: () => string | null, period: VisitorPeriod) {
  const api = createApi({ token: readToken });
  return queryOptions({
    queryKey: watchKeys.visitors(period),
    queryFn: ({ signal }): Promise<VisitorDashboard> => {
      if (!readToken()) throw new Error('No authentication token found');
      return api.call('GET /api/admin/visitor-dashboard/{period}', { params: { period } }, { signal });
    },
  });
}
