import { sql } from 'drizzle-orm';
import { messageSql, noWords, storedWordsSql } from '../../database/message-sql.ts';
import type { ActionItemQueries } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { dispatchOrder, retryHeldLinks, sweepWaiting } from '../../workflows/dispatch-automatically.ts';
import { expireClaims } from '../../workflows/dispatch-order.ts';
import { endPauses } from '../../workflows/pause-sending.ts';
import { moveStalled, sendRest } from '../../workflows/request-move.ts';
import { isOverOrder, orders } from '../orders/orders.schema.ts';
import { dispatchPrivacy } from './dispatch.privacy.ts';
import { dispatchRoutes } from './dispatch.routes.ts';
import { dispatches, linkRequests, sendingPauses } from './dispatch.schema.ts';
import { acceptsSend, isOpenRequest } from './link-acts.schema.ts';
import { unsentLinks } from './unsent-links.schema.ts';

const dispatchActionItems = {
  sending_paused: () => sql`
    select p.mail_id::text as subject, p.order_id, null::int as position, p.paused_at as at,
      ${messageSql('sending_paused_by_customer', null)} as words
    from ${sendingPauses} p join ${orders} o on o.id = p.order_id
    where p.ended_at is null and not ${isOverOrder}`,

  links_to_send: () => sql`
    select u.id as subject, u.id as order_id, null::int as position, u.paid_at as at,
      ${messageSql('links_unsent', { unsent: sql`u.unsent`, links: sql`u.links` })} as words
    from (${unsentLinks}) u`,

  // Requests for another link, until the link is sent. "offset 0" makes the planner start with the few requests.
  link_requested: () => sql`
    select r.order_id || ' ' || r.number as subject, r.order_id, r.position::int, r.requested_at as at,
      ${noWords} as words
    from (select * from ${linkRequests} where state = 'requested' offset 0) r join ${orders} o on o.id = r.order_id
      left join ${dispatches} d on d.order_id = r.order_id and d.position = r.position
    where ${isOpenRequest}`,

  // Sends whose response was lost.
  dispatch_unknown: () => sql`
    select d.order_id || ' ' || d.position as subject, d.order_id, d.position::int, d.claimed_at as at,
      ${storedWordsSql(sql`d.error`)} as words
    from ${dispatches} d where d.state = 'unknown'`,

  dispatch_failed: () => sql`
    select d.order_id || ' ' || d.position || ' ' || d.claim_id as subject, d.order_id, d.position::int,
      d.claimed_at as at, ${storedWordsSql(sql`d.error`)} as words
    from ${dispatches} d join ${orders} o on o.id = d.order_id
    where d.state = 'failed' and ${acceptsSend}`,
} satisfies ActionItemQueries;

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    dispatch_order: { orderId: string };
    sweep_waiting: NoPayload;
    retry_held_links: NoPayload;
    expire_claims: NoPayload;
    /** Of a link that was moved to another provider. */
    send_rest: { orderId: string; position: number };
    move_stalled: NoPayload;
    /** Orders whose buyers paused the sending go on. */
    end_pauses: NoPayload;
  }
}

export const dispatch = {
  routes: dispatchRoutes,
  jobs: {
    dispatch_order: { run: (ctx, { orderId }) => dispatchOrder(ctx, orderId) },
    sweep_waiting: { run: sweepWaiting, schedule: '* * * * *' },
    retry_held_links: { run: retryHeldLinks },
    expire_claims: { run: expireClaims, schedule: '* * * * *' },
    send_rest: { run: sendRest },
    move_stalled: { run: moveStalled, schedule: '*/10 * * * *' },
    end_pauses: { run: endPauses, schedule: '* * * * *' },
  },
  actionItems: dispatchActionItems,
  privacy: dispatchPrivacy,
} satisfies StoreModule;
