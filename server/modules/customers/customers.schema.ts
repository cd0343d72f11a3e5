// Tables of customers: totals, kept from orders by triggers and a job, and what admins add.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { longestNote, mostTags } from '../../../contract/list-limits.ts';
import { at } from '../../database/columns.ts';

/** Who ordered, by the email in lower case. As of the last fold of customerChanges. */
export const customers = pgTable(
  'customers',
  {
    emailKey: text('email_key').primaryKey(),
    /** The spelling in the newest order. */
    email: text('email').notNull(),
    username: text('username').notNull(),
    /** Number of visible orders. */
    orders: integer('orders').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('USD'),
    lastOrderAt: at('last_order_at').notNull(),
  },
  (t) => [
    index('customers_spent')
      .on(t.spentCents.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_orders')
      .on(t.orders.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_recent')
      .on(t.lastOrderAt.desc().nullsFirst(), t.emailKey.desc().nullsFirst())
      .where(sql`${t.orders} > 0`),
    index('customers_search').using('gin', sql`${t.emailKey} gin_trgm_ops`),
  ],
);

/** Changes that triggers on orders append; a fold applies them to customers. */
export const customerChanges = pgTable('customer_changes', {
  emailKey: text('email_key').notNull(),
  email: text('email').notNull(),
  username: text('username').notNull(),
  orders: integer('orders').notNull(),
  spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull().default('USD'),
  lastOrderAt: at('last_order_at').notNull(),
});

/** One row: the number of customers with a visible order. */
export const customerTotal = pgTable(
  'customer_total',
  { id: boolean('id').primaryKey().default(true), customers: integer('customers').notNull() },
  (t) => [check('customer_total_one_row', sql`${t.id}`)],
);

/** Notes of admins about a customer; never shown to the customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid('id').primaryKey(),
    emailKey: text('email_key').notNull(),
    note: text('note').notNull(),
    /** The admin's email. */
    writtenBy: text('written_by').notNull(),
    writtenAt: at('written_at').notNull(),
  },
  (t) => [
    index('customer_notes_email').on(t.emailKey, t.writtenAt),
    check('customer_notes_length', sql`char_length(${t.note}) between 1 and ${sql.raw(String(longestNote))}`),
  ],
);

/** Apart from customers, whose rows are rebuilt from orders. */
export const customerTags = pgTable(
  'customer_tags',
  { emailKey: text('email_key').primaryKey(), tags: text('tags').array().notNull() },
  (t) => [check('customer_tags_count', sql`cardinality(${t.tags}) between 1 and ${sql.raw(String(mostTags))}`)],
);
