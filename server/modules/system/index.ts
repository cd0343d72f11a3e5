import { purgeDeadJobs } from '../../jobs/dead-jobs.ts';
import type { StoreModule } from '../../store-module.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { systemActionItems } from './system.action-items.ts';
import { systemMetrics } from './system.metrics.ts';
import * as systemRepository from './system.repository.ts';
import { systemRoutes } from './system.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** `atStart`: of a process; missing in the schedule. */
    send_heartbeat: { atStart?: boolean };
    /** Measures what the System page shows over time. */
    sample_system: NoPayload;
  }
}

export const system = {
  routes: systemRoutes,
  jobs: {
    send_heartbeat: { run: (ctx, { atStart = false }) => sendHeartbeat(ctx, atStart), schedule: '* * * * *' },
    sample_system: { run: ({ database }) => systemRepository.sampleSize(database.db), schedule: '11 * * * *' },
  },
  purge: async ({ database }) => {
    await purgeDeadJobs(database.db);
    await systemRepository.purge(database.db);
  },
  actionItems: systemActionItems,
  metrics: systemMetrics,
} satisfies StoreModule;
