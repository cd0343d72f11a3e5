import { sql } from 'drizzle-orm';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import type { StoreModule } from '../../store-module.ts';
import { visitorRoutes } from './visitors.routes.ts';
import { visits } from './visitors.schema.ts';
import * as visitsRepository from './visits.repository.ts';

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
