// Calls about webhook endpoints and their deliveries (Standard Webhooks).
import { z } from 'zod';
import { accessLifeDays, longestWebhookUrl, webhookDeliveryStates, webhookEvents } from './api-access.ts';
import { expiresInDays } from './api-keys.ts';
import { endpoint } from './endpoint.ts';
import { order } from './orders.ts';
import { byUuid, pageQuery, success } from './shared-schemas.ts';

const events = z.array(z.enum(webhookEvents)).min(1);
const url = z.string().trim().min(1).max(longestWebhookUrl);

/** Times in ISO 8601 UTC. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events,
  enabled: z.boolean(),
  /** Enabled and not expired. Another webhook gets no events. */
  live: z.boolean(),
  created_at: z.string(),
  /** Null: never. */
  expires_at: z.string().nullable(),
  /** The admin's email; null where that admin was removed. */
  created_by: z.string().nullable(),
  /** Start of the current failures; null while deliveries succeed. */
  failing_since: z.string().nullable(),
});

const delivery = z.object({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  /** order.paid, order.completed, order.refunded, test */
  event: z.string(),
  /** Null for a test. */
  order_id: z.string().nullable(),
  /** waiting: for its first attempt or a retry. failed: no further retries. */
  state: z.enum(webhookDeliveryStates),
  attempts: z.number(),
  next_attempt_at: z.string().nullable(),
  /** The HTTP status of the last response; null without one. */
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
});

/** The body of a webhook request: the order as it was at that moment. */
export const webhookEvent = z.object({
  /** Equals the header `webhook-id`. */
  id: z.string(),
  event: z.enum([...webhookEvents, 'test']),
  created_at: z.string(),
  /** Null for a test. */
  order: order.nullable(),
});

/** Oldest first. */
export const listWebhooks = endpoint('GET /api/admin/webhooks', {
  role: 'owner',
  summary: 'Lists the webhook endpoints.',
  output: z.array(webhook),
});

/**
 * Only this response contains `secret`. The URL must be public and https, except the local machine of a sandbox store.
 */
export const addWebhook = endpoint('POST /api/admin/webhooks', {
  role: 'owner',
  stepUp: true,
  summary: 'Adds a webhook endpoint.',
  input: { body: z.object({ url, events, expiresInDays: expiresInDays.default(accessLifeDays.first) }) },
  output: webhook.extend({ secret: z.string() }),
  errors: ['invalid_input', 'conflict'],
});

/**
 * Updates the given fields. `newSecret` rotates the signing secret; only this response contains it. A URL of another origin
 * (scheme, host, port) needs it: 400 `invalid_input`, field `newSecret`.
 */
export const changeWebhook = endpoint('PATCH /api/admin/webhooks/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Changes a webhook endpoint.',
  input: {
    params: byUuid,
    body: z.object({
      url: url.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
      expiresInDays: expiresInDays.optional(),
      newSecret: z.boolean().default(false),
    }),
  },
  output: webhook.extend({ secret: z.string().nullable() }),
  errors: ['invalid_input', 'not_found'],
});

/** Also deletes its deliveries, sent and pending. */
export const removeWebhook = endpoint('DELETE /api/admin/webhooks/{id}', {
  role: 'owner',
  stepUp: true,
  summary: 'Removes a webhook endpoint.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** Switches off the enabled webhooks of the signed-in admin. Returns them. */
export const disableOwnWebhooks = endpoint('DELETE /api/admin/webhooks', {
  role: 'viewer',
  stepUp: true,
  summary: 'Switches off all webhook endpoints of the signed-in admin.',
  output: z.array(webhook),
});

/** Sends a `test` event without an order. Throws `conflict` for a disabled or expired endpoint. */
export const testWebhook = endpoint('POST /api/admin/webhooks/{id}/test', {
  role: 'owner',
  stepUp: { neverBecause: 'the address was saved after a proof, and the event holds no order' },
  summary: 'Sends a test event to a webhook endpoint.',
  input: { params: byUuid },
  output: delivery,
  errors: ['not_found', 'conflict'],
});

/** Newest first, a bare array; the next page in Link. Kept for 30 days. */
export const listWebhookDeliveries = endpoint('GET /api/admin/webhook-deliveries', {
  role: 'owner',
  summary: 'Lists the deliveries to webhook endpoints, by pages.',
  input: {
    query: pageQuery.extend({
      /** Only deliveries of this endpoint. */
      webhook: z.uuid().optional(),
      only: z.enum(['undelivered']).optional(),
    }),
  },
  output: z.array(delivery),
  errors: ['invalid_input'],
});

/**
 * Sends it again with the same `webhook-id`, whatever its state. Throws `conflict` while it is being sent, and for a
 * disabled or expired endpoint.
 */
export const replayWebhookDelivery = endpoint('POST /api/admin/webhook-deliveries/{id}/replay', {
  role: 'owner',
  stepUp: { neverBecause: 'the address was saved after a proof' },
  summary: 'Redelivers an event to a webhook endpoint.',
  input: { params: byUuid },
  output: delivery,
  errors: ['not_found', 'conflict'],
});
