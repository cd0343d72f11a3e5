// SQL of a roll-up by day to which triggers append rows with the time of the sale.
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { ordersZone, toZonedDay } from '../../database/zones.ts';

/** The day of an appended row, by the zone of now. */
const soldDay = sql`coalesce(${toZonedDay(sql`sold_at`, ordersZone)}, day)`;

/** `groups`: what its rows are grouped by beside the day. `names`: its measures, which add up. */
export function buildRollUp(groups: readonly string[], names: readonly string[]) {
  const grouped = sql.raw(groups.join(', '));
  const key = sql`day, ${grouped}`;
  const measures = sql.raw(names.join(', '));
  const negated = sql.raw(names.map((name) => `-${name}`).join(', '));
  const sums = sql.raw(names.map((name) => `sum(${name})`).join(', '));
  const hasAny = sql.raw(names.map((name) => `sum(${name}) <> 0`).join(' or '));
  const places = sql.raw(['day', ...groups].map((_, at) => at + 1).join(', '));
  return {
    soldDay,
    key,
    measures,
    sums,
    hasAny,
    /** Only groups with appended rows: folded ones are single. `isSame`: of a row `d` and an appended one `a`. */
    foldAppended: (table: PgTable, isSame: SQL): SQL => sql`
      with appended as (select distinct ${key} from ${table} where sold_at is not null),
        taken as (delete from ${table} d using appended a where ${isSame}
          returning d.*)
      insert into ${table} (${key}, ${measures})
      select ${soldDay}, ${grouped}, ${sums} from taken group by ${places} having ${hasAny}`,
    /** Kept rows, each on the day of its sale. */
    selectKept: (from: SQL): SQL => sql`select ${soldDay} as day, ${grouped}, ${measures} from ${from}`,
    /** The groups of kept rows that differ from those of `computed`, which has the key and the measures. */
    selectWrong: (kept: SQL, computed: SQL): SQL => sql`(
      select from (
        ${kept}
        union all
        select ${key}, ${negated} from ${computed}
      ) as compared group by ${key} having ${hasAny}
    ) as wrong`,
  };
}
