// The queries of action items, one a kind, each on its own small index. A settled matter disappears; one that returns
// after a dismissal has another subject. Matters without money are dropped after 90 days.
import { type SQL, sql } from 'drizzle-orm';
import { expiryNoticeDays } from '../../../contract/access-life.ts';
import type { ActionItemKind, SellingItemKind } from '../../../contract/action-item-kinds.ts';
import { failedRequestStates, openRequestStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses, openStatuses } from '../../../contract/order-status.ts';
import { openRefundStates } from '../../../contract/payment-status.ts';
import { isUncleanAddress } from '../../database/clean-address.ts';
import { messageSql } from '../../database/message-sql.ts';
import { sqlList } from '../../database/sql-list.ts';
import { isStoppedStatus, isUnknownStatus } from '../../database/status-words.ts';
import { workerHeartbeats } from '../../jobs/jobs.schema.ts';
import { apiKeys } from '../api-keys/api-keys.schema.ts';
import { admins } from '../auth/auth.schema.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import { deliveryRequests, dropReports } from '../delivery/delivery.schema.ts';
import { dispatches, sendingPauses } from '../dispatch/dispatch.schema.ts';
import { unsentLinks } from '../dispatch/unsent-links.schema.ts';
import { mails } from '../email/email.schema.ts';
import { mailboxes } from '../incoming-email/incoming-email.schema.ts';
import { notificationChannels } from '../notifications/notifications.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';
import { alerts } from '../security/security.schema.ts';
import { webhookEndpoints } from '../webhooks/webhooks.schema.ts';

/** Every query returns an `ActionItemRow`, with `words` as jsonb. The other kinds need no query. */
export type QueriedKind = Exclude<
  ActionItemKind,
  'dead_job' | 'database_unwritable' | 'delivery_stalled' | SellingItemKind
>;
type Query = (now: SQL<Date>) => SQL;

/** Orders that have ended: their delivery needs no action any more. */
const isOver = sql`(o.deleted_at is not null or o.payment_status in ('refunded', 'disputed'))`;
/** A link `d` of an order `o` that ended early, until the missing part is settled. */
const isUnderDelivered = sql`(d.state = 'sent' and not d.following and d.shortfall is null
    and ${isStoppedStatus(sql`d.live_status`)} and coalesce(d.remains, 1) > 0
    and not exists (select from ${deliveryRequests} q where q.order_id = d.order_id and q.position = d.position
      and q.kind = 'refill' and q.state in (${sqlList(openRequestStates)}))
    and not ${isOver} and o.status not in (${sqlList(endedStatuses)})
    and not exists (select from ${refunds} r where r.order_id = d.order_id and r.undelivered_quantity > 0
      and r.state <> 'failed' and r.created_at > d.updated_at))`;
const noticeTime = sql.raw(`interval '${expiryNoticeDays} days'`);
const ofAlert = sql`a.details ->> 'orderId'`;
const progress = { status: sql`d.live_status`, remains: sql`d.remains` };
const none = sql`'""'::jsonb`;

/** The words of another service. */
function plain(column: SQL): SQL {
  return sql`coalesce(to_jsonb(${column}), ${none})`;
}

/** A stored sentence: its message, or the words of another service or of a row of before. */
function stored(column: SQL): SQL {
  return sql`coalesce(${column}_coded, ${plain(column)})`;
}

export const actionItemQueries: Record<QueriedKind, Query> = {
  // The stall of a stopped process ends with its heartbeat.
  jobs_stalled: (now) => sql`
    select 'jobs' as subject, null::text as order_id, null::int as position, min(h.stalled_since) as at,
      ${messageSql('jobs_waiting', {
        waiting: sql`max(h.waiting)`,
        seconds: sql`round(extract(epoch from ${now} - min(h.due_since)))`,
      })} as words
    from ${workerHeartbeats} h
    where h.stalled_since is not null and h.beat_at > ${now} - interval '1 minute'
    having count(*) > 0`,

  payment_mismatch: () =>
    alertsOf(sql`a.type = 'payment_mismatch'
      and exists (select from ${paymentAttempts} p where p.order_id = ${ofAlert} and p.state = 'mismatch')
      and not exists (select from ${orders} o where o.id = ${ofAlert} and o.paid_at > a.raised_at
        and not exists (select from ${paymentAttempts} p where p.order_id = o.id and p.state = 'paid'))`),

  // Payments with an unsupported gateway status, seen twice or for some minutes. A supported status clears it.
  payment_unknown_status: (now) => sql`
    select p.gateway_order_id || ' ' || p.unknown_status as subject, p.order_id, null::int as position,
      p.unknown_since as at,
      ${messageSql('gateway_status_unknown', {
        status: sql`p.unknown_status`,
        payment: sql`p.gateway_order_id`,
      })} as words
    from ${paymentAttempts} p
    where p.unknown_status is not null
      and (p.unknown_looks >= 2 or p.unknown_since <= ${now} - interval '3 minutes')`,

  // Orders that were paid twice, while the second payment is not fully refunded.
  second_capture: () =>
    alertsOf(sql`a.type = 'second_capture'
      and (not exists (select from ${paymentAttempts} p where p.order_id = ${ofAlert} and p.state = 'second_capture')
        or exists (select from ${paymentAttempts} p where p.order_id = ${ofAlert} and p.state = 'second_capture'
          and p.amount_cents > (select coalesce(sum(r.amount_cents), 0) from ${refunds} r
            where r.order_id = p.order_id and r.attempt_number = p.number and r.state = 'refunded')))`),

  // Payments that a bank took back, until the dispute ends for the store.
  chargeback: () =>
    alertsOf(sql`a.type = 'chargeback' and (a.once_key is not null
      or exists (select from ${orders} o where o.id = ${ofAlert} and o.payment_status = 'disputed'))`),

  // Orders paid after they expired or were deleted, until they are delivered or refunded.
  late_payment: () =>
    alertsOf(sql`a.type = 'late_payment' and exists (select from ${orders} o where o.id = ${ofAlert}
      and o.payment_status = 'paid' and (o.deleted_at is not null or o.status not in ('processing', 'completed')))`),

  // Reconciliations that found a difference.
  money_difference: () => alertsOf(sql`a.type = 'money_difference'`),

  // Refunds that failed in the background, without a later one.
  refund_failed: () =>
    alertsOf(sql`a.type = 'refund_failed' and not exists (select from ${refunds} r
      where r.order_id = ${ofAlert} and r.created_at > a.raised_at)`),

  // Longer than a call to the gateway takes.
  refund_unsettled: (now) => sql`
    select r.refund_id as subject, r.order_id, null::int as position, r.created_at as at,
      ${stored(sql`r.problem`)} as words
    from ${refunds} r
    where r.state in (${sqlList(openRefundStates)})
      and (r.state = 'unclear' or r.created_at < ${now} - interval '2 minutes')`,

  sending_paused: () => sql`
    select p.mail_id::text as subject, p.order_id, null::int as position, p.paused_at as at,
      ${messageSql('sending_paused_by_customer', null)} as words
    from ${sendingPauses} p join ${orders} o on o.id = p.order_id
    where p.ended_at is null and not ${isOver}`,

  links_to_send: () => sql`
    select u.id as subject, u.id as order_id, null::int as position, u.paid_at as at,
      ${messageSql('links_unsent', { unsent: sql`u.unsent`, links: sql`u.links` })} as words
    from (${unsentLinks}) u`,

  // Sends whose response was lost.
  dispatch_unknown: () => sql`
    select d.order_id || ' ' || d.position as subject, d.order_id, d.position::int, d.claimed_at as at,
      ${stored(sql`d.error`)} as words
    from ${dispatches} d where d.state = 'unknown'`,

  dispatch_failed: (now) => sql`
    select d.order_id || ' ' || d.position || ' ' || d.claim_id as subject, d.order_id, d.position::int,
      d.claimed_at as at, ${stored(sql`d.error`)} as words
    from ${dispatches} d join ${orders} o on o.id = d.order_id
    where d.state = 'failed' and d.claimed_at > ${now} - interval '90 days'
      and not ${isOver} and o.status not in (${sqlList(endedStatuses)})`,

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
      and d.claimed_at > ${now} - interval '90 days' and not ${isOver}`,

  // Orders that do not end automatically, each with the action that it needs.
  order_stuck: (now) => sql`
    select s.id || ' ' || s.case as subject, s.id as order_id, null::int as position,
      s.updated_at as at, s.words from (
      select o.id, o.updated_at, 'by hand' as case,
        ${messageSql('order_set_by_hand', {
          status: sql`jsonb_build_object('code', 'status_' || o.status)`,
          next: sql`case when o.payment_status = 'paid' then ${messageSql('next_complete_order', null)}
            when o.paid_at is not null then ${messageSql('next_fail_returned_order', null)}
            else ${messageSql('next_check_payment', null)} end`,
        })} as words
      from ${orders} o
      where o.deleted_at is null and o.status_by_hand and o.status in (${sqlList(openStatuses)})
        and case when o.payment_status = 'paid' then not exists (
            select from ${dispatches} d where d.order_id = o.id and (d.state <> 'sent' or d.following))
            and cardinality(o.post_links) = (select count(*) from ${dispatches} d where d.order_id = o.id)
          else o.updated_at < ${now} - interval '1 day' end
      union all
      select o.id, o.created_at, 'unpaid', ${messageSql('order_unpaid_for_days', null)}
      from ${orders} o
      where o.deleted_at is null and o.status = 'pending' and o.paid_at is null and not o.status_by_hand
        and o.created_at < ${now} - interval '3 days'
      union all
      select o.id, o.updated_at, 'failed', ${messageSql('order_failed_and_paid', null)}
      from ${orders} o
      where o.deleted_at is null and o.status_by_hand and o.status = 'failed' and o.payment_status = 'paid'
        and not exists (select from ${alerts} a where a.type = 'late_payment' and ${ofAlert} = o.id)
    ) s`,

  // Drops that buyers reported, until a refill is requested.
  drop_reported: () => sql`
    select r.order_id || ' ' || r.number as subject, r.order_id, r.position::int, r.reported_at as at,
      ${none} as words
    from ${dropReports} r join ${orders} o on o.id = r.order_id
    where r.state = 'reported' and not ${isOver}
      and not exists (select from ${deliveryRequests} q where q.order_id = r.order_id and q.position = r.position
        and q.kind = 'refill' and q.requested_at >= r.reported_at)`,

  refill_refused: (now) => sql`
    select q.id::text as subject, q.order_id, q.position::int, q.requested_at as at,
      ${stored(sql`q.words`)} as words
    from ${deliveryRequests} q join ${orders} o on o.id = q.order_id
    where q.kind = 'refill' and q.state in (${sqlList(failedRequestStates)})
      and q.requested_at > ${now} - interval '90 days' and not ${isOver}
      and not exists (select from ${deliveryRequests} later where later.order_id = q.order_id
        and later.position = q.position and later.kind = 'refill' and later.requested_at > q.requested_at)
      and not exists (select from ${dispatches} d where d.order_id = q.order_id and d.position = q.position
        and ${isUnderDelivered})`,

  // A code that expired or was replaced before it was sent needs no action: the buyer requests another.
  mail_undelivered: (now) => sql`
    select m.id::text as subject, m.order_id, null::int as position, m.created_at as at,
      ${plain(sql`m.last_error`)} as words
    from ${mails} m where m.state = 'failed' and m.kind <> 'track_code' and m.created_at > ${now} - interval '90 days'`,

  // Addresses of before that the migration left, because their form is that of another customer or admin.
  address_collision: () => sql`
    select o.id as subject, o.id as order_id, null::int as position, o.created_at as at,
      ${messageSql('order_email_collides', null)} as words
    from ${orders} o where ${isUncleanAddress(sql`o.customer_email`)}
    union all
    select 'message ' || m.id, null, null, m.received_at,
      ${messageSql('message_email_collides', { subject: sql`m.subject` })}
    from ${contactMessages} m where ${isUncleanAddress(sql`m.email`)}
    union all
    select 'admin ' || a.id, null, null, a.created_at,
      ${messageSql('admin_email_collides', null)}
    from ${admins} a where ${isUncleanAddress(sql`a.email`)}`,

  // A mailbox that is read no more, because another one is configured, needs no action.
  mailbox_failing: (now) => sql`
    select b.key || ' ' || to_char(b.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, b.failing_since as at, ${plain(sql`b.problem`)} as words
    from ${mailboxes} b where b.failing_since <= ${now} - interval '1 hour' and b.tried_at > ${now} - interval '15 minutes'`,

  // Endpoints without a successful delivery for a day.
  webhook_failing: (now) => sql`
    select e.id::text || ' ' || to_char(e.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, e.failing_since as at, to_jsonb(e.url) as words
    from ${webhookEndpoints} e where e.enabled and e.failing_since <= ${now} - interval '1 day'
      and coalesce(e.expires_at > ${now}, true)`,

  // At once where the other side ended the channel, else after some minutes without a success.
  channel_failing: (now) => sql`
    select c.id::text || ' ' || to_char(c.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
      null::text as order_id, null::int as position, c.failing_since as at,
      ${messageSql('channel_problem', { name: sql`c.name`, answer: sql`coalesce(c.last_answer, '')` })} as words
    from ${notificationChannels} c where c.enabled and c.failures > 0
      and (c.gone_at is not null or c.failing_since <= ${now} - interval '15 minutes')
      and c.failing_since is not null`,

  // Also expired ones: the events of orders are missed in silence.
  webhook_expiring: (now) => sql`
    select ${expiring(sql`e`, sql`e.url`, now)} from ${webhookEndpoints} e
    where e.enabled and e.expires_at <= ${now} + ${noticeTime}`,

  // Requests with an expired key are refused, and raise an alert.
  api_key_expiring: (now) => sql`
    select ${expiring(sql`k`, sql`k.name`, now)} from ${apiKeys} k
    where k.revoked_at is null and k.expires_at > ${now} and k.expires_at <= ${now} + ${noticeTime}`,
};

function expiring(row: SQL, name: SQL, now: SQL<Date>): SQL {
  const end = sql`${row}.expires_at`;
  const on = sql`to_char(${end} at time zone 'UTC', 'YYYY-MM-DD')`;
  return sql`
    ${row}.id::text || ' ' || to_char(${end} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as subject,
    null::text as order_id, null::int as position, greatest(${end} - ${noticeTime}, ${row}.created_at) as at,
    case when ${end} > ${now} then ${messageSql('access_expires', { name, on })}
      else ${messageSql('access_expired', { name, on })} end as words`;
}

function alertsOf(condition: SQL): SQL {
  return sql`
    select a.id::text as subject, ${ofAlert} as order_id, null::int as position, a.raised_at as at,
      ${stored(sql`a.message`)} as words
    from ${alerts} a where ${condition}`;
}
