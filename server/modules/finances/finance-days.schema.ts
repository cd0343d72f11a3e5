// Roll-ups of what is kept, kept by triggers.
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../../database/columns.ts';

const measures = {
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
};

/**
 * As revenueDays of Analytics, for what is kept: sales, refunds and costs, on the day of the payment. Costs are rows of their
 * own, with the provider and in its currency.
 */
export const financeDays = pgTable(
  'finance_days',
  {
    day: date('day').notNull(),
    /** The quarter of an hour, until the row is folded: the fold recomputes the day if the zone changed. */
    soldAt: at('sold_at'),
    /** As orderDays.offer. */
    offer: text('category').notNull(),
    /** Of the buyer's network; empty: unknown, or erased. */
    country: text('country').notNull(),
    /** Of a cost; else empty. */
    providerId: text('provider_id').notNull(),
    currency: text('currency').notNull(),
    ...measures,
    /** True: of all groups of the day, without the appended rows. The groups are empty then. */
    isTotal: boolean('is_total').notNull().default(false),
  },
  (t) => [
    index('finance_days_day').on(t.day),
    index('finance_days_appended').on(t.day).where(sql`${t.soldAt} is not null`),
    index('finance_days_totals').on(t.day).where(sql`${t.isTotal}`),
  ],
);

/**
 * As financeDays, by the source of the order (D-94). Each change appends two rows: to the total of the source, and to its
 * campaign.
 */
export const financeSources = pgTable(
  'finance_sources',
  {
    day: date('day').notNull(),
    /** As financeDays.soldAt. */
    soldAt: at('sold_at'),
    source: text('source').notNull(),
    /** Null: of all campaigns of the source. Empty: without a campaign. */
    campaign: text('campaign'),
    currency: text('currency').notNull(),
    ...measures,
  },
  (t) => [
    index('finance_sources_source').on(t.source, t.day).where(sql`${t.campaign} is null`),
    index('finance_sources_totals').on(t.day).where(sql`${t.campaign} is null`),
    index('finance_sources_day').on(t.day, t.source),
    index('finance_sources_appended').on(t.day).where(sql`${t.soldAt} is not null`),
  ],
);
