// Table of the rates that the operator enters, and what other queries read of it.
import { type SQL, sql } from 'drizzle-orm';
import { check, date, index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { longestCurrency } from '../../../contract/finance-rules.ts';
import { at } from '../../database/columns.ts';

/** A rate is valid from its day up to the next one of its currency. A deleted one stays, so that it can be restored. */
export const currencyRates = pgTable(
  'currency_rates',
  {
    id: uuid('id').primaryKey(),
    currency: text('currency').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** What one unit of the currency is worth in USD. */
    usd: numeric('usd', { precision: 18, scale: 8 }).notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('currency_rates_newest')
      .on(t.day.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('currency_rates_day').on(t.currency, t.day).where(sql`${t.deletedAt} is null`),
    check('currency_rates_currency', sql`${t.currency} <> 'USD' and char_length(${t.currency}) between 1 and 40`),
    check('currency_rates_usd', sql`${t.usd} > 0`),
  ],
);

/** A currency as rates name it. What names none is USD. */
export function plainCurrency(currency: SQL): SQL {
  return sql`coalesce(nullif(upper(btrim(left(btrim(${currency}), ${sql.raw(`${longestCurrency}`)}))), ''), 'USD')`;
}

/**
 * What one unit is worth in USD on a day; null without a rate. Both columns with the name of their table, the currency in plain
 * form.
 */
export function usdRate(currency: SQL, day: SQL): SQL {
  return sql`(case when ${currency} = 'USD' then 1 else (select r.usd from ${currencyRates} r
    where r.currency = ${currency} and r.day <= ${day} and r.deleted_at is null order by r.day desc limit 1) end)`;
}
