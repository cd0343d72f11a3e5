// Roll-ups of orders and links, kept by triggers.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PaymentLoss, RefusalKind } from '../../../contract/losses.ts';
import type { SourceList } from '../../../contract/source-lists.ts';
import type { VisitSource } from '../../../contract/visit-source.ts';
import { at } from '../../database/columns.ts';

/** Anyone can write a link with a new name: a read counts the newest totals, so that its work is bounded. */
export const mostTotalsRead = 50_000;

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
    /** `offerKey()` of what was ordered. */
    offer: text('category').notNull(),
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
    /** As orderDays.offer. */
    offer: text('category').notNull(),
    /** Orders with a payment that is not fully refunded. */
    payments: integer('payments').notNull(),
    /** Captured and confirmed payments less refunds; a chargeback removes the whole payment. */
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('USD'),
  },
  (t) => [index('revenue_days_day').on(t.day)],
);

/**
 * Orders and money by source, campaign, first page, country and device of the visit: one row for each day, list and name. The
 * fold of `sourceMoves` changes them, `rebuild_source_days()` rebuilds them.
 */
export const sourceDays = pgTable(
  'source_days',
  {
    day: date('day').notNull(),
    /** The version before reads it. */
    movedAt: at('moved_at'),
    list: text('list').$type<SourceList>().notNull(),
    name: text('name').notNull(),
    /** Visible orders by the day of the order; payments and money by the day of the payment. */
    placed: integer('placed').notNull(),
    payments: integer('payments').notNull(),
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull().default('USD'),
  },
  (t) => [index('source_days_list').on(t.list, t.day), index('source_days_name').on(t.list, t.name, t.day)],
);

/**
 * What changed of sourceDays and lostOrders since the last fold: a row of the order instead of one for each list, and no index,
 * because each placed order waits for it.
 */
export const sourceMoves = pgTable('source_moves', {
  /** The quarter of an hour of the order or of the payment. */
  movedAt: at('moved_at').notNull(),
  source: jsonb('source').$type<VisitSource>(),
  networkCountry: text('network_country'),
  deviceType: text('device_type'),
  /** Of a placed order without money. */
  reason: text('reason').$type<PaymentLoss>(),
  placed: integer('placed').notNull(),
  payments: integer('payments').notNull(),
  revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull(),
  currency: text('currency').notNull(),
});

/**
 * Placed orders that brought no money, as sourceDays: by the day of the order, and by the reason of `loss_reason()`.
 * `rebuild_source_days()` rebuilds them.
 */
export const lostOrders = pgTable(
  'lost_orders',
  {
    day: date('day').notNull(),
    /** As sourceDays.movedAt. */
    movedAt: at('moved_at'),
    source: text('source').notNull(),
    reason: text('reason').$type<PaymentLoss>().notNull(),
    orders: integer('orders').notNull(),
  },
  (t) => [
    index('lost_orders_day').on(t.day),
    index('lost_orders_source').on(t.source, t.day),
    index('lost_orders_appended').on(t.day).where(sql`${t.movedAt} is not null`),
  ],
);

/** Buyers whose order was refused and who placed none afterwards, by day. Without anything about them but the source. */
export const orderRefusals = pgTable(
  'order_refusals',
  {
    day: date('day').notNull(),
    /** Empty: of the names beyond those that are counted in a day. */
    source: text('source').notNull(),
    reason: text('reason').$type<RefusalKind>().notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.source, t.reason] })],
);

/** The number of links placed at the provider, by their last status. As orderCounts. */
export const placedCounts = pgTable('placed_counts', {
  outcome: text('outcome').$type<'completed' | 'pending' | 'ended'>().notNull(),
  count: integer('count').notNull(),
});
