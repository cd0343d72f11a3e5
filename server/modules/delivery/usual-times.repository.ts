// SQL of how fast the links of each service are: the histograms of those that are over, and the open ones as they are now.
import { sql } from 'drizzle-orm';
import { dbNow, type Queryable } from '../../database/database.ts';
import { serviceSpeedDays } from '../dispatch/delivery-marks.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';

export type LinkTimeCount = {
  providerId: string;
  serviceId: string;
  band: number;
  measure: 'first_progress' | 'completed';
  /** True for links that are not over: the bucket is that of the time until now. */
  isOpen: boolean;
  bucket: number;
  count: number;
};

/** Of the links that were sent in these days. The work grows with the open links, not with all links. */
export async function countTimes(db: Queryable, days: number): Promise<LinkTimeCount[]> {
  const since = sql`(${dbNow(db)} - ${days} * interval '1 day')`;
  const { rows } = await db.execute<LinkTimeCount>(sql`
    with followed as materialized (
      select d.* from ${dispatches} d where d.following
    ), open as (
      select provider_id, service_id, quantity_band(quantity) as band,
        speed_bucket(extract(epoch from ${dbNow(db)} - claimed_at)::double precision) as bucket,
        first_progress_at is null and coalesce(remains, quantity) = quantity as is_unbegun
      from followed where state = 'sent' and ended_at is null and claimed_at > ${since}
    ), counted as (
      select provider_id, service_id, band, measure, false as is_open, bucket, sum(count)::int as count
      from ${serviceSpeedDays}
      where day >= (${since} at time zone 'UTC')::date and measure in ('first_progress', 'completed')
      group by 1, 2, 3, 4, 6
      union all
      select provider_id, service_id, band, 'completed', true, bucket, count(*)::int from open group by 1, 2, 3, 6
      union all
      select provider_id, service_id, band, 'first_progress', true, bucket, count(*)::int from open where is_unbegun
      group by 1, 2, 3, 6
    )
    select provider_id as "providerId", service_id as "serviceId", band, measure, is_open as "isOpen", bucket, count
    from counted`);
  return rows;
}
