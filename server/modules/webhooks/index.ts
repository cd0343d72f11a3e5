import type { StoreModule } from '../../store-module.ts';
import { sendWebhook } from './send-webhook.ts';
import { webhooksActionItems } from './webhooks.action-items.ts';
import { webhooksPrivacy } from './webhooks.privacy.ts';
import * as webhooksRepository from './webhooks.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_webhook: { deliveryId: string };
  }
}

export const webhooks = {
  routes: webhookRoutes,
  jobs: {
    send_webhook: { run: (ctx, { deliveryId }) => sendWebhook(ctx, deliveryId) },
  },
  purge: ({ database }) => webhooksRepository.purgeDeliveries(database.db),
  actionItems: webhooksActionItems,
  privacy: webhooksPrivacy,
} satisfies StoreModule;
