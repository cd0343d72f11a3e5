// Endpoints of webhooks.
import { readTimeCursor, toPage, writeTimeCursor } from '../../platform/cursor.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { ListedDelivery } from './webhooks.repository.ts';
import * as webhooksRepository from './webhooks.repository.ts';
import {
  addWebhook,
  changeWebhook,
  disableOwnWebhooks,
  removeWebhook,
  replayDelivery,
  testWebhook,
  toWebhook,
} from './webhooks.service.ts';

export const webhookRoutes = routes({
  listWebhooks: async (ctx) => (await webhooksRepository.listEndpoints(ctx.database.db)).map(toWebhook),

  addWebhook: async (ctx, { body }, call) => {
    const { row, secret } = await addWebhook(ctx, body, getAdmin(call));
    return { ...toWebhook(row), secret };
  },

  changeWebhook: async (ctx, { params, body }, call) => {
    const { row, secret } = await changeWebhook(ctx, params.id, body, getAdmin(call));
    return { ...toWebhook(row), secret };
  },

  removeWebhook: async (ctx, { params }, call) => {
    await removeWebhook(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  disableOwnWebhooks: async (ctx, _input, call) => (await disableOwnWebhooks(ctx, getAdmin(call))).map(toWebhook),

  testWebhook: async (ctx, { params }, call) => toDelivery(await testWebhook(ctx, params.id, getAdmin(call))),

  listWebhookDeliveries: async (ctx, { query: { limit, cursor, ...filter } }, call) => {
    const range = { after: readTimeCursor(cursor), limit: limit + 1 };
    const rows = await webhooksRepository.listDeliveries(ctx.database.db, filter, range);
    const page = { path: '/api/admin/webhook-deliveries', query: { ...filter, limit }, toCursor: writeTimeCursor };
    return toPage(call, rows, page).map(toDelivery);
  },

  replayWebhookDelivery: async (ctx, { params }, call) =>
    toDelivery(await replayDelivery(ctx, params.id, getAdmin(call))),
});

function toDelivery({ id, url, event, state, attempts, ...row }: ListedDelivery) {
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
