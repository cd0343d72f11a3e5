// SQL that keeps the roll-ups of the finances: folds what triggers appended, and compares them with the orders.
import { sql } from 'drizzle-orm';
import { type Database, onlyRow, type Queryable } from '../../database/database.ts';
import { foldFigures, rebuildFigures } from '../../database/figures-lock.ts';
import { financeDays, financeSources } from './finance-days.schema.ts';
import { buildRollUp } from './roll-up.ts';

const names = [
  ...['paid', 'sales_cents', 'refunded_cents', 'disputed_cents', 'fee_cents', 'known_fees', 'estimated_fees'],
  ...['cost', 'sends', 'estimated_costs', 'unknown_costs'],
];
const days = buildRollUp(['category', 'country', 'provider_id', 'currency'], names);
const totals = buildRollUp(['currency'], names);
const sources = buildRollUp(['source', 'campaign', 'currency'], names);
const { key, soldDay, measures, sums, hasAny } = days;

/** Folds the rows of each group into one. */
export async function fold(database: Database): Promise<void> {
  await foldFigures(database, async (tx) => {
    // Only groups with appended rows: folded ones are single. What was appended is added to the total of its day.
    await tx.execute(sql`
      with appended as (select distinct ${key} from ${financeDays} where sold_at is not null),
        taken as (delete from ${financeDays} d using appended a where not d.is_total
          and (d.day, d.category, d.country, d.provider_id, d.currency)
            = (a.day, a.category, a.country, a.provider_id, a.currency)
          returning d.*),
        moved as (select ${soldDay} as new_day, * from taken),
        totals as (insert into ${financeDays} (${key}, ${measures}, is_total)
          select new_day, '', '', '', currency, ${sums}, true from moved where sold_at is not null
          group by new_day, currency having ${hasAny})
      insert into ${financeDays} (${key}, ${measures})
      select new_day, category, country, provider_id, currency, ${sums}
      from moved group by 1, 2, 3, 4, 5 having ${hasAny}`);
    await tx.execute(sql`
      with many as (select day, currency from ${financeDays} where is_total group by 1, 2 having count(*) > 1),
        taken as (delete from ${financeDays} d using many m where d.is_total and (d.day, d.currency) = (m.day, m.currency)
          returning d.*)
      insert into ${financeDays} (${key}, ${measures}, is_total)
      select day, '', '', '', currency, ${sums}, true from taken group by 1, 5 having ${hasAny}`);
    const isSameSource = sql`(d.source, d.day, d.currency) = (a.source, a.day, a.currency)
      and d.campaign is not distinct from a.campaign`;
    await tx.execute(sources.foldAppended(financeSources, isSameSource));
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
  const wrongDays = days.selectWrong(
    days.selectKept(sql`${financeDays} where not is_total`),
    sql`compute_finances(orders_zone())`,
  );
  const wrongTotals = totals.selectWrong(
    sql`select day, currency, ${measures} from ${financeDays} where is_total`,
    sql`${financeDays} where not is_total and sold_at is null`,
  );
  const wrongSources = sources.selectWrong(
    sources.selectKept(sql`${financeSources}`),
    sql`compute_finance_sources(orders_zone())`,
  );
  const found = await db.execute<{ count: number }>(sql`
    select (select count(*)::int from ${wrongDays}) + (select count(*)::int from ${wrongTotals})
      + (select count(*)::int from ${wrongSources}) as count`);
  return onlyRow(found).count;
}
