import { sql } from 'drizzle-orm';
import { failedRequestStates, openRequestStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import { sqlList } from '../../database/columns.ts';
import { messageSql, noWords, storedWordsSql } from '../../database/message-sql.ts';
import { isStoppedStatus, isUnknownStatus } from '../../database/status-words.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { acceptsRefill } from '../dispatch/link-acts.schema.ts';
import { isOverOrder, orders } from '../orders/orders.schema.ts';
import { refunds } from '../payments/payments.schema.ts';
import { deliveryRequests, dropReports } from './delivery.schema.ts';

/** A link `d` of an order `o` that ended early, until the missing part is settled. */
const isUnderDelivered = sql`(d.state = 'sent' and not d.following and d.shortfall is null
    and ${isStoppedStatus(sql`d.live_status`)} and coalesce(d.remains, 1) > 0
    and not exists (select from ${deliveryRequests} q where q.order_id = d.order_id and q.position = d.position
      and q.kind = 'refill' and q.state in (${sqlList(openRequestStates)}))
    and ${acceptsRefill} and not ${isOverOrder} and o.status not in (${sqlList(endedStatuses)})
    and not exists (select from ${refunds} r where r.order_id = d.order_id and r.undelivered_quantity > 0
      and r.state <> 'failed' and r.created_at > d.updated_at))`;
const progress = { status: sql`d.live_status`, remains: sql`d.remains` };

export const deliveryActionItems = {
  // A refused refill of such a link is no second item.
  delivery_stopped: () => sql`
    select concat_ws(' ', d.order_id, d.position, d.provider_order_id, d.refill_id) as subject, d.order_id,
      d.position::int, d.claimed_at as at,
      case when r.answer is null then ${messageSql('link_progress', progress)}
        else ${messageSql('link_refill_refused', { ...progress, answer: sql`r.answer` })} end as words
    from ${dispatches} d join ${orders} o on o.id = d.order_id left join lateral (
      select case when q.state in (${sqlList(failedRequestStates)}) then
        coalesce(q.words_coded, to_jsonb(nullif(q.words, ''))) end as answer
          from ${deliveryRequests} q where q.order_id = d.order_id and q.position = d.position and q.kind = 'refill'
      order by q.requested_at desc limit 1) r on true
    where ${isUnderDelivered}`,

  // Links that are tracked under an unsupported status.
  delivery_unknown_status: (now) => sql`
    select concat_ws(' ', d.order_id, d.position, left(d.live_status, 60)) as subject, d.order_id,
      d.position::int, d.claimed_at as at,
      ${messageSql('link_status_unknown', { status: sql`d.live_status`, link: sql`d.position + 1` })} as words
    from ${dispatches} d join ${orders} o on o.id = d.order_id
    where d.state = 'sent' and d.following and ${isUnknownStatus(sql`d.live_status`)}
      and d.claimed_at > ${now} - interval '90 days' and not ${isOverOrder}`,

  // Drops that buyers reported, until a refill is requested.
  drop_reported: () => sql`
    select r.order_id || ' ' || r.number as subject, r.order_id, r.position::int, r.reported_at as at,
      ${noWords} as words
    from ${dropReports} r join ${orders} o on o.id = r.order_id
      join ${dispatches} d on d.order_id = r.order_id and d.position = r.position
    where r.state = 'reported' and not ${isOverOrder} and ${acceptsRefill}
      and not exists (select from ${deliveryRequests} q where q.order_id = r.order_id and q.position = r.position
        and q.kind = 'refill' and q.requested_at >= r.reported_at)`,

  // Applies to the current send of the link, until its missing part is settled.
  refill_refused: (now) => sql`
    select q.id::text as subject, q.order_id, q.position::int, q.requested_at as at,
      ${storedWordsSql(sql`q.words`)} as words
    from ${deliveryRequests} q join ${orders} o on o.id = q.order_id
      join ${dispatches} d on d.order_id = q.order_id and d.position = q.position and d.claimed_at <= q.requested_at
    where q.kind = 'refill' and q.state in (${sqlList(failedRequestStates)})
      and q.requested_at > ${now} - interval '90 days' and not ${isOverOrder} and ${acceptsRefill}
      and d.shortfall is distinct from 'dismissed' and not ${isUnderDelivered}
      and not exists (select from ${deliveryRequests} later where later.order_id = q.order_id
        and later.position = q.position and later.kind = 'refill' and later.requested_at > q.requested_at)`,
} satisfies ActionItemQueries;
