// Roll-ups of orders and links, kept by triggers.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import type { Category } from '../../../contract/category.ts';
import type { SourceList } from '../../../contract/source-lists.ts';
import { at } from '../../database/columns.ts';

/**
 * Totals of the orders by day in the zone `timeZones.orders`, so that no figure reads all orders. Triggers on orders
 * append changes without a lock; a job folds the rows of one kind into one. `rebuild_figures()` rebuilds them.
 */
export const orderDays = pgTable(
  'order_days',
  {
    /** The day of the order. */
    day: date('day').notNull(),
    /** The quarter of an hour, until the row is folded: the fold recomputes the day if the zone changed. */
    placedAt: at('placed_at'),
    category: text('category').$type<Category>().notNull(),
    status: text('status').notNull(),
    /** Visible orders, and how many of them were ever paid. */
    placed: integer('placed').notNull(),
    paid: integer('paid').notNull(),
  },
  (t) => [index('order_days_day').on(t.day)],
);

/**
 * One row: the zones of the order totals and of the visit totals. Both change when the totals are rebuilt.
 * orders_zone() and visits_zone() read them.
 */
export const timeZones = pgTable(
  'time_zones',
  { id: boolean('id').primaryKey().default(true), orders: text('orders').notNull(), visits: text('visits').notNull() },
  (t) => [check('time_zones_one_row', sql`${t.id}`)],
);

/** As orderDays, for money. Includes deleted orders. */
export const revenueDays = pgTable(
  'revenue_days',
  {
    /** By the day of the payment, also after a refund. */
    day: date('day').notNull(),
    /** As orderDays.placedAt. */
    paidAt: at('paid_at'),
    category: text('category').$type<Category>().notNull(),
    /** Orders with a payment that is not fully refunded. */
    payments: integer('payments').notNull(),
    /** Captured and confirmed payments less refunds; a chargeback removes the whole payment. */
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
  },
  (t) => [index('revenue_days_day').on(t.day)],
);

/**
 * As revenueDays, for what is kept: sales, refunds and costs, on the day of the payment. Costs are rows of their own, with the provider and in its currency.
 */
export const financeDays = pgTable(
  'finance_days',
  {
    day: date('day').notNull(),
    /** As orderDays.placedAt. */
    soldAt: at('sold_at'),
    category: text('category').$type<Category>().notNull(),
    /** Of the buyer's network; empty: unknown, or erased. */
    country: text('country').notNull(),
    /** Of a cost; else empty. */
    providerId: text('provider_id').notNull(),
    currency: text('currency').notNull(),
    paid: integer('paid').notNull().default(0),
    salesCents: bigint('sales_cents', { mode: 'number' }).notNull().default(0),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    /** Charged back, less what was refunded before. */
    disputedCents: bigint('disputed_cents', { mode: 'number' }).notNull().default(0),
    feeCents: bigint('fee_cents', { mode: 'number' }).notNull().default(0),
    /** Payments whose fee is known, and how many of these are estimates. */
    knownFees: integer('known_fees').notNull().default(0),
    estimatedFees: integer('estimated_fees').notNull().default(0),
    /** What the provider charged, and estimates of what it has not charged yet. */
    cost: numeric('cost', { precision: 24, scale: 6 }).notNull().default('0'),
    /** Sent links, and how many of these have an estimated, or no known cost. */
    sends: integer('sends').notNull().default(0),
    estimatedCosts: integer('estimated_costs').notNull().default(0),
    unknownCosts: integer('unknown_costs').notNull().default(0),
    /** True: of all groups of the day, without the appended rows. The groups are empty then. */
    isTotal: boolean('is_total').notNull().default(false),
  },
  (t) => [
    index('finance_days_day').on(t.day),
    index('finance_days_appended').on(t.day).where(sql`${t.soldAt} is not null`),
    index('finance_days_totals').on(t.day).where(sql`${t.isTotal}`),
  ],
);

/** As financeDays, sales by the countries of a tax report. `rebuild_tax_days()` rebuilds them. */
export const taxDays = pgTable(
  'tax_days',
  {
    day: date('day').notNull(),
    /** As orderDays.placedAt. */
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

/**
 * Orders and money by source, campaign, first page, country and device of the visit, as orderDays and revenueDays: one row for
 * each list that the order is in. `rebuild_source_days()` rebuilds them.
 */
export const sourceDays = pgTable(
  'source_days',
  {
    day: date('day').notNull(),
    /** As orderDays.placedAt: of the order or of the payment. */
    movedAt: at('moved_at'),
    list: text('list').$type<SourceList>().notNull(),
    name: text('name').notNull(),
    /** Visible orders by the day of the order; payments and money by the day of the payment. */
    placed: integer('placed').notNull(),
    payments: integer('payments').notNull(),
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
  },
  (t) => [index('source_days_list').on(t.list, t.day)],
);

/** The number of links placed at the provider, by their last status. As orderCounts. */
export const placedCounts = pgTable('placed_counts', {
  outcome: text('outcome').$type<'completed' | 'pending' | 'ended'>().notNull(),
  count: integer('count').notNull(),
});
