import type { StoreModule } from '../../store-module.ts';
import { checkStore } from '../../workflows/check-store.ts';
import { watchProblems } from '../../workflows/watch-problems.ts';
import { notificationChannelRoutes } from './notification-channels.routes.ts';
import { notificationsActionItems } from './notifications.action-items.ts';
import * as planRepository from './plan.repository.ts';
import { planNotifications } from './plan-notifications.ts';
import { pushDeviceRoutes } from './push-devices.routes.ts';
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
  routes: { ...notificationChannelRoutes, ...pushDeviceRoutes },
  jobs: {
    plan_notifications: { run: planNotifications },
    send_notifications: { run: (ctx, { channelId }) => sendNotifications(ctx, channelId) },
    watch_problems: { run: watchProblems, schedule: '* * * * *' },
    check_store: { run: checkStore, schedule: '*/10 * * * *' },
  },
  purge: ({ database }) => planRepository.purge(database.db),
  actionItems: notificationsActionItems,
} satisfies StoreModule;
