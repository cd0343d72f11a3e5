// SQL of links in delivery that stall or are slow. Four indexes lead to them: the work does not grow with the open links.
import { type SQL, sql } from 'drizzle-orm';
import type { DelayReason } from '../../../contract/action-item-kinds.ts';
import { openRequestStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import { sqlList } from '../../database/columns.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { messageSql } from '../../database/message-sql.ts';
import { isUnknownStatus } from '../../database/status-words.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import type { UsualTime } from '../delivery/usual-times.ts';
import { deliveryMarks } from '../dispatch/delivery-marks.schema.ts';
import { dispatches, dispatchQuietSince } from '../dispatch/dispatch.schema.ts';
import { acceptsRefill, staleRefillHours } from '../dispatch/link-acts.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { providerServices } from '../providers/providers.schema.ts';
import { type ActionItemRow, countedAtMost } from './action-items.repository.ts';
import { dismissedItems } from './action-items.schema.ts';

type StalledRow = Omit<ActionItemRow, 'at' | 'delay'> & { at: string; reason: DelayReason } & Omit<
    NonNullable<ActionItemRow['delay']>,
    'reason'
  >;

// The limits of each link, and what a measured one is a multiple of.
const untilProgress = sql.raw("interval '2 hours'");
const untilChange = sql.raw("interval '24 hours'");
const timesUsual = sql.raw("3 * interval '1 second'");

export function stalledLinks(db: Queryable, usual: readonly UsualTime[], subject?: string) {
  const before = (interval: SQL) => sql`(${dbNow(db)} - ${interval})`;
  const named =
    subject === undefined ? sql`true` : sql`d.order_id = split_part(${subject}, ' ', 1) and n.subject = ${subject}`;
  const restartedAt = sql`greatest(d.claimed_at, d.refill_requested_at)`;
  // The newest links of an index that may stall; `reason` decides. Each "offset 0" keeps a check beside its row: of a
  // join, the planner may read all links before the first one is checked.
  const newest = (mayStall: SQL, newestFirst: SQL) => sql`(
      select d.order_id, d.position, d.provider_id, d.service_id, d.live_status, d.remains, d.error, d.error_coded, r.reason, t.at,
      n.subject, w.began_seconds, w.completed_seconds
    from ${dispatches} d cross join lateral (
        select u.*, d.ended_at is null and d.first_progress_at is null and coalesce(d.remains, d.quantity) = d.quantity
            as is_unbegun,
          case when ${restartedAt} <= ${before(untilChange)} then greatest(${restartedAt}, (
            select m.marked_at from ${deliveryMarks} m
            where m.order_id = d.order_id and m.position = d.position order by m.id desc limit 1)) end as unchanged_since
        from (select) one left join usual u on u.provider_id = d.provider_id and u.service_id = d.service_id
          and u.band = quantity_band(d.quantity)
        offset 0) w
      cross join lateral (select case
        when d.error is not null then 'not_found'
        when ${isUnknownStatus(sql`d.live_status`)} then null
        when w.is_unbegun and d.claimed_at <= ${before(sql`greatest(${untilProgress}, w.began_seconds * ${timesUsual})`)}
          then 'not_begun'
        when w.unchanged_since <= ${before(untilChange)} then 'unchanged'
        when d.ended_at is null and d.claimed_at <= ${before(sql`w.completed_seconds * ${timesUsual}`)} then 'slow'
        end as reason offset 0) r
      cross join lateral (select case r.reason when 'not_found' then d.updated_at
        when 'unchanged' then w.unchanged_since else d.claimed_at end as at) t
      cross join lateral (select concat_ws(' ', d.order_id, d.position, d.provider_order_id,
        case when r.reason <> 'not_found' then r.reason || ' ' || extract(epoch from t.at)::bigint end) as subject) n
    where d.following and d.state = 'sent' and ${mayStall} and r.reason is not null and ${named}
      and exists (select from ${orders} o where o.id = d.order_id and o.deleted_at is null
        and o.payment_status not in ('refunded', 'disputed') and o.status not in (${sqlList(endedStatuses)}) offset 0)
      and not exists (select from ${dismissedItems} s where s.kind = 'delivery_stalled' and s.subject = n.subject offset 0)
    order by ${newestFirst} desc limit ${countedAtMost + 1})`;
  const sentAt = sql`d.claimed_at`;
  return sql`
    with usual as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(usual.map(usualColumns))}::jsonb) as u(provider_id text,
        service_id text, band smallint, began_seconds float8, completed_seconds float8)
    ), stalled as (
      ${newest(sql`d.error is not null`, sentAt)}
      union ${newest(sql`d.first_progress_at is null and d.ended_at is null and ${sentAt} <= ${before(untilProgress)}`, sentAt)}
      union ${newest(sql`${dispatchQuietSince} <= ${before(untilChange)}`, dispatchQuietSince)}
      union select slow.* from usual s cross join lateral ${newest(
        sql`d.ended_at is null and d.provider_id = s.provider_id and d.service_id = s.service_id
          and quantity_band(d.quantity) = s.band and ${sentAt} <= ${before(sql`s.completed_seconds * ${timesUsual}`)}`,
        sentAt,
      )} slow
    ), found as (
      select * from stalled order by at desc limit ${countedAtMost + 1}
    )
    select f.subject, f.order_id, f.position::int, f.at, f.reason, f.provider_id as "providerId",
        coalesce(f.error_coded, to_jsonb(nullif(f.error, '')),
          ${messageSql('link_progress', { status: sql`f.live_status`, remains: sql`f.remains` })}) as words,
      case f.reason when 'not_begun' then f.began_seconds when 'not_found' then null else f.completed_seconds end
        as "usualSeconds",
      coalesce(provider_status_kind(f.live_status) in ('completed', 'partial'), false) and s.refill is distinct from false
        and exists (select from ${dispatches} d join ${orders} o on o.id = d.order_id
          where d.order_id = f.order_id and d.position = f.position and ${acceptsRefill})
        and not exists (select from ${deliveryRequests} r where r.order_id = f.order_id and r.position = f.position
          and r.kind = 'refill' and r.state in (${sqlList(openRequestStates)})
          and r.requested_at > ${before(sql`${staleRefillHours} * interval '1 hour'`)}) as "canRefill",
      case
        when exists (select from ${deliveryRequests} r where r.order_id = f.order_id and r.position = f.position
          and r.kind = 'cancel' and r.state in (${sqlList(openRequestStates)})) then 'requested'
        when provider_status_kind(f.live_status) in ('completed', 'partial', 'canceled', 'refunded')
          or s.cancel is false then 'unavailable'
        else 'available' end as cancel
    from found f left join ${providerServices} s on s.provider_id = f.provider_id and s.service_id = f.service_id
    order by f.at desc`;
}

/** Newest first, at most `countedAtMost` + 1, of the newest ones by each reason; with a subject only that item. */
export async function open(db: Queryable, usual: readonly UsualTime[], subject?: string): Promise<ActionItemRow[]> {
  const { rows } = await db.execute<StalledRow>(stalledLinks(db, usual, subject));
  return rows.map(({ at, reason, providerId, usualSeconds, canRefill, cancel, ...row }) => ({
    ...row,
    at: new Date(at),
    delay: { reason, providerId, usualSeconds, canRefill, cancel },
  }));
}

function usualColumns({ providerId, serviceId, band, beganSeconds, completedSeconds }: UsualTime) {
  return {
    provider_id: providerId,
    service_id: serviceId,
    band,
    began_seconds: beganSeconds,
    completed_seconds: completedSeconds,
  };
}
