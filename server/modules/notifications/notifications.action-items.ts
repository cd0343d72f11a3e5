import { sql } from 'drizzle-orm';
import { messageSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { notificationChannels } from './notifications.schema.ts';

export const notificationsActionItems = {
  // At once where the other side ended the channel, else after some minutes without a success.
  channel_failing: (now) => sql`
    select c.id::text || ' ' || to_char(c.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, c.failing_since as at,
      ${messageSql('channel_problem', { name: sql`c.name`, answer: sql`coalesce(c.last_answer, '')` })} as words
    from ${notificationChannels} c where c.enabled and c.failures > 0
      and (c.gone_at is not null or c.failing_since <= ${now} - interval '15 minutes')
      and c.failing_since is not null`,
} satisfies ActionItemQueries;
