// Table of the tax rates that the operator enters.
import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** A rate is valid until the next one of its country begins. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid('id').primaryKey(),
    /** Two letters of ISO 3166. */
    countryCode: text('country_code').notNull(),
    /** Of a percent. */
    hundredths: integer('hundredths').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('tax_rates_once').on(t.countryCode, t.validFrom),
    check('tax_rates_country', sql`${t.countryCode} ~ '^[A-Z]{2}$'`),
    check('tax_rates_percent', sql`${t.hundredths} between 0 and 10000`),
  ],
);
