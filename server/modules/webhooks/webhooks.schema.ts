// Tables of webhook endpoints and deliveries.
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { type WebhookDeliveryState, type WebhookEvent, webhookDeliveryStates } from '../../../contract/api-access.ts';
import { at, sqlList } from '../../database/columns.ts';
import { admins } from '../auth/auth.schema.ts';
import { orders } from '../orders/orders.schema.ts';

/** An endpoint of another program that receives order events. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    /** Whose endpoint it is. Null: its admin was removed, or is unknown. */
    adminId: uuid('admin_id').references(() => admins.id, { onDelete: 'set null' }),
    url: text('url').notNull(),
    /** Signs the deliveries; encrypted. */
    secret: text('secret').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: at('created_at').notNull(),
    /** Null: never. */
    expiresAt: at('expires_at'),
    /** Time of the first failure since the last success; null after a success. */
    failingSince: at('failing_since'),
  },
  (t) => [
    index('webhook_endpoints_admin').on(t.adminId),
    index('webhook_endpoints_failing')
      .on(t.failingSince.desc().nullsFirst())
      .where(sql`${t.enabled} and ${t.failingSince} is not null`),
    index('webhook_endpoints_expiring').on(t.expiresAt).where(sql`${t.enabled} and ${t.expiresAt} is not null`),
  ],
);

/** One event for one endpoint; its ID is the webhook-id. Kept for 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    event: text('event').$type<WebhookEvent | 'test'>().notNull(),
    orderId: text('order_id').references(() => orders.id),
    /** The body of each attempt. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<WebhookDeliveryState>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at'),
    lastStatus: smallint('last_status'),
    lastError: text('last_error'),
    claimId: uuid('claim_id'),
    claimedAt: at('claimed_at'),
    createdAt: at('created_at').notNull(),
    deliveredAt: at('delivered_at'),
  },
  (t) => [
    index('webhook_deliveries_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_endpoint').on(t.endpointId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('webhook_deliveries_undelivered')
      .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.state} <> 'delivered'`),
    index('webhook_deliveries_order').on(t.orderId),
    index('webhook_deliveries_email').on(sql`lower(${t.payload} -> 'order' ->> 'customer_email')`),
    check('webhook_deliveries_state', sql`${t.state} in (${sqlList(webhookDeliveryStates)})`),
    check('webhook_deliveries_sending_is_claimed', sql`${t.state} <> 'sending' or ${t.claimId} is not null`),
    check('webhook_deliveries_delivered_has_time', sql`${t.state} <> 'delivered' or ${t.deliveredAt} is not null`),
  ],
);
