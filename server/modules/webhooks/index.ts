import { storeModule } from '../../store-module.ts';
import { sendWebhook } from './send-webhook.ts';
import * as webhookDeliveriesRepository from './webhook-deliveries.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_webhook: { deliveryId: string };
  }
}

export const webhooks = storeModule({
  routes: webhookRoutes,
  jobs: {
    send_webhook: { run: (ctx, { deliveryId }) => sendWebhook(ctx, deliveryId) },
  },
  purge: ({ database }) => webhookDeliveriesRepository.purge(database.db),
});
