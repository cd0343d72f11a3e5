// The queries of the visitors tab.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import type { Admin } from '../admin-context.tsx';
import { apiQuery } from '../kit/use-api.ts';

export type VisitorDashboard = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>;
export type VisitorBreakdown = AnswerFor<'GET /api/admin/visitor-breakdown/{period}'>;
export type VisitorPeriod = CallFor<'GET /api/admin/visitor-dashboard/{period}'>['params']['period'];
export type VisitorFilter = Partial<Record<'source' | 'campaign' | 'page' | 'entry' | 'exit' | 'country', string>>;

/** A 401 does not end the session here: the tab shows an error first. */
export function visitorsQuery({ visitorApi, readToken }: Admin, period: VisitorPeriod) {
  return queryOptions({
    queryKey: ['GET /api/admin/visitor-dashboard/{period}', { params: { period } }],
    queryFn: ({ signal }) => {
      if (!readToken()) throw new Error('No authentication token found');
      return visitorApi.call('GET /api/admin/visitor-dashboard/{period}', { params: { period } }, { signal });
    },
  });
}

/** As `visitorsQuery`. Shows the figures of the filter before until those of the next one are there. */
export function breakdownQuery({ visitorApi }: Admin, period: VisitorPeriod, filter: VisitorFilter) {
  const input = { params: { period }, query: filter };
  return {
    ...apiQuery(visitorApi, 'GET /api/admin/visitor-breakdown/{period}', input),
    placeholderData: keepPreviousData,
  };
}
