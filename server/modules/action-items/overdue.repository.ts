// SQL of deliveries that have not changed for days. Only open links and unsettled ends are read, by their indexes.
import { type SQL, sql } from 'drizzle-orm';
import { openRequestStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import { sqlList } from '../../database/columns.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { isStoppedStatus, isUnknownStatus } from '../../database/status-words.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { deliveryMarks, markInterval } from '../dispatch/delivery-marks.schema.ts';
import { dispatches, dispatchQuietSince } from '../dispatch/dispatch.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { providerServices } from '../providers/providers.schema.ts';

type OverdueLink = { orderId: string; postLink: string; providerOrderId: string };

const isOpenOrder = sql`o.deleted_at is null and o.payment_status = 'paid' and o.status not in (${sqlList(endedStatuses)})`;
const isCancelOfDispatch = sql`q.order_id = d.order_id and q.position = d.position and q.kind = 'cancel'
  and q.requested_at >= greatest(d.claimed_at, d.refill_requested_at)`;

/**
 * Links in delivery without a change for these days, the longest first, at providers that may cancel them. Without those
 * that have an open request, or whose cancellation was requested within a day. Reads the index of quiet links up to the limit.
 */
export async function stalledLinks(db: Queryable, days: number, limit: number): Promise<OverdueLink[]> {
  return (await db.execute<OverdueLink>(overdueLinks(db, days, limit))).rows;
}

export function overdueLinks(db: Queryable, days: number, limit: number): SQL {
  const before = sql`(${dbNow(db)} - ${days} * interval '1 day')`;
  return sql`
    select d.order_id as "orderId", d.post_link as "postLink", d.provider_order_id as "providerOrderId"
    from ${dispatches} d join ${orders} o on o.id = d.order_id
      left join ${providerServices} s on s.provider_id = d.provider_id and s.service_id = d.service_id
    where d.following and d.state = 'sent' and d.error is null and not link_has_ended(d)
      and not coalesce(${isUnknownStatus(sql`d.live_status`)}, false) and ${isOpenOrder} and s.cancel is distinct from false
      and ${dispatchQuietSince} <= ${before}
      and not exists (select from ${deliveryMarks} m where m.order_id = d.order_id and m.position = d.position
        and m.marked_at > ${before} - ${markInterval})
      and not exists (select from ${deliveryRequests} q where q.order_id = d.order_id and q.position = d.position
        and (q.state in (${sqlList(openRequestStates)})
          or (q.kind = 'cancel' and q.requested_at > ${dbNow(db)} - interval '1 day')))
    order by ${dispatchQuietSince} limit ${limit}`;
}

/**
 * Orders whose links are all at providers and over, some of them short: for these days, or since the store canceled
 * them as overdue. Without those that a person refunded, or whose automatic refund failed.
 */
export async function shortOrders(db: Queryable, days: number, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select o.id from ${orders} o join ${dispatches} d on d.order_id = o.id
    where d.state = 'sent' and not d.following and d.shortfall is null and ${isStoppedStatus(sql`d.live_status`)}
      and ${isOpenOrder}
      and (select count(*) from ${dispatches} l where l.order_id = o.id and l.state = 'sent' and not l.following)
        = cardinality(o.post_links)
      and exists (select from ${paymentAttempts} p where p.order_id = o.id and p.state = 'paid')
      and not exists (select from ${refunds} r where r.order_id = o.id and case when r.state = 'failed'
        then r.requested_by = 'system' else r.undelivered_quantity is null end)
    group by o.id
    having bool_and(d.updated_at <= ${dbNow(db)} - ${days} * interval '1 day' or exists (
      select from ${deliveryRequests} q where ${isCancelOfDispatch} and q.requested_by = 'system' and not q.moves_rest))
    order by min(d.updated_at) limit ${limit}`);
  return rows.map(({ id }) => id);
}
