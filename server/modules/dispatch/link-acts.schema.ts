// SQL conditions for acts on a link `d` of an order `o`: an action item is open only while the store accepts its act. They repeat
// the rules of claim-dispatch.ts, refill-order.ts and replace-link.ts; action-item-histories.test.ts compares both.
import { sql } from 'drizzle-orm';
import { placedDispatchStates } from '../../../contract/dispatch-status.ts';
import { sqlList } from '../../database/columns.ts';
import { hasPersonalData } from '../orders/orders.schema.ts';
import { refunds } from '../payments/payments.schema.ts';
import { dispatches, linkReplacements } from './dispatch.schema.ts';
import { hasOpenRefund, isOpenPaidOrder, isPaused, sendBarrier } from './unsent-links.schema.ts';

/** After so many hours a refill without a result no longer blocks another one. */
export const staleRefillHours = 24;

/** Does not check for an open refill. */
export const acceptsRefill = sql`(d.state = 'sent' and d.provider_order_id is not null and o.deleted_at is null
  and d.shortfall is distinct from 'refunded' and not ${hasOpenRefund})`;

/** The missing units of a stopped link, by the rule of `computeUndeliveredAmount`. */
const missingUnits = sql`case when d2.following or d2.shortfall in ('refilled', 'dismissed') then 0
  when provider_status_kind(d2.live_status) in ('canceled', 'refunded', 'failed') then coalesce(d2.remains, d2.quantity)
  when provider_status_kind(d2.live_status) = 'partial' then coalesce(d2.remains, 0) else 0 end`;

/** True if refunds cover more undelivered units than the other links of the order miss: they cover this link. */
const isRefundedUnsent = sql`exists (
  select from (select sum(r.undelivered_quantity) as units from ${refunds} r
    where r.order_id = d.order_id and r.state <> 'failed') given
  where given.units > o.quantity - d.quantity
    - (select coalesce(sum(l.delivered), 0) from ${linkReplacements} l where l.order_id = d.order_id)
    - (select coalesce(sum(d2.quantity - ${missingUnits}), 0) from ${dispatches} d2
      where d2.order_id = d.order_id and d2.state in (${sqlList(placedDispatchStates)})))`;

/** For a link that no provider has accepted. */
export const acceptsSend = sql`(${isOpenPaidOrder} and o.${hasPersonalData} and not ${isPaused}
  and not ${hasOpenRefund} and not ${isRefundedUnsent})`;

/** True while an admin can decide the request `r` of the order `o` and its dispatch `d`. */
export const isOpenRequest = sql`(r.state = 'requested' and r.old_link = o.post_links[r.position + 1]
  and d.state is distinct from 'sent' and ${isOpenPaidOrder} and ${sendBarrier} is distinct from 'refunded')`;
