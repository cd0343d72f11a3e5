// Composes the webhooks that report order events to other programs.

import * as accountsRepository from '../modules/auth/accounts.repository.ts';
import { createSendWebhook } from '../modules/webhooks/send-webhook.ts';
import { createWebhooks } from '../modules/webhooks/webhooks.service.ts';
import { resolveByDns } from '../safe-fetch/addresses.ts';
import type { Core } from './core.ts';
import { urlProblemOf } from './external-services.ts';

export type WebhookServices = ReturnType<typeof wireWebhooks>;

export function wireWebhooks(core: Core) {
  const { config, database, audit, clock, ids, jobs, log, sealer } = core;
  return {
    webhooks: createWebhooks({
      database,
      sealer,
      jobs,
      audit,
      ids,
      clock,
      keepOwner: accountsRepository.keepOwner,
      urlProblem: urlProblemOf(config, 'endpoint'),
    }),
    sendWebhook: createSendWebhook({
      database,
      jobs,
      sealer,
      ids,
      clock,
      log,
      resolve: resolveByDns,
      allowLoopback: config.mode === 'sandbox',
    }),
  };
}
