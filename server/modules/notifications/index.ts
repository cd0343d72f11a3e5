import { storeModule } from '../../store-module.ts';
import { checkStore, watchProblems } from '../../workflows/watch-problems.ts';
import * as notificationsRepository from './notifications.repository.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { planNotifications } from './plan-notifications.ts';
import { sendNotifications } from './send-notifications.ts';

export const notifications = storeModule({
  routes: notificationRoutes,
  jobs: {
    plan_notifications: { run: planNotifications },
    send_notifications: { run: (ctx, { channelId }) => sendNotifications(ctx, channelId) },
    watch_problems: { run: watchProblems, schedule: '* * * * *' },
    check_store: { run: checkStore, schedule: '*/10 * * * *' },
  },
  purge: ({ database }) => notificationsRepository.purge(database.db),
});
