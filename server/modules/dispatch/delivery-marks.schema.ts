// Tables of how links and orders were delivered over time. Without foreign keys to `orders` where each change of a link
// writes a row: the check would lock the order.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { at, sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';

/** status: the provider reported another status or count. refused: it refused the link. refilled: a refill was done. */
export const markKinds = ['status', 'refused', 'refilled'] as const;
export type MarkKind = (typeof markKinds)[number];

/** Of links, from the send: seconds to the first units and to completion, and speed. Then counts, in bucket 0. */
export const speedMeasures = ['first_progress', 'completed', 'units_per_hour', 'short', 'refused', 'refilled'] as const;
export type SpeedMeasure = (typeof speedMeasures)[number];

/** Of orders, in seconds from the payment: to the first units, and to the last. */
export const deliveryTimeMeasures = ['began', 'completed'] as const;
export type DeliveryTimeMeasure = (typeof deliveryTimeMeasures)[number];

/** A new count alone is a mark in another quarter of the quantity, or so long after the mark before. */
export const markShares = 4;
export const markInterval = sql.raw("interval '10 minutes'");

/** Changes of a link. After its end only the marks of other statuses and of each quarter stay. */
export const deliveryMarks = pgTable(
  'delivery_marks',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    orderId: text('order_id').notNull(),
    position: smallint('position').notNull(),
    kind: text('kind').$type<MarkKind>().notNull(),
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    quantity: integer('quantity').notNull(),
    /** Null for a refusal. */
    providerOrderId: text('provider_order_id'),
    sentAt: at('sent_at').notNull(),
    markedAt: at('marked_at').notNull(),
    liveStatus: text('live_status'),
    remains: integer('remains'),
    /** The first report of delivered units. */
    begins: boolean('begins').notNull().default(false),
    /** The first end. One after a refill does not count. */
    ends: boolean('ends').notNull().default(false),
    /** Of the first end, in the provider's currency. */
    charge: numeric('charge', { precision: 18, scale: 6 }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position, t.id] }),
    check('delivery_marks_kind', sql`${t.kind} in (${sqlList(markKinds)})`),
  ],
);

/** Histograms of the marks, by the day (UTC) of the send. Buckets as in contract/measured-speed.ts. */
export const serviceSpeedDays = pgTable(
  'service_speed_days',
  {
    day: date('day').notNull(),
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    /** Of the link's quantity: up to 1,000, 5,000, 20,000, more. */
    band: smallint('band').notNull(),
    measure: text('measure').$type<SpeedMeasure>().notNull(),
    bucket: smallint('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.providerId, t.serviceId, t.band, t.measure, t.bucket] }),
    check('service_speed_days_band', sql`${t.band} between 0 and 3`),
    check('service_speed_days_measure', sql`${t.measure} in (${sqlList(speedMeasures)})`),
  ],
);

/** What the ended links with a known charge cost and delivered, by the day (UTC) of the send. From the marks, too. */
export const serviceCostDays = pgTable(
  'service_cost_days',
  {
    day: date('day').notNull(),
    providerId: text('provider_id').notNull(),
    serviceId: text('service_id').notNull(),
    band: smallint('band').notNull(),
    /** In the provider's currency. */
    charge: numeric('charge', { precision: 24, scale: 6 }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.providerId, t.serviceId, t.band] }),
    check('service_cost_days_band', sql`${t.band} between 0 and 3`),
  ],
);

/** One row an order, from the first link that a provider accepted. */
export const deliveryTimes = pgTable(
  'delivery_times',
  {
    orderId: text('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** `offerKey()` of its offer. */
    offer: text('category').notNull(),
    paidAt: at('paid_at').notNull(),
    beganAt: at('began_at'),
    /** When the last of its links was completed. */
    completedAt: at('completed_at'),
  },
  (t) => [index('delivery_times_incomplete').on(t.paidAt).where(sql`${t.completedAt} is null`)],
);

/** Histograms of `delivery_times`, by the day (UTC) of the payment. */
export const deliveryTimeDays = pgTable(
  'delivery_time_days',
  {
    day: date('day').notNull(),
    /** As deliveryTimes.offer. */
    offer: text('category').notNull(),
    measure: text('measure').$type<DeliveryTimeMeasure>().notNull(),
    bucket: smallint('bucket').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.offer, t.measure, t.bucket] }),
    check('delivery_time_days_measure', sql`${t.measure} in (${sqlList(deliveryTimeMeasures)})`),
  ],
);
