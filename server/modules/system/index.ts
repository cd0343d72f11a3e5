import { purgeDeadJobs } from '../../jobs/dead-jobs.ts';
import { storeModule } from '../../store-module.ts';
import { sendHeartbeat } from './heartbeat.ts';
import * as systemRepository from './system.repository.ts';
import { systemRoutes } from './system.routes.ts';

export const system = storeModule({
  routes: systemRoutes,
  jobs: {
    send_heartbeat: { run: (ctx, { atStart = false }) => sendHeartbeat(ctx, atStart), schedule: '* * * * *' },
    sample_system: { run: ({ database }) => systemRepository.sampleSize(database.db), schedule: '11 * * * *' },
  },
  purge: async ({ database }) => {
    await purgeDeadJobs(database.db);
    await systemRepository.purge(database.db);
  },
});
