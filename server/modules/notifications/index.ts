import { sql } from 'drizzle-orm';
import { messageSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { checkStore, watchProblems } from '../../workflows/watch-problems.ts';
import * as notificationsRepository from './notifications.repository.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { notificationChannels } from './notifications.schema.ts';
import { planNotifications } from './plan-notifications.ts';
import { sendNotifications } from './send-notifications.ts';

const notificationsActionItems = {
  // At once where the other side ended the channel, else after some minutes without a success.
  channel_failing: (now) => sql`
    select c.id::text || ' ' || to_char(c.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, c.failing_since as at,
      ${messageSql('channel_problem', { name: sql`c.name`, answer: sql`coalesce(c.last_answer, '')` })} as words
    from ${notificationChannels} c where c.enabled and c.failures > 0
      and (c.gone_at is not null or c.failing_since <= ${now} - interval '15 minutes')
      and c.failing_since is not null`,
} satisfies ActionItemQueries;

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** Events become messages of the notification channels. */
    plan_notifications: NoPayload;
    send_notifications: { channelId: string };
    /** Compares the open problems with the reported ones. */
    watch_problems: NoPayload;
    /** Disk, certificate, backups, balances. */
    check_store: NoPayload;
  }
}

export const notifications = {
  routes: notificationRoutes,
  jobs: {
    plan_notifications: { run: planNotifications },
    send_notifications: { run: (ctx, { channelId }) => sendNotifications(ctx, channelId) },
    watch_problems: { run: watchProblems, schedule: '* * * * *' },
    check_store: { run: checkStore, schedule: '*/10 * * * *' },
  },
  purge: ({ database }) => notificationsRepository.purge(database.db),
  actionItems: notificationsActionItems,
} satisfies StoreModule;
