// The background jobs: their handlers and schedules.

import type { Config } from '../config/config.ts';
import type { JobHandlers, Schedule } from '../jobs/handlers.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';
import { modules } from '../modules.ts';
import { jobsOf, purgeAll, scheduleOf } from '../store-module.ts';
import type { Services } from './services.ts';

export function wholeSchedule(config: Config): Schedule {
  return [...scheduleOf(modules, config), ...schedule];
}

const schedule: Schedule = [
  { job: 'forget_limits', pattern: '* * * * *' },
  { job: 'purge_expired', pattern: '17 4 * * *' },
];

export function wireJobs({ core, ctx }: Services): JobHandlers {
  return {
    ...jobsOf(modules, ctx),
    forget_limits: async () => {
      await core.limitCounts.forgetOver();
      await cardDeclinesRepository.forgetOld(ctx.database.db);
    },
    purge_expired: () => purgeAll(modules, ctx),
  };
}
