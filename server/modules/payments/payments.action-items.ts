import { type SQL, sql } from 'drizzle-orm';
import { openRefundStates } from '../../../contract/payment-status.ts';
import { sqlList } from '../../database/columns.ts';
import { messageSql, storedWordsSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { orders } from '../orders/orders.schema.ts';
import { alerts } from '../security/security.schema.ts';
import { paymentAttempts, refunds } from './payments.schema.ts';
import { payouts } from './payouts.schema.ts';

const ofAlert = sql`a.details ->> 'orderId'`;

export const paymentsActionItems = {
  payment_mismatch: () =>
    selectAlerts(sql`a.type = 'payment_mismatch'
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
    selectAlerts(sql`a.type = 'second_capture'
      and (not exists (select from ${paymentAttempts} p where p.order_id = ${ofAlert} and p.state = 'second_capture')
        or exists (select from ${paymentAttempts} p where p.order_id = ${ofAlert} and p.state = 'second_capture'
          and p.amount_cents > (select coalesce(sum(r.amount_cents), 0) from ${refunds} r
            where r.order_id = p.order_id and r.attempt_number = p.number and r.state = 'refunded')))`),

  // Payments that a bank took back, until the dispute ends for the store.
  chargeback: () =>
    selectAlerts(sql`a.type = 'chargeback' and (a.once_key is not null
      or exists (select from ${orders} o where o.id = ${ofAlert} and o.payment_status = 'disputed'))`),

  // Orders paid after they expired or were deleted, until they are delivered or refunded.
  late_payment: () =>
    selectAlerts(sql`a.type = 'late_payment' and exists (select from ${orders} o where o.id = ${ofAlert}
      and o.payment_status = 'paid' and (o.deleted_at is not null or o.status not in ('processing', 'completed')))`),

  // Reconciliations that found a difference.
  money_difference: () => selectAlerts(sql`a.type = 'money_difference'`),

  // Refunds that failed in the background, without a later one, while the store still has the payment.
  refund_failed: () =>
    selectAlerts(sql`a.type = 'refund_failed' and not exists (select from ${refunds} r
      where r.order_id = ${ofAlert} and r.created_at > a.raised_at)
      and not exists (select from ${orders} o where o.id = ${ofAlert} and o.payment_status in ('refunded', 'disputed'))`),

  // Longer than a call to the gateway takes.
  refund_unsettled: (now) => sql`
    select r.refund_id as subject, r.order_id, null::int as position, r.created_at as at,
      ${storedWordsSql(sql`r.problem`)} as words
    from ${refunds} r
    where r.state in (${sqlList(openRefundStates)})
      and (r.state = 'unclear' or r.created_at < ${now} - interval '2 minutes')`,

  // Without amounts: roles that see no costs have the item, too. Other differences are another subject.
  payout_difference: () => sql`
    select p.id::text || ' ' || p.difference_key as subject, null::text as order_id, null::int as position,
      p.differs_since as at,
      case when p.gateway_payout_id is null then ${messageSql('payout_typed_differs', {
        day: sql`to_char(p.day, 'YYYY-MM-DD')`,
        from: sql`to_char(p.from_day, 'YYYY-MM-DD')`,
        to: sql`to_char(p.to_day, 'YYYY-MM-DD')`,
      })} else ${messageSql('payout_contents_differ', {
        payout: sql`p.gateway_payout_id`,
        day: sql`to_char(p.day, 'YYYY-MM-DD')`,
        differences: sql`p.differences`,
      })} end as words
    from ${payouts} p where p.differs_since is not null and p.deleted_at is null`,
} satisfies ActionItemQueries;

function selectAlerts(condition: SQL): SQL {
  return sql`
    select a.id::text as subject, ${ofAlert} as order_id, null::int as position, a.raised_at as at,
      ${storedWordsSql(sql`a.message`)} as words
    from ${alerts} a where ${condition}`;
}
