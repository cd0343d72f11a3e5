// SQL of the figures of visits, from the roll-ups, and of the latest visits.
import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnswerFor } from '../../../contract/index.ts';
import { texts } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import { unknownPlaceName } from '../../ports/geoip.ts';
import { directSource, isFolded } from './visit-names.ts';
import {
  type NameList,
  nameLists,
  visitExclusions,
  visitHours,
  visitMachines,
  visitNames,
  visitPlaces,
  visits,
} from './visitors.schema.ts';

export type PeriodName = 'day' | 'week' | 'month';
export type Period = {
  grain: 'hour' | 'day';
  /** Number of steps; the last one is the current hour or day. */
  steps: number;
  /** Start of the first step, and its day. */
  from: SQL;
  fromDay: SQL;
};

/** The last 24 hours, or the last days in the store's time zone, including today. */
export function toPeriod(name: PeriodName, now: SQL): Period {
  const steps = { day: 24, week: 7, month: 30 }[name];
  if (name === 'day') {
    const from = sql`(date_trunc('hour', ${now}, ${visitsZone}) - ${steps - 1} * interval '1 hour')`;
    return { grain: 'hour', steps, from, fromDay: toZonedDay(from, visitsZone) };
  }
  const fromDay = sql`(${toZonedDay(now, visitsZone)} - ${steps - 1}::int)`;
  return { grain: 'day', steps, from: dayStart(fromDay, visitsZone), fromDay };
}

export type Sums = {
  pageViews: number;
  sessions: number;
  seconds: number;
  people: number;
  returning: number;
  sawPicker: number;
  sawCheckout: number;
};

export async function findSums({ db }: Database, { from }: Period): Promise<Sums> {
  const { rows } = await db.execute<Sums>(sql`
    select coalesce(sum(page_views), 0)::int as "pageViews", coalesce(sum(sessions), 0)::int as sessions,
      coalesce(sum(seconds), 0)::bigint as seconds, coalesce(sum(people), 0)::int as people,
      coalesce(sum(returned), 0)::int as "returning", coalesce(sum(saw_picker), 0)::int as "sawPicker",
      coalesce(sum(saw_checkout), 0)::int as "sawCheckout"
    from ${visitHours} where hour >= ${from}`);
  const [found] = rows;
  if (!found) throw new Error('A sum is always answered.');
  return found;
}

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
          select ${toZonedDay(sql`hour`, visitsZone)} as day, sum(people) as visitors
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

export type PlaceCount = { country: string; city: string; count: number; countries: number };

/** The most frequent first. `countries`: the total number of known ones, on every row. */
export async function findPlaces({ db }: Database, { grain, from }: Period, limit: number): Promise<PlaceCount[]> {
  const { rows } = await db.execute<PlaceCount>(sql`
    with places as (
      select country, city, sum(people)::int as count from ${visitPlaces}
      where grain = ${grain} and starts_at >= ${from} group by country, city
    )
    select country, city, count, (select count(distinct country)::int from places where country <> ${unknownPlaceName}) as countries
    from places order by count desc, country, city limit ${limit}`);
  return rows;
}

export type MachineCount = { device_type: string; browser: string; os: string; count: number };

/** The most frequent first. Few rows: all words are from fixed lists. */
export async function findMachines({ db }: Database, { grain, from }: Period): Promise<MachineCount[]> {
  const { rows } = await db.execute<MachineCount>(sql`
    select device_type, browser, os, sum(people)::int as count from ${visitMachines}
    where grain = ${grain} and starts_at >= ${from}
    group by device_type, browser, os order by count desc, device_type, browser, os`);
  return rows;
}

export type Names = Pick<
  AnswerFor<'GET /api/admin/visitor-breakdown/{period}'>,
  'sources' | 'campaigns' | 'pages' | 'entries' | 'exits'
>;

export const mostNames = 50;
/** Anyone can send visits with new names. Counts are exact up to so many names of a list in an hour or a day. */
const mostPerStep = 500;

/** Null while visits are not yet in the roll-up. `ownHost`: links within the store are no source. */
export async function findNames({ db }: Database, { grain, from }: Period, ownHost: string): Promise<Names | null> {
  const { rows: state } = await db.execute<{ isFolded: boolean }>(sql`select ${isFolded} as "isFolded"`);
  if (!state[0]?.isFolded) return null;
  const starts =
    grain === 'hour'
      ? sql`select hour as starts_at from ${visitHours} where hour >= ${from}`
      : sql`select ${dayStart(sql`day`, visitsZone)} as starts_at
          from (select distinct ${toZonedDay(sql`hour`, visitsZone)} as day from ${visitHours} where hour >= ${from}) as d`;
  const { rows } = await db.execute<{ list: NameList } & Names['pages'][number]>(sql`
    with starts as materialized (
      ${starts}
    ), named as (
      select l.list, case when l.list = 'source' and n.name = ${ownHost} then ${directSource} else n.name end as name,
        sum(n.count)::int as count, sum(n.views)::int as views
      from starts cross join unnest(${texts(nameLists)}) as l (list) cross join lateral (
        select name, count, views from ${visitNames}
        where grain = ${grain} and ${visitNames.list} = l.list and ${visitNames.startsAt} = starts.starts_at
        order by count desc limit ${mostPerStep}
      ) as n
      group by 1, 2
    ), ranked as (
      select *, row_number() over (partition by list order by count desc, name) as rank from named where count > 0
    )
    select list, name, count, views from ranked where rank <= ${mostNames} order by list, rank`);
  const listNames = (list: NameList) =>
    rows.filter((row) => row.list === list).map(({ name, count }) => ({ name, count }));
  return {
    sources: listNames('source'),
    campaigns: listNames('campaign'),
    pages: rows.filter(({ list }) => list === 'page').map(({ name, count, views }) => ({ name, count, views })),
    entries: listNames('entry'),
    exits: listNames('exit'),
  };
}

export async function findRecent({ db }: Database, { from }: Period, limit: number) {
  return db
    .select()
    .from(visits)
    .where(sql`${visits.visitedAt} >= ${from}`)
    .orderBy(sql`${visits.visitedAt} desc nulls first`)
    .limit(limit);
}

export async function findVisits({ db }: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(visits)
    .where(inArray(visits.id, [...ids]))
    .orderBy(sql`${visits.visitedAt} desc nulls first`, desc(visits.id));
}

export async function findExclusions(
  { db }: Database,
  { fromDay }: Period,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await db.execute<{ reason: string; count: number }>(sql`
    select reason, sum(count)::int as count from ${visitExclusions}
    where day >= ${fromDay} group by reason order by count desc, reason`);
  return rows;
}
