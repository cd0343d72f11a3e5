// SQL of what the overview shows beside an action item: its order, its link, and the links to send.
import { sql } from 'drizzle-orm';
import type { Category } from '../../../contract/category.ts';
import { placedDispatchStates } from '../../../contract/dispatch-status.ts';
import type { Database } from '../../database/database.ts';
import { sqlList } from '../../database/sql-list.ts';
import { isCompletedStatus } from '../../database/status-words.ts';
import { deliveryRequests, dispatches, linkReplacements } from '../fulfilment/fulfilment.schema.ts';
import { unsentLinks } from '../fulfilment/unsent-links.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';

export type ActionItemDetails = {
  email: string;
  category: Category;
  quantity: number;
  amountCents: number;
  /** Null for an item about no link. */
  postLink: string | null;
  linkQuantity: number | null;
  providerOrderId: string | null;
  refillRequestedAt: string | null;
  /** Only of a dispute whose gateway returned it. */
  evidenceDueAt: string | null;
  /** The worth of the undelivered units; null unless it was requested and every link ended with a known count. */
  undeliveredCents: number | null;
};
export type ItemOfOrder = { orderId: string; position: number | null; isStopped: boolean; isDispute: boolean };
export type UnsentUnits = { category: Category; links: number; orders: number; quantity: number };
export type ActionItemDetailsRepository = ReturnType<typeof createActionItemDetailsRepository>;

export function createActionItemDetailsRepository({ db }: Database) {
  return {
    /** One query for all items, by their place in the list. The refund itself computes its amount again. */
    async detailsOf(items: readonly ItemOfOrder[]): Promise<Map<number, ActionItemDetails>> {
      if (items.length === 0) return new Map();
      const listed = JSON.stringify(items.map((item, place) => ({ ...item, place })));
      const { rows } = await db.execute<ActionItemDetails & { place: number }>(sql`
        select i.place, o.customer_email as email, o.category, o.quantity, o.amount_cents as "amountCents",
          o.post_links[i.position + 1] as "postLink", d.quantity as "linkQuantity",
          d.provider_order_id as "providerOrderId",
          (select to_char(max(q.requested_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from ${deliveryRequests} q
            where q.order_id = o.id and q.position = i.position and q.kind = 'refill') as "refillRequestedAt",
          case when i."isDispute" then (
            select to_char(max(p.dispute_due_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from ${paymentAttempts} p where p.order_id = o.id) end as "evidenceDueAt",
          case when i."isStopped" and u.ended and u.links = cardinality(o.post_links) then least(
            o.amount_cents - o.refunded_cents,
            round(o.amount_cents::numeric * greatest(u.missing - u.given, 0) / o.quantity))::int
          end as "undeliveredCents"
        from jsonb_to_recordset(${listed}::jsonb)
            as i(place int, "orderId" text, "position" int, "isStopped" boolean, "isDispute" boolean)
          join ${orders} o on o.id = i."orderId"
          left join ${dispatches} d on d.order_id = o.id and d.position = i.position
          left join lateral (
            select count(*) as links,
              bool_and(l.state = 'sent' and not l.following
                and (l.remains is not null or coalesce(${isCompletedStatus(sql`l.live_status`)}, false))) as ended,
              coalesce(sum(l.remains) filter (where not coalesce(${isCompletedStatus(sql`l.live_status`)}, false)
                and coalesce(l.shortfall, '') not in ('refilled', 'dismissed')), 0) as missing,
              (select coalesce(sum(r.undelivered_quantity), 0) from ${refunds} r
                where r.order_id = o.id and r.state <> 'failed') as given
            from ${dispatches} l where l.order_id = o.id) u on i."isStopped"`);
      return new Map(rows.map(({ place, ...details }) => [place, details]));
    },

    /** What is unsent of the paid orders, by category. */
    async unsentUnits(): Promise<UnsentUnits[]> {
      const { rows } = await db.execute<UnsentUnits>(sql`
        select o.category, count(*)::int as links, count(distinct o.id)::int as orders,
          sum(o.quantity / u.links + (p.place < o.quantity % u.links)::int
            - coalesce((select sum(r.delivered) from ${linkReplacements} r
                where r.order_id = o.id and r.position = p.place), 0))::int as quantity
        from (${unsentLinks}) u join ${orders} o on o.id = u.id
          cross join lateral generate_series(0, u.links - 1) as p(place)
        where not exists (select from ${dispatches} d where d.order_id = o.id and d.position = p.place
          and d.state in (${sqlList(placedDispatchStates)}))
        group by o.category order by o.category`);
      return rows;
    },
  };
}
