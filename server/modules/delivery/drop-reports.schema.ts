// Table of the drops that buyers report.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { type DropState, dropStates } from '../../../contract/guarantee.ts';
import { sqlList } from '../../database/sql-list.ts';
import { at } from '../../database/time-column.ts';
import { orders } from '../orders/orders.schema.ts';

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
