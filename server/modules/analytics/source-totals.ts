// Totals of orders by source: the folded ones of each day and list, and what changed since.
import { sql } from 'drizzle-orm';
import type { Tx } from '../../database/database.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import { lostOrders, sourceDays, sourceMoves } from './analytics.schema.ts';

const movedDay = toZonedDay(sql`moved_at`, ordersZone);
const listsOf = sql`source_lists(source, network_country, device_type) as l`;

/** Rows of day, list, name, placed, payments and revenue_cents. Several can have the same name of a day. */
export const sourceTotals = sql`(
  select day, list, name, placed, payments, revenue_cents from ${sourceDays}
  union all
  select ${movedDay}, l.list, l.name, placed, payments, revenue_cents from ${sourceMoves}, ${listsOf})`;

/** Rows of day, source, reason and orders. */
export const lostTotals = sql`(
  select day, source, reason, orders from ${lostOrders}
  union all
  select ${movedDay}, coalesce(source ->> 'source', 'unknown'), reason, placed from ${sourceMoves} where reason is not null)`;

/** Brings the changes into the totals of their days and names. The work grows with the changes. */
export async function foldSources(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with moved as (delete from ${sourceMoves} returning *),
      changes as (
        select ${movedDay} as day, l.list, l.name, sum(placed) as placed, sum(payments) as payments, sum(revenue_cents) as cents
        from moved, ${listsOf} group by 1, 2, 3
      ),
      before as (
        delete from ${sourceDays} d using changes c where (d.list, d.name, d.day) = (c.list, c.name, c.day)
        returning d.day, d.list, d.name, d.placed, d.payments, d.revenue_cents
      ),
      lost as (
        select ${movedDay} as day, coalesce(source ->> 'source', 'unknown') as source, reason, sum(placed) as orders
        from moved where reason is not null group by 1, 2, 3
      ),
      lost_before as (
        delete from ${lostOrders} d using lost l where (d.source, d.day, d.reason) = (l.source, l.day, l.reason)
        returning d.day, d.source, d.reason, d.orders
      ),
      lost_after as (
        insert into ${lostOrders} (day, source, reason, orders)
        select day, source, reason, sum(orders) from (select * from lost union all select * from lost_before) as l
        group by 1, 2, 3 having sum(orders) <> 0
      )
    insert into ${sourceDays} (day, list, name, placed, payments, revenue_cents)
    select day, list, name, sum(placed), sum(payments), sum(cents)
    from (select * from changes union all select * from before) as s group by 1, 2, 3
    having sum(placed) <> 0 or sum(payments) <> 0 or sum(cents) <> 0`);
}
