// Table of the digests.
import { sql } from 'drizzle-orm';
import { check, date, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { type DigestPeriod, digestPeriods } from '../../../contract/digest-rules.ts';
import { at, sqlList } from '../../database/columns.ts';
import type { DigestFigures } from '../../ports/figures.ts';

/** One row a day or week, also of one that was not sent: later it is not sent either. */
export const digests = pgTable(
  'digests',
  {
    id: uuid('id').primaryKey(),
    period: text('period').$type<DigestPeriod>().notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    language: text('language').$type<AdminLanguage>().notNull(),
    /** As sent, so that a resend has the same figures; null: it was not sent. */
    figures: jsonb('figures').$type<DigestFigures>(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('digests_once').on(t.period, t.firstDay),
    check('digests_period', sql`${t.period} in (${sqlList(digestPeriods)})`),
  ],
);
