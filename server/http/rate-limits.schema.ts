// Table of the rate limits that processes share.
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../database/columns.ts';

/** The counts of all processes for one caller and limit. Unlogged: a crash of the database empties it. */
export const limitWindows = pgTable(
  'limit_windows',
  {
    name: text('name').notNull(),
    /** Keyed hash of the caller's address. */
    key: text('key').notNull(),
    count: integer('count').notNull(),
    /** Keyed hashes of the distinct values, for limits that count those. */
    seen: text('seen').array().notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.key] }), index('limit_windows_end').on(t.endsAt)],
);
