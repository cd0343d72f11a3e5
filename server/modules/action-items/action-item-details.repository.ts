// SQL of what the overview shows beside an action item: its order, its link, and the links to send.
import { inArray, sql } from 'drizzle-orm';
import type { OrderCategory } from '../../../contract/category.ts';
import { unsettledDispatchStates } from '../../../contract/dispatch-status.ts';
import { type ReplacedUnits, sumReplaced } from '../../../contract/order-progress.ts';
import { sqlList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { dispatches, linkReplacements, linkRequests } from '../dispatch/dispatch.schema.ts';
import { isOpenRequest } from '../dispatch/link-acts.schema.ts';
import { isOpenLinkRequest, unsentLinks } from '../dispatch/unsent-links.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { paymentAttempts, refunds } from '../payments/payments.schema.ts';

export type ActionItemDetails = {
  email: string;
  category: OrderCategory;
  /** The `offerKey()` of the order. */
  offer: string;
  quantity: number;
  amountCents: number;
  /** Null for an item about no link. */
  postLink: string | null;
  linkQuantity: number | null;
  providerOrderId: string | null;
  refillRequestedAt: string | null;
  /** The open request for another link. */
  requested: { new_link: string; active_order_id: string | null } | null;
  /** Only of a dispute whose gateway returned it. */
  evidenceDueAt: string | null;
};
type ItemOfOrder = { orderId: string; position: number | null; isDispute: boolean };
/** What the worth of the undelivered units of an order is computed from. */
export type RefundFacts = {
  order: typeof orders.$inferSelect;
  attempts: (typeof paymentAttempts.$inferSelect)[];
  refunds: (typeof refunds.$inferSelect)[];
  sent: (typeof dispatches.$inferSelect)[];
  replaced: ReplacedUnits;
};
/** `rests`: links of which a provider delivered a part before; `restQuantity`: what is left of them. */
export type UnsentUnits = {
  /** The `offerKey()` of the orders. */
  offer: string;
  links: number;
  orders: number;
  quantity: number;
  rests: number;
  restQuantity: number;
};
/** One query for all items, by their place in the list. */
export async function readDetails(
  db: Queryable,
  items: readonly ItemOfOrder[],
): Promise<Map<number, ActionItemDetails>> {
  if (items.length === 0) return new Map();
  const listed = JSON.stringify(items.map((item, place) => ({ ...item, place })));
  const { rows } = await db.execute<ActionItemDetails & { place: number }>(sql`
    select i.place, o.customer_email as email, o.category, offer_key(o.category, o.offer) as offer, o.quantity, o.amount_cents as "amountCents",
      o.post_links[i.position + 1] as "postLink", coalesce(d.quantity, case when r.number is not null then
        o.quantity / cardinality(o.post_links) + (i.position < o.quantity % cardinality(o.post_links))::int end
      ) as "linkQuantity",
      d.provider_order_id as "providerOrderId",
      (select to_char(max(q.requested_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from ${deliveryRequests} q
        where q.order_id = o.id and q.position = i.position and q.kind = 'refill') as "refillRequestedAt",
      case when r.number is not null then jsonb_build_object('new_link', r.new_link, 'active_order_id', (
        select a.order_id from ${dispatches} a where a.link_key = r.link_key and a.order_id <> r.order_id
          and (a.state in (${sqlList(unsettledDispatchStates)}) or (a.state = 'sent' and a.following)) limit 1))
        end as requested,
      case when i."isDispute" then (
        select to_char(max(p.dispute_due_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from ${paymentAttempts} p where p.order_id = o.id) end as "evidenceDueAt"
    from jsonb_to_recordset(${listed}::jsonb)
        as i(place int, "orderId" text, "position" int, "isDispute" boolean)
      join ${orders} o on o.id = i."orderId"
      left join ${dispatches} d on d.order_id = o.id and d.position = i.position
      left join ${linkRequests} r on r.order_id = o.id and r.position = i.position and ${isOpenRequest}`);
  return new Map(rows.map(({ place, ...details }) => [place, details]));
}

/** Five queries, whatever the number of orders. */
export async function refundFacts(db: Queryable, ids: string[]): Promise<RefundFacts[]> {
  if (ids.length === 0) return [];
  const found = await db.select().from(orders).where(inArray(orders.id, ids));
  const sent = await db.select().from(dispatches).where(inArray(dispatches.orderId, ids));
  const given = await db.select().from(refunds).where(inArray(refunds.orderId, ids));
  const attempts = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids));
  const replaced = await db.select().from(linkReplacements).where(inArray(linkReplacements.orderId, ids));
  return found.map((order) => {
    const isOfOrder = ({ orderId }: { orderId: string }) => orderId === order.id;
    return {
      order,
      attempts: attempts.filter(isOfOrder),
      refunds: given.filter(isOfOrder),
      sent: sent.filter(isOfOrder),
      replaced: sumReplaced(replaced.filter(isOfOrder)),
    };
  });
}

/** What is unsent of the paid orders, by offer. Links are read one by one only of orders that were partly sent or replaced. */
export async function unsentUnits(db: Queryable): Promise<UnsentUnits[]> {
  const { rows } = await db.execute<UnsentUnits>(sql`
    with unsent as materialized (
      select u.*, u.unsent = u.links and not exists (select from ${linkReplacements} r where r.order_id = u.id) as is_whole
      from (${unsentLinks}) u
    ), counted as (
      select offer, links, quantity, 0 as rests, 0 as rest_quantity from unsent where is_whole
      union all
      select u.offer, count(*), sum(q.unsent), count(*) filter (where r.delivered > 0),
        coalesce(sum(q.unsent) filter (where r.delivered > 0), 0)
      from unsent u join ${orders} o on o.id = u.id
        cross join lateral generate_series(0, u.links - 1) as p(place)
        cross join lateral (select coalesce(sum(r.delivered), 0) as delivered from ${linkReplacements} r
          where r.order_id = o.id and r.position = p.place) r
        cross join lateral (
          select o.quantity / u.links + (p.place < o.quantity % u.links)::int - r.delivered as unsent) q
      where not u.is_whole and not exists (select from ${dispatches} d where d.order_id = o.id and d.position = p.place
        and d.state <> 'waiting')
        and not exists (select from ${linkRequests} r where ${isOpenLinkRequest} and r.position = p.place)
      group by u.id, u.offer
    )
    select offer, sum(links)::int as links, count(*)::int as orders, sum(quantity)::int as quantity, sum(rests)::int as rests,
      sum(rest_quantity)::int as "restQuantity"
    from counted group by offer order by offer`);
  return rows;
}
