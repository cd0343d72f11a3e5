// How fast orders of each offer were delivered in the last 30 days, for the public pages.
import { sql } from 'drizzle-orm';
import { categories } from '../../../contract/category.ts';
import {
  bucketEnd,
  leastMeasuredOrders,
  type MeasuredSpeed,
  type MeasuredSpeeds,
} from '../../../contract/measured-speed.ts';
import { openStatuses } from '../../../contract/order-status.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import { sqlList } from '../../database/columns.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { createCached } from '../../platform/caches.ts';
import { quantileBucket, sumCounts, type Times } from '../../platform/censored-quantile.ts';
import type { Clock } from '../../platform/clock.ts';
import { type DeliveryTimeMeasure, deliveryTimeDays, deliveryTimes } from '../dispatch/delivery-marks.schema.ts';
import { orders } from '../orders/orders.schema.ts';

const days = 30;
const freshMs = 10 * 60_000;
const none: MeasuredSpeeds = {};

/** The same object until the figures are read again. Without `measured_speed` the operator hides them. */
export type ReadMeasuredSpeeds = (profile: Pick<StoreProfile, 'measured_speed'>) => Promise<MeasuredSpeeds>;

/**
 * Figures that are about ten minutes old at most while pages are read. Only the first call waits for the database: a page
 * costs no query.
 */
export function createMeasuredSpeeds(deps: {
  countTimes: (days: number) => Promise<TimeCount[]>;
  clock: Clock;
}): ReadMeasuredSpeeds {
  const { countTimes, clock } = deps;
  const kept = createCached(async () => computeSpeeds(await countTimes(days)), clock, freshMs);
  // Without the database, a page has no figures.
  return async ({ measured_speed }) => (measured_speed ? await kept.get().catch(() => none) : none);
}

/** Offers with too few orders, or with too many that are not over, are absent. */
export function computeSpeeds(counts: readonly TimeCount[]): MeasuredSpeeds {
  return Object.fromEntries(
    [...new Set([...categories, ...counts.map(({ offer }) => offer).sort()])].flatMap((offer) => {
      const speed = computeSpeed(counts.filter((each) => each.offer === offer));
      return speed ? [[offer, speed]] : [];
    }),
  );
}

function computeSpeed(counts: readonly TimeCount[]): MeasuredSpeed | null {
  const collectTimes = (measure: DeliveryTimeMeasure): Times => {
    const found = counts.filter((each) => each.measure === measure);
    const byBucket = (state: TimeCount['state']) =>
      new Map(found.filter((each) => each.state === state).map(({ bucket, count }) => [bucket, count]));
    const closed = found.filter(({ state }) => state === 'closed');
    return {
      events: byBucket('reached'),
      censored: byBucket('open'),
      endless: closed.reduce((sum, { count }) => sum + count, 0),
    };
  };
  const completed = collectTimes('completed');
  const orders = sumCounts(completed);
  const beganWithin = quantileBucket(collectTimes('began'), 0.5);
  const completedWithin = quantileBucket(completed, 0.9);
  if (orders < leastMeasuredOrders || beganWithin === null || completedWithin === null) return null;
  return {
    orders,
    began_seconds: Math.ceil(bucketEnd(beganWithin)),
    completed_seconds: Math.ceil(bucketEnd(completedWithin)),
  };
}

/** open: it may still come. closed: the order ended without it. */
export type TimeCount = {
  /** Its `offerKey()`. */
  offer: string;
  measure: DeliveryTimeMeasure;
  state: 'reached' | 'open' | 'closed';
  /** Of the time, or of the time until now. */
  bucket: number;
  count: number;
};

/**
 * The orders that were paid in these days. A test order and an order that was refunded before anything was sent
 * do not count. The work grows with the orders in delivery, not with all orders.
 */
export async function countTimes(db: Queryable, days: number): Promise<TimeCount[]> {
  const since = sql`(${dbNow(db)} - ${days} * interval '1 day')`;
  const age = (paidAt: ReturnType<typeof sql>) =>
    sql`speed_bucket(extract(epoch from ${dbNow(db)} - ${paidAt})::double precision)`;
  const offer = sql`offer_key(o.category, o.offer)`;
  const { rows } = await db.execute<TimeCount>(sql`
    with incomplete as (
      select ${offer} as offer, t.began_at is not null as has_begun, ${age(sql`t.paid_at`)} as bucket,
        case when o.deleted_at is null and o.payment_status = 'paid' and o.status in (${sqlList(openStatuses)})
          then 'open' else 'closed' end as state
      from ${deliveryTimes} t join ${orders} o on o.id = t.order_id
      where t.completed_at is null and t.paid_at > ${since}
    ), unsent as (
      select ${offer}, false as has_begun, ${age(sql`o.paid_at`)} as bucket, 'open' as state
      from ${orders} o
      where o.deleted_at is null and o.delivery_state = 'to_send' and o.payment_status = 'paid' and o.paid_at > ${since}
        and not exists (select from ${deliveryTimes} t where t.order_id = o.id)
    ), waiting as (select * from incomplete union all select * from unsent)
    select category as offer, measure, 'reached' as state, bucket, sum(count)::int as count from ${deliveryTimeDays}
    where day >= (${since} at time zone 'UTC')::date group by 1, 2, 3, 4
    union all
    select offer, 'completed', state, bucket, count(*)::int from waiting group by 1, 2, 3, 4
    union all
    select offer, 'began', state, bucket, count(*)::int from waiting where not has_begun group by 1, 2, 3, 4`);
  return rows;
}
