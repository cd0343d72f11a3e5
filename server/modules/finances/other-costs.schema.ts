// Table of the costs that the operator enters, and what other queries read of it.
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type OtherCostKind, otherCostKinds } from '../../../contract/finance-rules.ts';
import { at, sqlList } from '../../database/columns.ts';
import { usdRate } from './currency-rates.schema.ts';

/** Dated amounts beside those of gateways and providers. A deleted one stays, so that it can be restored. */
export const otherCosts = pgTable(
  'other_costs',
  {
    id: uuid('id').primaryKey(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<OtherCostKind>().notNull(),
    /** Of ads: where they were shown. */
    source: text('source'),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    note: text('note').notNull(),
    /** Hash of the line of the file: a second import of it changes nothing. Null: typed. */
    importKey: text('import_key'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('other_costs_newest')
      .on(t.day.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.deletedAt} is null`),
    uniqueIndex('other_costs_import').on(t.importKey).where(sql`${t.importKey} is not null`),
    check('other_costs_kind', sql`${t.kind} in (${sqlList(otherCostKinds)})`),
    check('other_costs_source', sql`(${t.kind} = 'ads') or (${t.source} is null)`),
    check('other_costs_amount', sql`${t.amountCents} between 1 and 100000000`),
    check('other_costs_texts', sql`char_length(${t.note}) <= 200 and char_length(${t.source}) <= 100`),
  ],
);

/** An other cost in USD cents, each rounded once; null without a rate. */
export const usdCents = sql`round(other_costs.amount_cents * ${usdRate(sql`other_costs.currency`, sql`other_costs.day`)})`;
