// Table of the pauses that buyers set on the sending of one order.
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../database/time-column.ts';
import { orders } from '../orders/orders.schema.ts';

/** One pause an email: a link is used once. No link of the order is sent while one has not ended. */
export const sendingPauses = pgTable(
  'sending_pauses',
  {
    /** The email whose link set the pause. Without a reference: emails are deleted earlier. */
    mailId: uuid('mail_id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    pausedAt: at('paused_at').notNull(),
    pausedUntil: at('paused_until').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('sending_pauses_order').on(t.orderId),
    index('sending_pauses_open').on(t.pausedUntil).where(sql`${t.endedAt} is null`),
  ],
);
