// The table of requests about sent links: refills and cancels.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type DeliveryRequestKind,
  type DeliveryRequestState,
  deliveryRequestKinds,
  deliveryRequestStates,
  failedRequestStates,
  openRequestStates,
} from '../../../contract/dispatch-status.ts';
import { type DropState, dropStates } from '../../../contract/guarantee.ts';
import type { AnyMessage } from '../../../contract/store-messages.ts';
import { at, sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';

/** Requests of admins about sent links (refill, cancel) with their results. Never erased. */
export const deliveryRequests = pgTable(
  'delivery_requests',
  {
    id: uuid('id').primaryKey(),
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    kind: text('kind').$type<DeliveryRequestKind>().notNull(),
    state: text('state').$type<DeliveryRequestState>().notNull(),
    /** The provider's ID of a refill; a cancel has none. */
    providerRefillId: text('provider_refill_id'),
    /** The provider's last text about the request. */
    words: text('words'),
    wordsCoded: jsonb('words_coded').$type<AnyMessage>(),
    /** Of a cancellation: the undelivered rest goes to another provider once the end is confirmed. */
    movesRest: boolean('moves_rest').notNull().default(false),
    requestedBy: text('requested_by').notNull(),
    requestedAt: at('requested_at').notNull(),
    checkedAt: at('checked_at'),
    endedAt: at('ended_at'),
  },
  (t) => [
    foreignKey({ columns: [t.orderId], foreignColumns: [orders.id] }),
    index('delivery_requests_of_link').on(t.orderId, t.position, t.requestedAt),
    uniqueIndex('delivery_requests_one_open')
      .on(t.orderId, t.position, t.kind)
      .where(sql`${t.state} in (${sqlList(openRequestStates)})`),
    index('delivery_requests_open')
      .on(t.kind, t.checkedAt)
      .where(sql`${t.state} in (${sqlList(openRequestStates)})`),
    index('delivery_requests_in_vain')
      .on(t.requestedAt.desc().nullsFirst())
      .where(sql`${t.kind} = 'refill' and ${t.state} in (${sqlList(failedRequestStates)})`),
    check('delivery_requests_kind', sql`${t.kind} in (${sqlList(deliveryRequestKinds)})`),
    check('delivery_requests_state', sql`${t.state} in (${sqlList(deliveryRequestStates)})`),
    check('delivery_requests_end', sql`(${t.endedAt} is null) = (${t.state} in (${sqlList(openRequestStates)}))`),
  ],
);

/** A buyer's report that a delivered post lost units. The refill is a row of `delivery_requests`. */
export const dropReports = pgTable(
  'drop_reports',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** Counts the reports of the order, from 1. */
    number: smallint('number').notNull(),
    position: smallint('position').notNull(),
    state: text('state').$type<DropState>().notNull(),
    /** Why an admin dismissed it; the buyer reads it. */
    reason: text('reason'),
    reportedAt: at('reported_at').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.number] }),
    index('drop_reports_open').on(t.reportedAt.desc().nullsFirst()).where(sql`${t.state} = 'reported'`),
    check('drop_reports_position', sql`${t.position} between 0 and 4`),
    check('drop_reports_state', sql`${t.state} in (${sqlList(dropStates)})`),
  ],
);
