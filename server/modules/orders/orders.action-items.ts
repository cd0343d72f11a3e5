import { sql } from 'drizzle-orm';
import { openStatuses } from '../../../contract/order-status.ts';
import { sqlList } from '../../database/columns.ts';
import { messageSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { alerts } from '../security/security.schema.ts';
import { orders } from './orders.schema.ts';

const ofAlert = sql`a.details ->> 'orderId'`;

export const ordersActionItems = {
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
        and o.payment_state <> 'awaiting_transfer' and o.created_at < ${now} - interval '3 days'
      union all
      select o.id, o.updated_at, 'failed', ${messageSql('order_failed_and_paid', null)}
      from ${orders} o
      where o.deleted_at is null and o.status_by_hand and o.status = 'failed' and o.payment_status = 'paid'
        and not exists (select from ${alerts} a where a.type = 'late_payment' and ${ofAlert} = o.id)
    ) s`,
} satisfies ActionItemQueries;
