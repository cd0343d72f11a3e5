import { sql } from 'drizzle-orm';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { readVisitorBreakdown, readVisitorDashboard } from '../../workflows/read-visitors.ts';
import { visits } from './visitors.schema.ts';
import * as visitsRepository from './visits.repository.ts';
import { flushVisits, recordVisit } from './visits.ts';

// Endpoints of visits.

const visitorRoutes = routes({
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

export const visitors = {
  routes: visitorRoutes,
  purge: async ({ database, settings }) =>
    void (await visitsRepository.purge(database, (await settings.current()).retention.visits)),
  privacy: {
    retention: {
      visits: {
        // Deleted by whole days, by the purge.
        select: (now, days) => sql`select id from ${visits}
          where visited_at < ${dayStart(sql`${toZonedDay(now, visitsZone)} - ${days}::int`, visitsZone)} order by visited_at`,
      },
    },
  },
} satisfies StoreModule;
