import { sql } from 'drizzle-orm';
import { messageSql } from '../../database/message-sql.ts';
import { workerHeartbeats } from '../../jobs/jobs.schema.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';

export const systemActionItems = {
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
