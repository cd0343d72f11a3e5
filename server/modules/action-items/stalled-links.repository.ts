// SQL of links in delivery that stall or are slow. Only open links are read: the work does not grow with all links.
import { sql } from 'drizzle-orm';
import type { DelayReason } from '../../../contract/action-item-kinds.ts';
import { openRequestStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import type { Database } from '../../database/database.ts';
import { sqlList } from '../../database/sql-list.ts';
import { isUnknownStatus } from '../../database/status-words.ts';
import { deliveryMarks } from '../fulfilment/delivery-marks.schema.ts';
import { deliveryRequests, dispatches, providerServices } from '../fulfilment/fulfilment.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { type ActionItemRow, countedAtMost } from './action-items.repository.ts';
import { dismissedItems } from './action-items.schema.ts';

/** Seconds within which 9 of 10 links of a service and band began and were complete; null where that is not measured. */
export type UsualTime = {
  providerId: string;
  serviceId: string;
  band: number;
  beganSeconds: number | null;
  completedSeconds: number | null;
};
type StalledRow = Omit<ActionItemRow, 'at' | 'delay'> & { at: string; reason: DelayReason } & Omit<
    NonNullable<ActionItemRow['delay']>,
    'reason'
  >;

// The limits of each link, and what a measured one is a multiple of.
const untilProgress = sql.raw("interval '2 hours'");
const untilChange = sql.raw("interval '24 hours'");
const timesUsual = sql.raw("3 * interval '1 second'");

export type StalledLinksRepository = ReturnType<typeof createStalledLinksRepository>;

export function createStalledLinksRepository({ db, now }: Pick<Database, 'db' | 'now'>) {
  return {
    /** Newest first, at most `countedAtMost` + 1; with a subject only that item. */
    async open(usual: readonly UsualTime[], subject?: string): Promise<ActionItemRow[]> {
      const { rows } = await db.execute<StalledRow>(stalledLinks(usual, subject));
      return rows.map(({ at, reason, providerId, usualSeconds, canRefill, cancel, ...row }) => ({
        ...row,
        at: new Date(at),
        delay: { reason, providerId, usualSeconds, canRefill, cancel },
      }));
    },
    stalledLinks,
  };

  function stalledLinks(usual: readonly UsualTime[], subject?: string) {
    const named = subject === undefined ? sql`true` : sql`q.subject = ${subject}`;
    const restartedAt = sql`greatest(d.claimed_at, d.refill_requested_at)`;
    return sql`
      with followed as materialized (
        select d.* from ${dispatches} d where d.following
      ), watched as (
        select d.*, u."beganSeconds" as began_seconds, u."completedSeconds" as completed_seconds,
          d.ended_at is null and d.first_progress_at is null and coalesce(d.remains, d.quantity) = d.quantity as is_unbegun,
          case when ${restartedAt} <= ${now()} - ${untilChange} then greatest(${restartedAt}, (
            select m.marked_at from ${deliveryMarks} m
            where m.order_id = d.order_id and m.position = d.position order by m.id desc limit 1)) end as unchanged_since
        from followed d left join jsonb_to_recordset(${JSON.stringify(usual)}::jsonb)
            as u("providerId" text, "serviceId" text, band int, "beganSeconds" float8, "completedSeconds" float8)
          on u."providerId" = d.provider_id and u."serviceId" = d.service_id and u.band = quantity_band(d.quantity)
        where d.state = 'sent'
      ), judged as (
        select d.*, case
          when d.error is not null then 'not_found'
          when ${isUnknownStatus(sql`d.live_status`)} then null
          when d.is_unbegun and d.claimed_at <= ${now()} - greatest(${untilProgress}, d.began_seconds * ${timesUsual})
            then 'not_begun'
          when d.unchanged_since <= ${now()} - ${untilChange} then 'unchanged'
          when d.ended_at is null and d.claimed_at <= ${now()} - d.completed_seconds * ${timesUsual} then 'slow' end as reason
        from watched d
      ), timed as (
        select d.*, case d.reason when 'not_found' then d.updated_at when 'unchanged' then d.unchanged_since
          else d.claimed_at end as at
        from judged d where d.reason is not null
      ), named as (
        select d.*, concat_ws(' ', d.order_id, d.position, d.provider_order_id,
          case when d.reason <> 'not_found' then d.reason || ' ' || extract(epoch from d.at)::bigint end) as subject
        from timed d
      ), found as (
        select q.* from named q join ${orders} o on o.id = q.order_id
        where o.deleted_at is null and o.payment_status not in ('refunded', 'disputed')
          and o.status not in (${sqlList(endedStatuses)}) and ${named}
          and not exists (select from ${dismissedItems} s where s.kind = 'delivery_stalled' and s.subject = q.subject)
        order by q.at desc limit ${countedAtMost + 1}
      )
      select f.subject, f.order_id, f.position::int, f.at, f.reason, f.provider_id as "providerId",
        coalesce(nullif(f.error, ''), concat_ws(', ', coalesce(f.live_status, 'No status'),
          case when f.remains > 0 then to_char(f.remains, 'FM999,999,999') || ' remaining' end)) as words,
        case f.reason when 'not_begun' then f.began_seconds when 'not_found' then null else f.completed_seconds end
          as "usualSeconds",
        coalesce(provider_status_kind(f.live_status) in ('completed', 'partial'), false) and s.refill is distinct from false
          as "canRefill",
        case
          when exists (select from ${deliveryRequests} r where r.order_id = f.order_id and r.position = f.position
            and r.kind = 'cancel' and r.state in (${sqlList(openRequestStates)})) then 'requested'
          when provider_status_kind(f.live_status) in ('completed', 'partial', 'canceled', 'refunded')
            or s.cancel is false then 'unavailable'
          else 'available' end as cancel
      from found f left join ${providerServices} s on s.provider_id = f.provider_id and s.service_id = f.service_id
      order by f.at desc`;
  }
}
