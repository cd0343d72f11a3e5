// SQL of the names of sources, campaigns and pages: read from a visit, and folded into `visit_names`.
import { type SQL, sql } from 'drizzle-orm';
import { languagePrefixes } from '../../../contract/languages.ts';
import { dayStart, visitsZone } from '../../database/zones.ts';
import { visitFold, visitNames, visits } from './visitors.schema.ts';

const prefixes = Object.values(languagePrefixes).filter((prefix) => prefix !== '');

/** Once in all languages, as `plainPath`. Without a regular expression, which takes ten times as long. */
export function plainPage(pageUrl: SQL): SQL {
  const languages = prefixes.map(
    (prefix) => sql`when ${pageUrl} = ${prefix} then '/'
      when starts_with(${pageUrl}, ${`${prefix}/`}) then substr(${pageUrl}, ${prefix.length + 1}::int)`,
  );
  return sql`case ${sql.join(languages, sql` `)} else ${pageUrl} end`;
}

/** The name of visits without a referrer. */
export const directSource = 'direct';

/** The tag of the link, else the host of the referring page, or `direct`. A stored referrer has a scheme, a host and a path. */
export function toSource(source: SQL, referrer: SQL): SQL {
  const host = sql`lower(split_part(split_part(split_part(${referrer}, '://', 2), '/', 1), ':', 1))`;
  return sql`coalesce(${source}, nullif(case when starts_with(${host}, 'www.') then substr(${host}, 5) else ${host} end, ''), ${directSource})`;
}

/** True: every visit is in `visit_names`. False while a job adds the earlier visits, or an older version writes visits. */
export const isFolded = sql`coalesce((select max(id) from ${visits}), 0) <= (select folded_to from ${visitFold})`;

/**
 * Adds at most so many new visits, and returns their number. A new visit moves what its visitor counted before: the
 * difference of the counts with it and without it is added. One fold at a time, under the lock of the visits.
 */
export function foldNames(mostVisits: number): SQL {
  return sql`
    with fresh as materialized (
      select id, visitor_key from ${visits} where id > (select folded_to from ${visitFold}) order by id limit ${mostVisits}::int
    ), viewed as materialized (
      select v.* from (select distinct visitor_key from fresh) as f cross join lateral (
        select id, visitor_key, visited_at, starts_session, referrer, source, campaign, country, device_type,
          ${plainPage(sql`page_url`)} as page
        from ${visits} where visitor_key = f.visitor_key and id <= (select max(id) from fresh) offset 0
      ) as v
    ), marked as (
      select sign, date_trunc('hour', visited_at, ${visitsZone}) as hour, (visited_at at time zone ${visitsZone})::date as day,
        page, starts_session, coalesce(lead(starts_session) over visitor, true) as ends_session,
        lead(id) over visitor is null as is_last,
        lead(id) over (partition by sign, visitor_key, page order by id) is null as is_last_view,
        first_value(referrer) over visitor as referrer, first_value(source) over visitor as source,
        first_value(campaign) over visitor as campaign, first_value(page) over visitor as landing, country, device_type,
        bool_or(page = '/checkout') over (partition by sign, visitor_key)::int as saw_checkout
      from viewed join (values (-1), (1)) as s (sign) on sign = 1 or id <= (select folded_to from ${visitFold})
      window visitor as (partition by sign, visitor_key order by id)
    ), counted as (
      select hour, day, list, name, sum(sign * count) as count, sum(sign * views) as views, sum(sign * checkouts) as checkouts
      from (
        select sign, hour, day, l.* from marked cross join lateral (values
          ('source', ${toSource(sql`source`, sql`referrer`)}, 1, 0, saw_checkout),
          ('campaign', campaign, 1, 0, saw_checkout),
          ('landing', case when landing !~* '@|\uFF20|%(25)*40' then landing end, 1, 0, saw_checkout),
          ('country', country, 1, 0, saw_checkout),
          ('device', device_type, 1, 0, saw_checkout)
        ) as l (list, name, count, views, checkouts) where is_last
        union all
        select sign, hour, day, l.* from marked cross join lateral (values
          ('page', page, is_last_view::int, 1, 0),
          ('entry', case when starts_session then page end, 1, 0, 0),
          ('exit', case when ends_session then page end, 1, 0, 0)
        ) as l (list, name, count, views, checkouts)
      ) as listed
      where name is not null group by 1, 2, 3, 4
    ), kept as (
      insert into ${visitNames} as n (grain, list, starts_at, name, count, views, checkouts)
      select grain, list, case grain when 'hour' then hour else ${dayStart(sql`day`, visitsZone)} end, name, sum(count), sum(views),
        sum(checkouts)
      from counted cross join (values ('hour'), ('day')) as g (grain)
      where grain = 'day' or list not in ('landing', 'country', 'device')
      group by 1, 2, 3, 4 having sum(count) <> 0 or sum(views) <> 0 or sum(checkouts) <> 0
      on conflict (grain, list, starts_at, name) do update set count = n.count + excluded.count,
        views = n.views + excluded.views, checkouts = n.checkouts + excluded.checkouts
    ), moved as (
      update ${visitFold} set folded_to = (select max(id) from fresh) where exists (select from fresh)
    )
    select count(*)::int as visits from fresh`;
}
