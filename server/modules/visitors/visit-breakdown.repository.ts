// Every figure of the visitors that match a filter. Reads single visits, so the number of visits is limited.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import { unknownPlaceName } from '../../ports/geoip.ts';
import { type MachineCount, mostNames, type Names, type Period, type Sums } from './visit-figures.repository.ts';
import { directSource, plainPage, toSource } from './visit-names.ts';
import { visits } from './visitors.schema.ts';

/** The latest visits of a period that are read: the work does not grow with the table. */
export const mostVisits = 50_000;
export const mostPlaces = 200;
export const mostRecent = 100;

export type VisitFilter = Partial<Record<'source' | 'campaign' | 'page' | 'entry' | 'exit' | 'country', string>>;
export type Breakdown = Names & {
  isCut: boolean;
  sums: Sums;
  places: { country: string; city: string; count: number }[];
  countries: number;
  /** Only steps with visitors: hours as "14:00", days as "2026-11-21". */
  steps: { name: string; count: number }[];
  machines: MachineCount[];
  recent: number[];
};

const conditions: Record<keyof VisitFilter, (value: string) => SQL> = {
  source: (value) => sql`source = ${value}`,
  campaign: (value) => sql`campaign = ${value}`,
  country: (value) => sql`country = ${value}`,
  page: (value) => sql`${value} = any(pages)`,
  entry: (value) => sql`${value} = any(entries)`,
  exit: (value) => sql`${value} = any(exits)`,
};

/**
 * A visitor has the source and the campaign of the first visit of the day, and matches a page by any visit in the period.
 * One statement reads the visits once, from the start of the period's first day. `ownHost`: links within the store are
 * no source.
 */
export async function findBreakdown(
  { db }: Database,
  { grain, from, fromDay }: Period,
  filter: VisitFilter,
  ownHost: string,
): Promise<Breakdown> {
  const matched = (Object.keys(conditions) as (keyof VisitFilter)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [conditions[name](value)];
  });
  const step =
    grain === 'hour'
      ? sql`to_char(visited_at at time zone ${visitsZone}, 'HH24":00"')`
      : sql`to_char(${toZonedDay(sql`visited_at`, visitsZone)}, 'YYYY-MM-DD')`;
  const { rows } = await db.execute<{ found: Breakdown }>(sql`
    with latest as materialized (
      select id, visitor_key, visited_at, visited_at >= (select ${from}) as is_inside, starts_session, ${plainPage(sql`page_url`)} as page,
        session_seconds, "returning" as returned, country, city, device_type, browser, os, referrer, source, campaign
      from ${visits} where visited_at >= ${dayStart(fromDay, visitsZone)} order by visited_at desc nulls first limit ${mostVisits}
    ), ordered as (
      select *, coalesce(lead(starts_session) over (partition by visitor_key order by id), true) as ends_session from latest
    ), all_people as (
      select visitor_key, coalesce(nullif(${toSource(sql`(array_agg(source order by id))[1]`, sql`(array_agg(referrer order by id))[1]`)}, ${ownHost}),
          ${directSource}) as source,
        (array_agg(campaign order by id))[1] as campaign,
        min(country) as country, min(city) as city, min(device_type) as device_type, min(browser) as browser,
        min(os) as os, bool_or(returned) as returned, array_agg(page) filter (where is_inside) as pages,
        array_agg(page) filter (where is_inside and starts_session) as entries,
        array_agg(page) filter (where is_inside and ends_session) as exits
      from ordered group by visitor_key having bool_or(is_inside)
    ), people as materialized (
      select * from all_people ${matched.length > 0 ? sql`where ${sql.join(matched, sql` and `)}` : sql``}
    ), kept as materialized (
      select ordered.* from ordered join people using (visitor_key) where is_inside
    )
    select json_build_object(
      'isCut', (select count(*) = ${mostVisits} and bool_and(is_inside) from latest),
      'sums', (select row_to_json(s) from (
        select count(*)::int as "pageViews", (count(*) filter (where starts_session))::int as sessions,
          coalesce(sum(session_seconds), 0)::int as seconds, p.*
        from kept, (
          select count(*)::int as people, (count(*) filter (where returned))::int as "returning",
            (count(*) filter (where '/' = any(pages)))::int as "sawPicker",
            (count(*) filter (where '/checkout' = any(pages)))::int as "sawCheckout"
          from people
        ) as p group by p.people, p."returning", p."sawPicker", p."sawCheckout"
      ) as s),
      'places', ${aggregateList(sql`select country, city, count(*)::int as count from people group by 1, 2 order by 3 desc, 1, 2
        limit ${mostPlaces}`)},
      'countries', (select count(distinct country)::int from people where country <> ${unknownPlaceName}),
      'steps', ${aggregateList(sql`select ${step} as name, count(distinct visitor_key)::int as count from kept group by 1`)},
      'machines', ${aggregateList(sql`select device_type, browser, os, count(*)::int as count from people group by 1, 2, 3
        order by 4 desc, 1, 2, 3`)},
      'recent', (select coalesce(json_agg(id), '[]') from (
        select id from kept order by visited_at desc, id desc limit ${mostRecent}) as r),
      'sources', ${named(sql`select source as name, count(*)::int as count from people group by 1`)},
      'campaigns', ${named(sql`select campaign as name, count(*)::int as count from people where campaign is not null group by 1`)},
      'pages', ${named(sql`select page as name, count(distinct visitor_key)::int as count, count(*)::int as views
        from kept group by 1`)},
      'entries', ${named(sql`select page as name, count(*)::int as count from kept where starts_session group by 1`)},
      'exits', ${named(sql`select page as name, count(*)::int as count from kept where ends_session group by 1`)}
    ) as found`);
  const [row] = rows;
  if (!row) throw new Error('A sum is always answered.');
  return { ...row.found, sums: row.found.sums ?? noSums };
}

const noSums: Sums = {
  pageViews: 0,
  sessions: 0,
  seconds: 0,
  people: 0,
  returning: 0,
  sawPicker: 0,
  sawCheckout: 0,
};

function aggregateList(query: SQL): SQL {
  return sql`(select coalesce(json_agg(row_to_json(l)), '[]') from (${query}) as l)`;
}

function named(query: SQL): SQL {
  return aggregateList(sql`select * from (${query}) as n order by count desc, name limit ${mostNames}`);
}
