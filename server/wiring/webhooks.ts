// What tells other programs what became of orders.
import { resolveByDns } from '../outside/addresses.ts';
import { createSendWebhook } from '../webhooks/send-webhook.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import type { Foundation } from './foundation.ts';
import { urlProblemOf } from './outside.ts';

export type WebhookParts = ReturnType<typeof wireWebhooks>;

export function wireWebhooks({ ports, config, sealer, webhookStores }: Foundation) {
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
