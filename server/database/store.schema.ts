// The identity of the database: the mode of its store.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** One row. A start in another mode refuses. */
export const storeMeta = pgTable(
  'store_meta',
  {
    id: boolean('id').primaryKey().default(true),
    mode: text('mode').notNull(),
    createdAt: at('created_at').notNull(),
    /** The time of a migration. A store without it cannot use this database; one that has it can. */
    oldestMigration: bigint('oldest_migration', { mode: 'number' }),
  },
  (t) => [check('store_meta_one_row', sql`${t.id}`), check('store_meta_mode', sql`${t.mode} in ('sandbox', 'live')`)],
);
