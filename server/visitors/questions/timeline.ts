// When do they come? (DATA-24)
import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { visitHours } from '../../store/schema.ts';
import type { Period } from './period.ts';

/** Every step of the period in its order: the hour as "14:00", the day as "2026-11-21". */
export async function askTimeline({ db }: Database, period: Period): Promise<{ name: string; visitors: number }[]> {
  const { grain, steps, from } = period;
  const name = grain === 'hour' ? 'HH24:MI' : 'YYYY-MM-DD';
  // How many visited in each hour, or on each day, where each is counted once?
  const { rows } = await db.execute<{ name: string; visitors: number }>(sql`
    select to_char(s.starts at time zone 'UTC', ${name}) as name, coalesce(v.visitors, 0)::int as visitors
    from (select ${from} + step * ${`1 ${grain}`}::interval as starts from generate_series(0, ${steps}::int - 1) as step) s
    left join (
      select date_trunc(${grain}, hour, 'UTC') as starts, sum(${sql.raw(grain === 'hour' ? 'visitors' : 'people')}) as visitors
      from ${visitHours} where hour >= ${from} group by 1
    ) v using (starts)
    order by s.starts`);
  return rows;
}
