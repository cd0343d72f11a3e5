import { storeModule } from '../../store-module.ts';
import { sendWebhook } from './send-webhook.ts';
import * as webhooksRepository from './webhooks.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';

export const webhooks = storeModule({
  routes: webhookRoutes,
  jobs: {
    send_webhook: { run: (ctx, { deliveryId }) => sendWebhook(ctx, deliveryId) },
  },
  purge: ({ database }) => webhooksRepository.purgeDeliveries(database.db),
});
