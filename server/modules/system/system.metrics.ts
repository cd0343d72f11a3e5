import { sql } from 'drizzle-orm';
import type { ModuleMetrics } from '../../ports/module-parts.ts';

export const systemMetrics: ModuleMetrics = {
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
