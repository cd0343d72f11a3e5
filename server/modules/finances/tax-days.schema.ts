// Roll-up of sales by the countries of a tax report, kept by triggers.
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

/** As financeDays. `rebuild_tax_days()` rebuilds it. */
export const taxDays = pgTable(
  'tax_days',
  {
    day: date('day').notNull(),
    /** As financeDays.soldAt. */
    soldAt: at('sold_at'),
    /** The name of the country of the buyer's network; empty: unknown, or erased. */
    country: text('country').notNull(),
    /** Two letters; empty: the gateway returned none, or erased. */
    cardCountry: text('card_country').notNull(),
    currency: text('currency').notNull(),
    paid: integer('paid').notNull(),
    salesCents: bigint('sales_cents', { mode: 'number' }).notNull(),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull(),
    disputedCents: bigint('disputed_cents', { mode: 'number' }).notNull(),
  },
  (t) => [index('tax_days_day').on(t.day), index('tax_days_appended').on(t.day).where(sql`${t.soldAt} is not null`)],
);
