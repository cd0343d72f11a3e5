// SQL of visitors and orders by source, from daily totals. Days are in the store's time zone.
import { type SQL, sql } from 'drizzle-orm';
import type { SourceList } from '../../../contract/source-lists.ts';
import { dbNow, onlyRow, type Queryable } from '../../database/database.ts';
import { dayStart, ordersZone, toZonedDay, visitsZone } from '../../database/zones.ts';
import type { NamedFigures, OrderPeriod, SourceOf } from '../../ports/figures.ts';
import { orders } from '../orders/orders.schema.ts';
import { visitHours, visitNames } from '../visitors/visitors.schema.ts';
import { mostTotalsRead } from './analytics.schema.ts';
import { lostTotals, sourceTotals } from './source-totals.ts';

export const mostSources = 100;

export type SourceFigures = {
  name: string;
  visitors: number;
  checkouts: number;
  orders: number;
  payments: number;
  revenueCents: number;
};

/** The last days including today. `ownHost`: links within the store are no source. `only`: one name. */
export async function sourceFigures(
  db: Queryable,
  list: SourceList,
  days: number,
  { ownHost, only }: { ownHost: string; only: string | null },
): Promise<{ rows: SourceFigures[]; names: number }> {
  const firstIn = (zone: SQL) => sql`${toZonedDay(dbNow(db), zone)} - (${days}::int - 1)`;
  const { rows } = await db.execute<SourceFigures & { names: number }>(sql`
    with seen as (
      select name, count as visitors, checkouts, 0 as placed, 0 as payments, 0::bigint as revenue_cents from ${visitNames}
      where grain = 'day' and ${visitNames.list} = ${list} and starts_at >= ${dayStart(firstIn(visitsZone), visitsZone)}
      order by starts_at desc limit ${mostTotalsRead}
    ), bought as (
      select name, 0 as visitors, 0 as checkouts, placed, payments, revenue_cents from ${sourceTotals} as t
      where list = ${list} and day >= ${firstIn(ordersZone)} order by day desc limit ${mostTotalsRead}
    ), named as (
      select case when ${list} = 'source' and name = ${ownHost} then 'direct' else name end as name,
        sum(visitors)::int as visitors, sum(checkouts)::int as checkouts, sum(placed)::int as orders,
        sum(payments)::int as payments, sum(revenue_cents)::float8 as "revenueCents"
      from (select * from seen union all select * from bought) as n group by 1
    )
    select *, (count(*) over ())::int as names from named
    where (visitors > 0 or checkouts > 0 or orders > 0 or payments > 0 or "revenueCents" > 0)
      ${only === null ? sql`` : sql`and name = ${only}`}
    order by "revenueCents" desc, orders desc, visitors desc, name limit ${mostSources}`);
  return { rows, names: rows[0]?.names ?? 0 };
}

export type NamedPeriod = NamedFigures & Pick<OrderPeriod, 'from' | 'to'>;

/** As `ofDays` of analytics.repository.ts, of one name in a list. */
export async function namedOfDays(
  db: Queryable,
  { list, name }: SourceOf,
  days: number,
  daysAgo: number,
): Promise<NamedPeriod> {
  const found = await db.execute<NamedPeriod>(sql`
    select to_char(first, 'YYYY-MM-DD') as "from", to_char(last, 'YYYY-MM-DD') as "to", s.*
    from (select last - ${days}::int + 1 as first, last
        from (select ${toZonedDay(dbNow(db), ordersZone)} - ${daysAgo}::int as last) as l) as p,
      lateral (
        select coalesce(sum(placed), 0)::int as orders, coalesce(sum(payments), 0)::int as "paidOrders",
          coalesce(sum(revenue_cents), 0)::float8 as "revenueCents"
        from ${sourceTotals} as t where list = ${list} and name = ${name} and day between first and last
      ) as s`);
  return onlyRow(found);
}

/** As `days` of analytics.repository.ts, of one name in a list. */
export async function namedDays(
  db: Queryable,
  { list, name }: SourceOf,
  count: number,
  daysAgo: number,
): Promise<{ from: string; orders: number; revenueCents: number }[]> {
  const last = sql`${toZonedDay(dbNow(db), ordersZone)} - ${daysAgo}::int`;
  const { rows } = await db.execute<{ from: string; orders: number; revenueCents: number }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as "from", coalesce(sum(placed), 0)::int as orders,
      coalesce(sum(revenue_cents), 0)::float8 as "revenueCents"
    from (select ${last} - back as day from generate_series(0, ${count}::int - 1) as back) as d
      left join ${sourceTotals} s on s.list = ${list} and s.name = ${name} and s.day = d.day
    group by d.day order by d.day`);
  return rows;
}

/** As `withinHours` of analytics.repository.ts, of one name in a list. The work grows with the hours. */
export async function namedWithinHours(db: Queryable, { list, name }: SourceOf, hours: number): Promise<NamedFigures> {
  const since = sql`${dbNow(db)} - ${hours} * interval '1 hour'`;
  const isNamed = sql`exists (select from source_lists(source, network_country, device_type) as l
    where l.list = ${list} and l.name = ${name})`;
  const found = await db.execute<NamedFigures>(sql`
    select placed.*, paid.* from (
      select count(*)::int as orders from ${orders}
      where ${orders.deletedAt} is null and ${orders.createdAt} > ${since} and ${isNamed}
    ) as placed, (
      select (count(*) filter (where cents > 0))::int as "paidOrders", coalesce(sum(cents), 0)::float8 as "revenueCents"
      from (select revenue_of(payment_status, amount_cents, refunded_cents) as cents
        from ${orders} where ${orders.paidAt} > ${since} and ${isNamed}) as earned
    ) as paid`);
  return onlyRow(found);
}

/** How many names and losses of a day differ between the totals as they are kept and the orders. Reads all orders: for a job at night. */
export async function countWrongSources(db: Queryable): Promise<number> {
  const found = await db.execute<{ count: number }>(sql`
    select (select count(*)::int from (
      select from (
        select * from ${sourceTotals} as kept
        union all
        select day, list, name, -placed, -payments, -revenue_cents from compute_source_days(orders_zone())
      ) as compared group by day, list, name
      having sum(placed) <> 0 or sum(payments) <> 0 or sum(revenue_cents) <> 0
    ) as wrong) + (select count(*)::int from (
      select from (
        select * from ${lostTotals} as kept
        union all
        select day, source, reason, -orders from compute_lost_orders(orders_zone())
      ) as compared group by day, source, reason having sum(orders) <> 0
    ) as wrong) as count`);
  return onlyRow(found).count;
}

/** Of all visitors, as `visitors` of analytics.repository.ts. */
export async function visitorTotals(db: Queryable, days: number): Promise<{ visitors: number; checkouts: number }> {
  const first = sql`${toZonedDay(dbNow(db), visitsZone)} - (${days}::int - 1)`;
  const { rows } = await db.execute<{ visitors: number; checkouts: number }>(sql`
    select coalesce(sum(people), 0)::int as visitors, coalesce(sum(saw_checkout), 0)::int as checkouts
    from ${visitHours} where hour >= ${dayStart(first, visitsZone)}`);
  return rows[0] ?? { visitors: 0, checkouts: 0 };
}
