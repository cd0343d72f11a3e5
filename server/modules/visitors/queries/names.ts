// The most frequent sources, campaigns and pages of a period.
import { sql } from 'drizzle-orm';
import { texts } from '../../../database/columns.ts';
import type { Database } from '../../../database/database.ts';
import { dayOf, dayStart, visitsZone } from '../../../database/zones.ts';
import { directSource, isFolded } from '../visit-names.ts';
import { type NameList, nameLists, visitHours, visitNames } from '../visitors.schema.ts';
import type { Period } from './period.ts';

type Named = { name: string; count: number };
export type Names = {
  sources: Named[];
  campaigns: Named[];
  pages: (Named & { views: number })[];
  entries: Named[];
  exits: Named[];
};

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
          from (select distinct ${dayOf(sql`hour`, visitsZone)} as day from ${visitHours} where hour >= ${from}) as d`;
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
  const namesOf = (list: NameList) =>
    rows.filter((row) => row.list === list).map(({ name, count }) => ({ name, count }));
  return {
    sources: namesOf('source'),
    campaigns: namesOf('campaign'),
    pages: rows.filter(({ list }) => list === 'page').map(({ name, count, views }) => ({ name, count, views })),
    entries: namesOf('entry'),
    exits: namesOf('exit'),
  };
}
