import type { StoreModule } from '../../store-module.ts';
import { checkStore, watchProblems } from '../../workflows/watch-problems.ts';
import { notificationsActionItems } from './notifications.action-items.ts';
import * as notificationsRepository from './notifications.repository.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { planNotifications } from './plan-notifications.ts';
import { sendNotifications } from './send-notifications.ts';

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
