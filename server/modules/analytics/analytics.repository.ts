// SQL of figures from counts and daily totals, never from all orders. Days are in the store's time zone.
import { sql } from 'drizzle-orm';
import { type OfferSetting, offerKey, offerSubject } from '../../../contract/offers.ts';
import { erasedHost } from '../../../contract/retention.ts';
import { type Database, dbNow, type Queryable } from '../../database/database.ts';
import { foldFigures, rebuildFigures } from '../../database/figures-lock.ts';
import { dayStart, ordersZone, toZonedDay, visitsZone } from '../../database/zones.ts';
import type { OrderFigures, OrderPeriod, ReadOrderFigures } from '../../ports/figures.ts';
import { customers } from '../customers/customers.schema.ts';
import { unsentLinks } from '../dispatch/unsent-links.schema.ts';
import { orderCounts, orders } from '../orders/orders.schema.ts';
import { refunds } from '../payments/payments.schema.ts';
import { visitHours } from '../visitors/visitors.schema.ts';
import { orderDays, placedCounts, revenueDays, timeZones } from './analytics.schema.ts';
import { foldSources } from './source-totals.ts';
import { namedOfDays, namedWithinHours } from './sources.repository.ts';

export type Span = { from: string; orders: number; revenueCents: number };
export type Money = Pick<OrderFigures, 'paidOrders' | 'revenueCents'>;

const today = (db: Queryable) => toZonedDay(dbNow(db), ordersZone);

/** Where another module shows the figures of orders beside its own. */
export function orderFiguresFrom(db: Queryable): ReadOrderFigures {
  return {
    withinHours: (hours) => withinHours(db, hours),
    ofDays: (days, daysAgo) => ofDays(db, days, daysAgo),
    namedWithinHours: (of, hours) => namedWithinHours(db, of, hours),
    namedOfDays: (of, days, daysAgo) => namedOfDays(db, of, days, daysAgo),
  };
}

export async function withinHours(db: Queryable, hours: number): Promise<OrderFigures & { declined: number }> {
  const since = sql`${dbNow(db)} - ${hours} * interval '1 hour'`;
  // By the indexes of both times.
  const { rows } = await db.execute<OrderFigures & { declined: number }>(sql`
    select placed.*, paid.* from (
      select count(*)::int as orders,
        (count(*) filter (where payment_state = 'declined'))::int as declined,
        (count(*) filter (where paid_at is not null and status = 'completed'))::int as delivered
      from ${orders} where ${orders.deletedAt} is null and ${orders.createdAt} > ${since}
    ) as placed, (
      select (count(*) filter (where cents > 0))::int as "paidOrders", coalesce(sum(cents), 0)::float8 as "revenueCents"
      from (select revenue_of(payment_status, amount_cents, refunded_cents) as cents
        from ${orders} where ${orders.paidAt} > ${since}) as earned
    ) as paid`);
  return one(rows);
}

export async function ofDays(db: Queryable, days: number, daysAgo: number): Promise<OrderPeriod> {
  const { rows } = await db.execute<OrderPeriod>(sql`
    select to_char(first, 'YYYY-MM-DD') as "from", to_char(last, 'YYYY-MM-DD') as "to", placed.*, paid.*
    from (select last - ${days}::int + 1 as first, last from (select ${today(db)} - ${daysAgo}::int as last) as l) as p,
      lateral (
        select coalesce(sum(placed), 0)::int as orders,
          coalesce(sum(paid) filter (where status = 'completed'), 0)::int as delivered
        from ${orderDays} where day between first and last
      ) as placed, lateral (
        select coalesce(sum(payments), 0)::int as "paidOrders", coalesce(sum(revenue_cents), 0)::float8 as "revenueCents"
        from ${revenueDays} where day between first and last
      ) as paid`);
  return one(rows);
}

export async function statusCounts(db: Queryable): Promise<{ status: string; count: number }[]> {
  return db
    .select({ status: orderCounts.status, count: sql<number>`sum(${orderCounts.count})::int` })
    .from(orderCounts)
    .groupBy(orderCounts.status)
    .having(sql`sum(${orderCounts.count}) > 0`);
}

export async function countUnsentLinks(db: Queryable): Promise<{ links: number; orders: number }> {
  const [found] = (
    await db.execute<{ links: number; orders: number }>(sql`
      select coalesce(sum(u.unsent), 0)::int as links, count(*)::int as orders from (${unsentLinks}) u`)
  ).rows;
  return found ?? { links: 0, orders: 0 };
}

export async function money(db: Queryable): Promise<Money> {
  const { rows } = await db.execute<Money>(sql`
    select coalesce(sum(payments), 0)::int as "paidOrders", coalesce(sum(revenue_cents), 0)::float8 as "revenueCents"
    from ${revenueDays}`);
  return one(rows);
}

/** So many days, the last of them so many days ago. */
export async function days(db: Queryable, count: number, daysAgo: number): Promise<Span[]> {
  const { rows } = await db.execute<Span>(sql`
    select to_char(day, 'YYYY-MM-DD') as "from",
      (select coalesce(sum(placed), 0)::int from ${orderDays} o where o.day = d.day) as orders,
      (select coalesce(sum(revenue_cents), 0)::float8 from ${revenueDays} r where r.day = d.day) as "revenueCents"
    from (
      select (${today(db)} - ${daysAgo}::int - back) as day from generate_series(0, ${count}::int - 1) as back
    ) as d order by d.day`);
  return rows;
}

export async function weeks(db: Queryable, count: number): Promise<Span[]> {
  // ISO weeks, named as 2025-W01.
  const { rows } = await db.execute<Span>(sql`
    select to_char(day, 'IYYY"-W"IW') as "from",
      (select coalesce(sum(placed), 0)::int from ${orderDays} o where o.day between w.day and w.day + 6) as orders,
      (select coalesce(sum(revenue_cents), 0)::float8 from ${revenueDays} r where r.day between w.day and w.day + 6)
        as "revenueCents"
    from (
      select date_trunc('week', ${today(db)}::timestamp)::date - 7 * back as day
      from generate_series(0, ${count}::int - 1) as back
    ) as w order by w.day`);
  return rows;
}

/** `offer`: the ID of one that does not stand for its category, with its name. */
export type OfferRevenue = ReturnType<typeof offerSubject> & { revenueCents: number };

/** Each of the offers, also without revenue. Of all days, or of so many, the last of them so many days ago. */
export async function revenueByOffer(
  db: Queryable,
  offers: readonly OfferSetting[],
  days?: number,
  daysAgo = 0,
): Promise<OfferRevenue[]> {
  const last = sql`${today(db)} - ${daysAgo}::int`;
  const within = days === undefined ? sql`` : sql`where day > ${last} - ${days}::int and day <= ${last}`;
  const { rows } = await db.execute<{ key: string; revenueCents: number }>(sql`
    select category as key, sum(revenue_cents)::float8 as "revenueCents" from ${revenueDays} ${within} group by 1`);
  const found = new Map(rows.map(({ key, revenueCents }) => [key, revenueCents]));
  return offers.map((offer) => ({ ...offerSubject(offer), revenueCents: found.get(offerKey(offer)) ?? 0 }));
}

/** Excludes erased people. */
export async function topCustomers(
  db: Queryable,
  count: number,
): Promise<{ email: string; orders: number; spentCents: number }[]> {
  return db
    .select({ email: customers.email, orders: customers.orders, spentCents: customers.spentCents })
    .from(customers)
    .where(
      sql`${customers.orders} > 0 and ${customers.spentCents} > 0 and ${customers.email} not like ${`%@${erasedHost}`}`,
    )
    .orderBy(sql`${customers.spentCents} desc, ${customers.emailKey} desc`)
    .limit(count);
}

export async function placedOutcomes(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ outcome: string; count: number }>(sql`
    select outcome, sum(count)::int as count from ${placedCounts} group by outcome`);
  return new Map(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Of so many days, the last of them so many days ago. */
export async function visitors(db: Queryable, days: number, daysAgo: number): Promise<number> {
  const last = sql`${toZonedDay(dbNow(db), visitsZone)} - ${daysAgo}::int`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(people), 0)::int as count from ${visitHours}
    where hour >= ${dayStart(sql`${last} - (${days}::int - 1)`, visitsZone)}
      and hour < ${dayStart(sql`${last} + 1`, visitsZone)}`);
  return rows[0]?.count ?? 0;
}

/** What the store refunded on these days, by the day of the refund. By an index: the work grows with the days. */
export async function countRefunds(
  db: Queryable,
  days: number,
  daysAgo: number,
): Promise<{ refunds: number; refundedCents: number }> {
  const last = sql`${today(db)} - ${daysAgo}::int`;
  const { rows } = await db.execute<{ refunds: number; refundedCents: number }>(sql`
    select count(*)::int as refunds, coalesce(sum(amount_cents), 0)::float8 as "refundedCents" from ${refunds}
    where state = 'refunded' and updated_at >= ${dayStart(sql`${last} - (${days}::int - 1)`, ordersZone)}
      and updated_at < ${dayStart(sql`${last} + 1`, ordersZone)}`);
  return one(rows);
}

/** Folds the rows of each kind into one. Does nothing during another fold or rebuild. */
export async function fold(database: Database): Promise<void> {
  await foldFigures(database, async (tx) => {
    // Replaces the rows of a kind by their sum, and recomputes their days from `placed_at`.
    await tx.execute(sql`
      with many as (select day, category, status from ${orderDays} group by 1, 2, 3
          having count(*) > 1 or count(placed_at) > 0),
        taken as (delete from ${orderDays} d using many m
          where (d.day, d.category, d.status) = (m.day, m.category, m.status)
          returning d.day, d.placed_at, d.category, d.status, d.placed, d.paid)
      insert into ${orderDays} (day, category, status, placed, paid)
      select coalesce(${toZonedDay(sql`placed_at`, ordersZone)}, day), category, status, sum(placed), sum(paid)
      from taken group by 1, 2, 3 having sum(placed) <> 0 or sum(paid) <> 0`);
    await tx.execute(sql`
      with many as (select day, category from ${revenueDays} group by 1, 2 having count(*) > 1 or count(paid_at) > 0),
        taken as (delete from ${revenueDays} d using many m
          where (d.day, d.category) = (m.day, m.category)
          returning d.day, d.paid_at, d.category, d.payments, d.revenue_cents)
      insert into ${revenueDays} (day, category, payments, revenue_cents)
      select coalesce(${toZonedDay(sql`paid_at`, ordersZone)}, day), category, sum(payments), sum(revenue_cents)
      from taken group by 1, 2 having sum(payments) <> 0 or sum(revenue_cents) <> 0`);
    await foldSources(tx);
    await tx.execute(sql`
      with taken as (delete from ${placedCounts} returning outcome, count)
      insert into ${placedCounts} (outcome, count)
      select outcome, sum(count) from taken group by outcome having sum(count) <> 0`);
  });
}

/** As `rebuild`, of the totals by source. */
export async function rebuildSources(database: Database): Promise<void> {
  await rebuildFigures(database, async (tx) => void (await tx.execute(sql`select rebuild_source_days()`)));
}

/** Rebuilds every count, roll-up and customer, while the store runs. With a zone, the days are those of that zone from then on. */
export async function rebuild(database: Database, zone?: string): Promise<void> {
  await rebuildFigures(database, async (tx) => {
    if (zone) await tx.update(timeZones).set({ orders: zone });
    await tx.execute(sql`select rebuild_figures(), rebuild_source_days(), rebuild_tax_days()`);
  });
}

function one<T>(rows: T[]): T {
  const [found] = rows;
  if (!found) throw new Error('A sum is always answered.');
  return found;
}
