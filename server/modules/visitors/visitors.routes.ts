// Endpoints of visits.
import type { Handlers } from '../../request-context.ts';
import type { Dashboard, VisitorBreakdown } from './dashboard.ts';
import type { VisitFilter } from './queries/breakdown.ts';
import type { PeriodName } from './queries/period.ts';
import type { Visits } from './visits.ts';

export function visitorRoutes(deps: {
  dashboard: (period: PeriodName) => Promise<Dashboard>;
  breakdown: (period: PeriodName, filter: VisitFilter) => Promise<VisitorBreakdown>;
  visits: Visits;
}): Handlers<'recordVisit' | 'visitorBreakdown' | 'visitorDashboard'> {
  const { dashboard, breakdown, visits } = deps;
  return {
    recordVisit: async ({ body }, call) => {
      await visits.record(body, call);
      return { success: true };
    },

    visitorDashboard: async ({ params }) => {
      // Writes this process's pending records first; those of others follow a moment later.
      await visits.flush();
      return dashboard(params.period);
    },

    visitorBreakdown: async ({ params, query }) => {
      await visits.flush();
      return breakdown(params.period, query);
    },
  };
}
