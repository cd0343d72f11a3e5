import { sql } from 'drizzle-orm';
import { messageSql } from '../../database/message-sql.ts';
import { purgeDeadJobs } from '../../jobs/dead-jobs.ts';
import { workerHeartbeats } from '../../jobs/jobs.schema.ts';
import type { ActionItemQueries, ModuleMetrics } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { sendHeartbeat } from './heartbeat.ts';
import * as systemRepository from './system.repository.ts';
import { systemRoutes } from './system.routes.ts';

const systemActionItems = {
  // The stall of a stopped process ends with its heartbeat.
  jobs_stalled: (now) => sql`
    select 'jobs' as subject, null::text as order_id, null::int as position, min(h.stalled_since) as at,
      ${messageSql('jobs_waiting', {
        waiting: sql`max(h.waiting)`,
        seconds: sql`round(extract(epoch from ${now} - min(h.due_since)))`,
      })} as words
    from ${workerHeartbeats} h
    where h.stalled_since is not null and h.beat_at > ${now} - interval '1 minute'
    having count(*) > 0`,
} satisfies ActionItemQueries;

const systemMetrics: ModuleMetrics = {
  gauges: {
    applaud_jobs: { help: 'Jobs of all processes, by state.', label: 'state' },
    applaud_jobs_oldest_due_seconds: { help: 'How long the oldest due job has waited.' },
  },
  query: (now) => sql`
    select json_build_object(
        'due', count(*) filter (where alive and locked_at is null and run_at <= ${now}),
        'running', count(*) filter (where locked_at is not null),
        'later', count(*) filter (where alive and locked_at is null and run_at > ${now}),
        'failing', count(*) filter (where alive and attempts > 0 and last_error is not null),
        'given_up', count(*) filter (where not alive and locked_at is null)) as applaud_jobs,
      coalesce(greatest(0, extract(epoch from ${now} - min(run_at) filter (
        where alive and locked_at is null and run_at <= ${now}))), 0)::float8 as applaud_jobs_oldest_due_seconds
    from (select *, attempts < max_attempts as alive from graphile_worker._private_jobs) as jobs`,
};

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
