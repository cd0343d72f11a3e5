// SQL of how fast orders were delivered: the histograms of those that are over, and the few that are not.
import { sql } from 'drizzle-orm';
import type { Category } from '../../../contract/category.ts';
import { openStatuses } from '../../../contract/order-status.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { sqlList } from '../../database/sql-list.ts';
import { type DeliveryTimeMeasure, deliveryTimeDays, deliveryTimes } from '../dispatch/delivery-marks.schema.ts';
import { orders } from '../orders/orders.schema.ts';

/** open: it may still come. closed: the order ended without it. */
export type TimeCount = {
  category: Category;
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
  const { rows } = await db.execute<TimeCount>(sql`
    with incomplete as (
      select t.category, t.began_at is not null as has_begun, ${age(sql`t.paid_at`)} as bucket,
        case when o.deleted_at is null and o.payment_status = 'paid' and o.status in (${sqlList(openStatuses)})
          then 'open' else 'closed' end as state
      from ${deliveryTimes} t join ${orders} o on o.id = t.order_id
      where t.completed_at is null and t.paid_at > ${since}
    ), unsent as (
      select o.category, false as has_begun, ${age(sql`o.paid_at`)} as bucket, 'open' as state
      from ${orders} o
      where o.deleted_at is null and o.delivery_state = 'to_send' and o.payment_status = 'paid' and o.paid_at > ${since}
        and not exists (select from ${deliveryTimes} t where t.order_id = o.id)
    ), waiting as (select * from incomplete union all select * from unsent)
    select category, measure, 'reached' as state, bucket, sum(count)::int as count from ${deliveryTimeDays}
    where day >= (${since} at time zone 'UTC')::date group by 1, 2, 3, 4
    union all
    select category, 'completed', state, bucket, count(*)::int from waiting group by 1, 2, 3, 4
    union all
    select category, 'began', state, bucket, count(*)::int from waiting where not has_begun group by 1, 2, 3, 4`);
  return rows;
}
