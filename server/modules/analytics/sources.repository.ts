// SQL of visitors and orders by source, from daily totals. Days are in the store's time zone.
import { type SQL, sql } from 'drizzle-orm';
import type { SourceList } from '../../../contract/source-lists.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay, visitsZone } from '../../database/zones.ts';
import { visitHours, visitNames } from '../visitors/visitors.schema.ts';
import { sourceDays } from './analytics.schema.ts';

export const mostSources = 100;
/** Anyone can write a link with a new name: the newest totals count, and the work is bounded. */
const mostRead = 50_000;

export type SourceFigures = {
  name: string;
  visitors: number;
  checkouts: number;
  orders: number;
  payments: number;
  revenueCents: number;
};

/** The last days including today. `ownHost`: links within the store are no source. */
export async function sourceFigures(
  db: Queryable,
  list: SourceList,
  days: number,
  ownHost: string,
): Promise<{ rows: SourceFigures[]; names: number }> {
  const firstIn = (zone: SQL) => sql`${toZonedDay(dbNow(db), zone)} - (${days}::int - 1)`;
  const { rows } = await db.execute<SourceFigures & { names: number }>(sql`
    with seen as (
      select name, count as visitors, checkouts, 0 as placed, 0 as payments, 0::bigint as revenue_cents from ${visitNames}
      where grain = 'day' and ${visitNames.list} = ${list} and starts_at >= ${dayStart(firstIn(visitsZone), visitsZone)}
      order by starts_at desc limit ${mostRead}
    ), bought as (
      select name, 0 as visitors, 0 as checkouts, placed, payments, revenue_cents from ${sourceDays}
      where ${sourceDays.list} = ${list} and day >= ${firstIn(ordersZone)} order by day desc limit ${mostRead}
    ), named as (
      select case when ${list} = 'source' and name = ${ownHost} then 'direct' else name end as name,
        sum(visitors)::int as visitors, sum(checkouts)::int as checkouts, sum(placed)::int as orders,
        sum(payments)::int as payments, sum(revenue_cents)::float8 as "revenueCents"
      from (select * from seen union all select * from bought) as n group by 1
    )
    select *, (count(*) over ())::int as names from named
    where visitors > 0 or checkouts > 0 or orders > 0 or payments > 0 or "revenueCents" > 0
    order by "revenueCents" desc, orders desc, visitors desc, name limit ${mostSources}`);
  return { rows, names: rows[0]?.names ?? 0 };
}

/** How many names of a day differ between the totals as they are kept and the orders. Reads all orders: for a job at night. */
export async function countWrongSources(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from (
        select coalesce(${toZonedDay(sql`moved_at`, ordersZone)}, day) as day, list, name, placed, payments, revenue_cents
        from ${sourceDays}
        union all
        select day, list, name, -placed, -payments, -revenue_cents from compute_source_days(orders_zone())
      ) as compared group by day, list, name
      having sum(placed) <> 0 or sum(payments) <> 0 or sum(revenue_cents) <> 0
    ) as wrong`);
  return rows[0]?.count ?? 0;
}

/** Of all visitors, as `visitors` of analytics.repository.ts. */
export async function visitorTotals(db: Queryable, days: number): Promise<{ visitors: number; checkouts: number }> {
  const first = sql`${toZonedDay(dbNow(db), visitsZone)} - (${days}::int - 1)`;
  const { rows } = await db.execute<{ visitors: number; checkouts: number }>(sql`
    select coalesce(sum(people), 0)::int as visitors, coalesce(sum(saw_checkout), 0)::int as checkouts
    from ${visitHours} where hour >= ${dayStart(first, visitsZone)}`);
  return rows[0] ?? { visitors: 0, checkouts: 0 };
}
