import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database.ts';
import { expiringAccess, noticeTime } from '../../database/message-sql.ts';
import type { ActionItemQueries, Person } from '../../ports/module-parts.ts';
import { parseOrigin } from '../../safe-fetch/secret-origin.ts';
import type { StoreModule } from '../../store-module.ts';
import { sendWebhook } from './send-webhook.ts';
import * as webhooksRepository from './webhooks.repository.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { webhookDeliveries, webhookEndpoints } from './webhooks.schema.ts';

const webhooksPrivacy = {
  export: async (tx: Tx, { email, orderIds }: Person) => {
    const { event, createdAt, deliveredAt, payload, endpointId } = webhookDeliveries;
    const sent = await tx
      .select({ event, createdAt, deliveredAt, payload, url: webhookEndpoints.url })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
      .where(isDeliveryOf(email, orderIds))
      .orderBy(desc(createdAt));
    return {
      webhook_deliveries: sent.map(({ event, createdAt, deliveredAt, url, payload }) => ({
        event,
        // The path may contain a secret of the owner.
        sent_to: parseOrigin(url) ?? '',
        created_at: createdAt.toISOString(),
        delivered_at: deliveredAt?.toISOString() ?? null,
        said: payload,
      })),
    };
  },

  erase: async (tx, { email, orderIds }, pseudonymOf) => {
    const { payload } = webhookDeliveries;
    if (email === null) {
      await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.orderId, orderIds));
      return {};
    }
    const pseudonym = pseudonymOf(sql`${email}`);
    const erased = sql`jsonb_build_object('customer_email', ${pseudonym}::text, 'customer_username', 'customer',
      'post_links', '[]'::jsonb)`;
    // Covers the sent and the pending webhooks, and the responses of their receivers.
    await tx
      .update(webhookDeliveries)
      .set({ payload: sql`jsonb_set(${payload}, '{order}', ${payload} -> 'order' || ${erased})`, lastError: null })
      .where(isDeliveryOf(email, orderIds));
    return {};
  },
} satisfies StoreModule['privacy'];

/** Deliveries about these orders, or with this email in the payload, which may be a former email of an order. */
function isDeliveryOf(email: string, orderIds: string[]): SQL | undefined {
  const payloadEmail = sql`lower(${webhookDeliveries.payload} -> 'order' ->> 'customer_email')`;
  return or(inArray(webhookDeliveries.orderId, orderIds), eq(payloadEmail, sql`lower(${email})`));
}

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
