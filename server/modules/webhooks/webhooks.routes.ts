// Endpoints of webhooks.

import { nextPageLink } from '../../platform/cursor.ts';
import { readTimeCursor, writeTimeCursor } from '../../platform/time-cursor.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { ListedDelivery } from './webhook-deliveries.repository.ts';
import type { WebhookRow } from './webhook-endpoints.repository.ts';
import type { Webhooks } from './webhooks.service.ts';

type WebhookCall =
  | 'listWebhooks'
  | 'addWebhook'
  | 'changeWebhook'
  | 'removeWebhook'
  | 'disableOwnWebhooks'
  | 'testWebhook'
  | 'listWebhookDeliveries'
  | 'replayWebhookDelivery';

export function webhookRoutes(webhooks: Webhooks): Handlers<WebhookCall> {
  return {
    listWebhooks: async () => (await webhooks.list()).map(webhookOf),
    addWebhook: async ({ body }, call) => {
      const { row, secret } = await webhooks.add(body, adminOf(call));
      return { ...webhookOf(row), secret };
    },
    changeWebhook: async ({ params, body }, call) => {
      const { row, secret } = await webhooks.change(params.id, body, adminOf(call));
      return { ...webhookOf(row), secret };
    },
    removeWebhook: async ({ params }, call) => {
      await webhooks.remove(params.id, adminOf(call));
      return { success: true };
    },
    disableOwnWebhooks: async (_input, call) => (await webhooks.disableOwn(adminOf(call))).map(webhookOf),
    testWebhook: async ({ params }, call) => deliveryOf(await webhooks.tryOut(params.id, adminOf(call))),
    listWebhookDeliveries: async ({ query: { limit, cursor, ...filter } }, call) => {
      // Reads one extra row to detect a next page.
      const rows = await webhooks.deliveries(filter, { after: readTimeCursor(cursor), limit: limit + 1 });
      const last = rows[limit - 1];
      if (rows.length > limit && last) {
        call.answerHeader(
          'link',
          nextPageLink('/api/admin/webhook-deliveries', { ...filter, limit }, writeTimeCursor(last)),
        );
      }
      return rows.slice(0, limit).map(deliveryOf);
    },
    replayWebhookDelivery: async ({ params }, call) => deliveryOf(await webhooks.replay(params.id, adminOf(call))),
  };
}

export function webhookOf(webhook: WebhookRow & { createdBy: string | null }) {
  const { id, url, events, enabled, live, createdAt, createdBy, expiresAt, failingSince } = webhook;
  return {
    id,
    url,
    events,
    enabled,
    live,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    expires_at: expiresAt?.toISOString() ?? null,
    failing_since: failingSince?.toISOString() ?? null,
  };
}

function deliveryOf({ id, url, event, state, attempts, ...row }: ListedDelivery) {
  return {
    id,
    url,
    event,
    state,
    attempts,
    webhook_id: row.endpointId,
    order_id: row.orderId,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    last_status: row.lastStatus,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}
