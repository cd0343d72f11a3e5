// SQL that keeps the roll-ups of the finances: folds what triggers appended, and compares them with the orders.
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/database.ts';
import { foldFigures, rebuildFigures } from '../../database/figures-lock.ts';
import { ordersZone, toZonedDay } from '../../database/zones.ts';
import { financeDays, financeSources } from './finance-days.schema.ts';

const groupKey = sql.raw('day, category, country, provider_id, currency');
const sourceKey = sql.raw('day, source, campaign, currency');
const names = [
  ...['paid', 'sales_cents', 'refunded_cents', 'disputed_cents', 'fee_cents', 'known_fees', 'estimated_fees'],
  ...['cost', 'sends', 'estimated_costs', 'unknown_costs'],
];
const measures = sql.raw(names.join(', '));
const negated = sql.raw(names.map((name) => `-${name}`).join(', '));
const sums = sql.raw(names.map((name) => `sum(${name})`).join(', '));
const hasAny = sql.raw(names.map((name) => `sum(${name}) <> 0`).join(' or '));

/** The day of an appended row, by the zone of now. */
const soldDay = sql`coalesce(${toZonedDay(sql`sold_at`, ordersZone)}, day)`;

/** Folds the rows of each group into one. */
export async function fold(database: Database): Promise<void> {
  await foldFigures(database, async (tx) => {
    // Only groups with appended rows: folded ones are single. What was appended is added to the total of its day.
    await tx.execute(sql`
      with appended as (select distinct ${groupKey} from ${financeDays} where sold_at is not null),
        taken as (delete from ${financeDays} d using appended a where not d.is_total
          and (d.day, d.category, d.country, d.provider_id, d.currency)
            = (a.day, a.category, a.country, a.provider_id, a.currency)
          returning d.*),
        moved as (select ${soldDay} as new_day, * from taken),
        totals as (insert into ${financeDays} (${groupKey}, ${measures}, is_total)
          select new_day, '', '', '', currency, ${sums}, true from moved where sold_at is not null
          group by new_day, currency having ${hasAny})
      insert into ${financeDays} (${groupKey}, ${measures})
      select new_day, category, country, provider_id, currency, ${sums}
      from moved group by 1, 2, 3, 4, 5 having ${hasAny}`);
    await tx.execute(sql`
      with many as (select day, currency from ${financeDays} where is_total group by 1, 2 having count(*) > 1),
        taken as (delete from ${financeDays} d using many m where d.is_total and (d.day, d.currency) = (m.day, m.currency)
          returning d.*)
      insert into ${financeDays} (${groupKey}, ${measures}, is_total)
      select day, '', '', '', currency, ${sums}, true from taken group by 1, 5 having ${hasAny}`);
    await tx.execute(sql`
      with appended as (select distinct ${sourceKey} from ${financeSources} where sold_at is not null),
        taken as (delete from ${financeSources} d using appended a where (d.source, d.day, d.currency) = (a.source, a.day, a.currency)
          and d.campaign is not distinct from a.campaign
          returning d.*)
      insert into ${financeSources} (${sourceKey}, ${measures})
      select ${soldDay}, source, campaign, currency, ${sums} from taken group by 1, 2, 3, 4 having ${hasAny}`);
  });
}

export async function rebuild(database: Database): Promise<void> {
  await rebuildFigures(database, async (tx) => void (await tx.execute(sql`select rebuild_finances()`)));
}

/**
 * How many groups of a day, sources and totals of days differ between the finances as they are kept and the orders. Reads all
 * orders in one snapshot: for a job at night.
 */
export async function countWrong(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select (select count(*)::int from (
      select 1 from (
        select ${soldDay} as day, category, country, provider_id, currency, ${measures} from ${financeDays} where not is_total
        union all
        select ${groupKey}, ${negated} from compute_finances(orders_zone())
      ) as compared group by ${groupKey} having ${hasAny}
    ) as wrong) + (select count(*)::int from (
      select 1 from (
        select day, currency, ${measures} from ${financeDays} where is_total
        union all
        select day, currency, ${negated} from ${financeDays} where not is_total and sold_at is null
      ) as compared group by day, currency having ${hasAny}
    ) as wrong) + (select count(*)::int from (
      select 1 from (
        select ${soldDay} as day, source, campaign, currency, ${measures} from ${financeSources}
        union all
        select ${sourceKey}, ${negated} from compute_finance_sources(orders_zone())
      ) as compared group by ${sourceKey} having ${hasAny}
    ) as wrong) as count`);
  return rows[0]?.count ?? 0;
}
