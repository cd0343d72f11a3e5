// Table of dismissed action items.
import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** Dismissed action items. The subject identifies the item within its kind. */
export const dismissedItems = pgTable(
  'attention_aside',
  {
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    note: text('note').notNull(),
    /** The admin's email. */
    setBy: text('set_by').notNull(),
    setAt: at('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    check('attention_aside_note', sql`char_length(${t.note}) between 1 and 500`),
  ],
);
