// What may be asked about visits.
import type { Handlers } from '../caller.ts';
import type { Database } from '../store/database.ts';
import { readDashboard } from './dashboard.ts';
import type { Visits } from './visits.ts';

export function visitorRoutes(parts: {
  database: Database;
  visits: Visits;
}): Handlers<'recordVisit' | 'visitorDashboard'> {
  const { database, visits } = parts;
  return {
    recordVisit: async ({ body }, call) => {
      await visits.record(body, call);
      return { success: true };
    },

    visitorDashboard: async ({ params }) => {
      // What this process took is seen at once, what others took a moment later.
      await visits.flush();
      return readDashboard(database, params.period);
    },
  };
}
