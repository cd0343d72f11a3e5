import { sql } from 'drizzle-orm';
import { expiringAccess, noticeTime } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { sendWebhook } from './send-webhook.ts';
import { webhooksPrivacy } from './webhooks.privacy.ts';
import * as webhooksRepository from './webhooks.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { webhookEndpoints } from './webhooks.schema.ts';

const webhooksActionItems = {
  // Endpoints without a successful delivery for a day.
  webhook_failing: (now) => sql`
    select e.id::text || ' ' || to_char(e.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, e.failing_since as at, to_jsonb(e.url) as words
    from ${webhookEndpoints} e where e.enabled and e.failing_since <= ${now} - interval '1 day'
      and coalesce(e.expires_at > ${now}, true)`,

  // Also expired ones: the events of orders are missed in silence.
  webhook_expiring: (now) => sql`
    select ${expiringAccess(sql`e`, sql`e.url`, now)} from ${webhookEndpoints} e
    where e.enabled and e.expires_at <= ${now} + ${noticeTime}`,
} satisfies ActionItemQueries;

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
