// The queues of the order list as SQL. Each is found by indexes that contain few other orders: a count reads little more
// than it counts, and stops at its limit.
import { type SQL, sql } from 'drizzle-orm';
import { type OrderQueue, orderQueues } from '../../../contract/order-progress.ts';
import { endedStatuses, openStatuses } from '../../../contract/order-status.ts';
import type { Queryable } from '../../database/database.ts';
import { sqlList } from '../../database/sql-list.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { unsentLinks } from '../dispatch/unsent-links.schema.ts';
import { orders } from './orders.schema.ts';

/** The parts are a union, because a condition with `or` would read the whole table. */
const problems = sql`
  select o.id from ${orders} o
  where o.deleted_at is null and o.delivery_state in ('partial', 'not_delivered') and o.payment_status = 'paid'
    and o.status in (${sqlList(openStatuses)})
  union all
  select o.id from ${orders} o where o.deleted_at is null and o.payment_state = 'disputed'
  union all
  select o.id from ${orders} o
  where o.deleted_at is null and o.status_by_hand and o.status = 'failed' and o.payment_status = 'paid'
  union all
  select d.order_id from ${dispatches} d where d.state = 'unknown'
  union all
  select d.order_id from ${dispatches} d join ${orders} o on o.id = d.order_id
  where d.state = 'failed' and o.payment_status = 'paid' and o.status not in (${sqlList(endedStatuses)})`;

/** Conditions on rows of `orders`. Constants, so that every plan can use the partial indexes. */
export const inQueue: Record<OrderQueue, SQL> = {
  to_send: sql`${orders.id} in (select u.id from (${unsentLinks}) u)`,
  in_delivery: sql`${orders.deliveryState} in ('sending', 'in_progress')`,
  problems: sql`${orders.id} in (${problems})`,
  done: sql`(${orders.status} = 'completed' or (${orders.status} = 'failed' and ${orders.paymentState} = 'refunded'))`,
  // The constraint orders_paid_has_time: unpaid, confirming, declined or expired. The index orders_address has these.
  unpaid: sql`${orders.paidAt} is null`,
};

/** Each count stops at `most`. */
export async function countQueues(db: Queryable, most: number): Promise<Record<OrderQueue, number>> {
  const counts = orderQueues.map(
    (queue) => sql`(select count(*)::int from (
      select 1 from ${orders} where ${orders.deletedAt} is null and ${inQueue[queue]} limit ${most}) c
    ) as ${sql.identifier(queue)}`,
  );
  const { rows } = await db.execute<Record<OrderQueue, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return rows[0] ?? { to_send: 0, in_delivery: 0, problems: 0, done: 0, unpaid: 0 };
}
