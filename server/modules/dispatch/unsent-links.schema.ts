// The links of paid orders that can be sent now: a subquery that other modules join like a table.
import { sql } from 'drizzle-orm';
import { placedDispatchStates } from '../../../contract/dispatch-status.ts';
import { endedStatuses } from '../../../contract/order-status.ts';
import { openRefundStates } from '../../../contract/payment-status.ts';
import { sqlList } from '../../database/columns.ts';
import { orders } from '../orders/orders.schema.ts';
import { refunds } from '../payments/payments.schema.ts';
import { dispatches, linkReplacements, linkRequests, sendingPauses } from './dispatch.schema.ts';

/** Of an order `o`: links of it can still be sent. */
export const isOpenPaidOrder = sql`(o.deleted_at is null and o.payment_status = 'paid'
  and o.status not in (${sqlList(endedStatuses)}))`;

const placed = sql`d.order_id = o.id and d.state in (${sqlList(placedDispatchStates)})`;

/** The buyer of an order `o` paused its sending. */
export const isPaused = sql`exists (select from ${sendingPauses} p where p.order_id = o.id and p.ended_at is null)`;

/** Of an order `o`. Until the refund has a result, nothing is sent, refilled or replaced; it has an action item of its own. */
export const hasOpenRefund = sql`exists (select from ${refunds} r
  where r.order_id = o.id and r.state in (${sqlList(openRefundStates)}))`;

/**
 * Why no link of a paid order `o` can be sent now, as a `SendBarrier`, or null. `refunded`: refunds stand for all units
 * that are not at a provider. Most orders have no refund: one look-up replaces five.
 */
export const sendBarrier = sql`coalesce(
  case when exists (select from ${refunds} r where r.order_id = o.id) then case
    when ${hasOpenRefund} then 'refund_open'
    when (select sum(r.undelivered_quantity) from ${refunds} r where r.order_id = o.id and r.state <> 'failed') >=
      o.quantity
      - (select coalesce(sum(d.quantity - case d.shortfall when 'refunded' then coalesce(d.remains, d.quantity) else 0 end), 0)
        from ${dispatches} d where ${placed})
      - (select coalesce(sum(l.delivered), 0) from ${linkReplacements} l where l.order_id = o.id)
      then 'refunded'
    end end,
  case when ${isPaused} then 'paused' end)`;

/** Links `d` that do not wait for a send: a provider has them, or their send failed, which is a separate action item. */
const notToSend = sql`d.order_id = o.id and d.state <> 'waiting'`;

/** Requests `r` of an order `o` for another link. Until one is decided, its link is not sent: a separate action item. */
export const isOpenLinkRequest = sql`r.order_id = o.id and r.state = 'requested' and r.old_link = o.post_links[r.position + 1]`;

/**
 * One row an order: `id`, `paid_at`, `offer` (`offerKey()`), `quantity`, `links`, and the number of them that are `unsent`.
 * Computed from the ledger, not from the status.
 */
export const unsentLinks = sql`
  select o.id, o.paid_at, offer_key(o.category, o.offer) as offer, o.quantity, cardinality(o.post_links) as links, l.unsent
  from ${orders} o cross join lateral (
    select cardinality(o.post_links) - (select count(*) from ${dispatches} d where ${notToSend})
      - (select count(*) from ${linkRequests} r where ${isOpenLinkRequest}
        and not exists (select from ${dispatches} d where ${notToSend} and d.position = r.position)) as unsent) l
  where o.delivery_state in ('to_send', 'sending') and ${isOpenPaidOrder} and l.unsent > 0 and ${sendBarrier} is null`;
