// Composes the webhooks that report order events to other programs.

import { createSendWebhook } from '../modules/webhooks/send-webhook.ts';
import { createWebhooks } from '../modules/webhooks/webhooks.service.ts';
import { resolveByDns } from '../safe-fetch/addresses.ts';
import type { Core } from './core.ts';
import { urlProblemOf } from './external-services.ts';

export type WebhookServices = ReturnType<typeof wireWebhooks>;

export function wireWebhooks({ ports, config, sealer, webhookStores }: Core) {
  return {
    webhooks: createWebhooks({ ...ports, ...webhookStores, sealer, urlProblem: urlProblemOf(config, 'endpoint') }),
    sendWebhook: createSendWebhook({
      ...ports,
      ...webhookStores,
      sealer,
      resolve: resolveByDns,
      allowLoopback: config.mode === 'sandbox',
    }),
    purgeDeliveries: webhookStores.deliveries.purge,
  };
}
