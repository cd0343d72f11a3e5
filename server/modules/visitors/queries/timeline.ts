// Visits by hour and by day.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { dayOf, visitsZone } from '../../../database/zones.ts';
import { visitHours } from '../visitors.schema.ts';
import type { Period } from './period.ts';

/** Every step of the period in order: hours as "14:00", days as "2026-11-21". */
export async function findTimeline({ db }: Database, period: Period): Promise<{ name: string; visitors: number }[]> {
  const { grain, steps, from, fromDay } = period;
  const last = steps - 1;
  const { rows } = await db.execute<{ name: string; visitors: number }>(
    grain === 'hour'
      ? sql`
        select to_char(s.starts at time zone ${visitsZone}, 'HH24:MI') as name, coalesce(v.visitors, 0)::int as visitors
        from (select ${from} + step * interval '1 hour' as starts from generate_series(0, ${last}::int) as step) s
        left join ${visitHours} v on v.hour = s.starts order by s.starts`
      : sql`
        select to_char(s.day, 'YYYY-MM-DD') as name, coalesce(v.visitors, 0)::int as visitors
        from (select ${fromDay} + step as day from generate_series(0, ${last}::int) as step) s
        left join (
          select ${dayOf(sql`hour`, visitsZone)} as day, sum(people) as visitors
          from ${visitHours} where hour >= ${from} group by 1
        ) v using (day)
        order by s.day`,
  );
  return rows;
}

/** The names of the steps. */
export async function findSteps({ db }: Database, { grain, steps, from, fromDay }: Period): Promise<string[]> {
  const name =
    grain === 'hour'
      ? sql`to_char((${from} + step * interval '1 hour') at time zone ${visitsZone}, 'HH24:MI')`
      : sql`to_char(${fromDay} + step, 'YYYY-MM-DD')`;
  const { rows } = await db.execute<{ name: string }>(
    sql`select ${name} as name from generate_series(0, ${steps - 1}::int) as step order by step`,
  );
  return rows.map((row) => row.name);
}
