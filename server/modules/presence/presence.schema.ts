// Tables of online visitors.
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** A page that was open within the last day, with the time of its last heartbeat. */
export const presence = pgTable(
  'presence',
  {
    id: text('id').primaryKey(),
    visitorKey: text('visitor_key').notNull(),
    /** Truncated to its network, unless the operator stores full addresses. */
    ipAddress: text('ip_address').notNull(),
    country: text('country').notNull(),
    page: text('page').notNull(),
    userAgent: text('user_agent').notNull(),
    startedAt: at('started_at').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  (t) => [index('presence_seen').on(t.seenAt.desc().nullsFirst(), t.visitorKey)],
);

/** Distinct visitors of the current day. */
export const presenceVisitors = pgTable(
  'presence_visitors',
  { day: date('day').notNull(), visitorKey: text('visitor_key').notNull() },
  (t) => [primaryKey({ columns: [t.day, t.visitorKey] })],
);

/** Number of visitors per day. */
export const presenceDays = pgTable('presence_days', {
  day: date('day').primaryKey(),
  visitors: integer('visitors').notNull(),
});
