// Endpoints of visits.
import { routes } from '../../store-module.ts';
import { readVisitorBreakdown, readVisitorDashboard } from '../../workflows/read-visitors.ts';
import { flushVisits, recordVisit } from './visits.ts';

export const visitorRoutes = routes({
  recordVisit: async (ctx, { body }, call) => {
    await recordVisit(ctx, body, call);
    return { success: true };
  },

  visitorDashboard: async (ctx, { params }) => {
    // Writes this process's pending records first; those of others follow a moment later.
    await flushVisits(ctx);
    return readVisitorDashboard(ctx, params.period);
  },

  visitorBreakdown: async (ctx, { params, query }) => {
    await flushVisits(ctx);
    return readVisitorBreakdown(ctx, params.period, query);
  },
});
