// SQL of lost orders and of refused ones, by source and reason. Days are in the store's time zone.
import { sql } from 'drizzle-orm';
import type { PaymentLoss, RefusalKind } from '../../../contract/losses.ts';
import { numbers, texts } from '../../database/columns.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import { sourcesKeptDays } from '../visitors/visitors.schema.ts';
import { mostTotalsRead, orderRefusals } from './analytics.schema.ts';
import type { LossCount } from './losses.ts';
import { lostTotals } from './source-totals.ts';

type Lost = { refused: LossCount<RefusalKind>[]; unpaid: LossCount<PaymentLoss>[] };

/** Refused orders and orders without money of the last days, by reason. `source`: null for all. Of the newest totals. */
export async function countLost(db: Queryable, days: number, source: string | null): Promise<Lost> {
  const since = sql`day >= ${toZonedDay(dbNow(db), ordersZone)} - (${days}::int - 1)`;
  const newest = sql`${source === null ? since : sql`source = ${source} and ${since}`} order by day desc limit ${mostTotalsRead}`;
  const [refused, unpaid] = await Promise.all([
    db.execute<LossCount<RefusalKind>>(sql`
      select reason, sum(count)::int as count from (
        select reason, count from ${orderRefusals} where ${newest}) as r group by reason`),
    db.execute<LossCount<PaymentLoss>>(sql`
      select reason, sum(orders)::int as count from (
        select reason, orders from ${lostTotals} as t where ${newest}) as l group by reason having sum(orders) > 0`),
  ]);
  return { refused: refused.rows, unpaid: unpaid.rows };
}

/** More names of a day are counted without their name: anyone can write a link. */
const mostRefusedSources = 200;

export async function addRefusals(
  db: Queryable,
  counts: readonly { source: string; reason: RefusalKind; count: number }[],
): Promise<void> {
  await db.execute(sql`
    with known as (select distinct source from ${orderRefusals} where day = ${toZonedDay(dbNow(db), ordersZone)}),
      given as (
        select source, reason, count, source in (select source from known) as is_known,
          dense_rank() over (order by source in (select source from known), source) as place
        from unnest(${texts(counts.map(({ source }) => source))}, ${texts(counts.map(({ reason }) => reason))},
          ${numbers(counts.map(({ count }) => count))}) as g(source, reason, count)
      )
    insert into ${orderRefusals} as r (day, source, reason, count)
    select ${toZonedDay(dbNow(db), ordersZone)},
      case when is_known or place + (select count(*) from known) <= ${mostRefusedSources} then source else '' end, reason,
      sum(count)
    from given group by 2, 3
    on conflict (day, source, reason) do update set count = r.count + excluded.count`);
}

/** Kept as long as the visitors by source. */
export async function purgeRefusals(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from ${orderRefusals} where day < ${toZonedDay(dbNow(db), ordersZone)} - ${sourcesKeptDays}::int`);
}
