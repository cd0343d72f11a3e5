// Every figure of the visitors that match a filter. Reads single visits, so the number of visits is limited.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { dayStart, toZonedDay, visitsZone } from '../../database/zones.ts';
import { unknownPlaceName } from '../../ports/geoip.ts';
import { type MachineCount, mostNames, type Names, type Period, type Sums } from './visit-figures.repository.ts';
import { directSource, plainPage, toSource } from './visit-names.ts';
import { visits } from './visitors.schema.ts';

/** The latest visits of a period that are read: the work does not grow with the table. */
export const mostVisits = 20_000;
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

/** Of a visitor's visits, in the order of the first one. */
const ofFirst = (column: SQL) => sql`max(${column}) filter (where is_first)`;

const hasVisit = (isOne: SQL) => sql`bool_or(is_inside and ${isOne})`;

/** Conditions on the visits of one visitor. */
const conditions: Record<keyof VisitFilter, (value: string, ownHost: string) => SQL> = {
  source: (value, ownHost) => sql`${sourceOfPerson(ownHost)} = ${value}`,
  campaign: (value) => sql`${ofFirst(sql`campaign`)} = ${value}`,
  country: (value) => sql`min(country) = ${value}`,
  page: (value) => hasVisit(sql`page = ${value}`),
  entry: (value) => hasVisit(sql`starts_session and page = ${value}`),
  exit: (value) => hasVisit(sql`ends_session and page = ${value}`),
};

function sourceOfPerson(ownHost: string): SQL {
  return sql`coalesce(nullif(${toSource(ofFirst(sql`source`), ofFirst(sql`referrer`))}, ${ownHost}), ${directSource})`;
}

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
    return value === undefined ? [] : [conditions[name](value, ownHost)];
  });
  const step =
    grain === 'hour'
      ? { of: sql`date_trunc('hour', visited_at at time zone ${visitsZone})`, format: 'HH24:MI' }
      : { of: toZonedDay(sql`visited_at`, visitsZone), format: 'YYYY-MM-DD' };
  const { rows } = await db.execute<{ found: Breakdown }>(sql`
    with latest as (
      select id, hashtextextended(visitor_key, 0) as visitor, visited_at, visited_at >= (select ${from}) as is_inside, starts_session, ${plainPage(sql`page_url`)} as page,
        session_seconds, "returning" as returned, country, city, device_type, browser, os, referrer, source, campaign
      from ${visits} where visited_at >= ${dayStart(fromDay, visitsZone)} order by visited_at desc nulls first limit ${mostVisits}
    ), ordered as materialized (
      select *, coalesce(lead(starts_session) over of_visitor, true) as ends_session, lag(id) over of_visitor is null as is_first
      from latest window of_visitor as (partition by visitor order by id)
    ), people as materialized (
      select visitor, ${sourceOfPerson(ownHost)} as source, ${ofFirst(sql`campaign`)} as campaign,
        min(country) as country, min(city) as city, min(device_type) as device_type, min(browser) as browser,
        min(os) as os, bool_or(returned) as returned, ${hasVisit(sql`page = '/'`)} as saw_picker,
        ${hasVisit(sql`page = '/checkout'`)} as saw_checkout
      from ordered group by visitor having ${sql.join([sql`bool_or(is_inside)`, ...matched], sql` and `)}
    ), kept as materialized (
      select visitor, id, visited_at, page, starts_session, ends_session, session_seconds
      from ordered join people using (visitor) where is_inside
    )
    select json_build_object(
      'isCut', (select count(*) = ${mostVisits} and bool_and(is_inside) from ordered),
      'sums', (select row_to_json(s) from (
        select count(*)::int as "pageViews", (count(*) filter (where starts_session))::int as sessions,
          coalesce(sum(session_seconds), 0)::int as seconds, p.*
        from kept, (
          select count(*)::int as people, (count(*) filter (where returned))::int as "returning",
            (count(*) filter (where saw_picker))::int as "sawPicker", (count(*) filter (where saw_checkout))::int as "sawCheckout"
          from people
        ) as p group by p.people, p."returning", p."sawPicker", p."sawCheckout"
      ) as s),
      'places', ${aggregateList(sql`select country, city, count(*)::int as count from people group by 1, 2 order by 3 desc, 1, 2
        limit ${mostPlaces}`)},
      'countries', (select count(distinct country)::int from people where country <> ${unknownPlaceName}),
      'steps', ${aggregateList(sql`select to_char(step, ${step.format}) as name, count(*)::int as count
        from (select distinct ${step.of} as step, visitor from kept) as s group by 1`)},
      'machines', ${aggregateList(sql`select device_type, browser, os, count(*)::int as count from people group by 1, 2, 3
        order by 4 desc, 1, 2, 3`)},
      'recent', (select coalesce(json_agg(id), '[]') from (
        select id from kept order by visited_at desc, id desc limit ${mostRecent}) as r),
      'sources', ${named(sql`select source as name, count(*)::int as count from people group by 1`)},
      'campaigns', ${named(sql`select campaign as name, count(*)::int as count from people where campaign is not null group by 1`)},
      'pages', ${named(sql`select page as name, count(*)::int as count, sum(views)::int as views
        from (select page, visitor, count(*) as views from kept group by 1, 2) as p group by 1`)},
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
