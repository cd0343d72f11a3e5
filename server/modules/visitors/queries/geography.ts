// Countries and cities of visitors.
import { sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { unknownPlaceName } from '../../../ports/geoip.ts';
import { visitPlaces } from '../visitors.schema.ts';
import type { Period } from './period.ts';

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
