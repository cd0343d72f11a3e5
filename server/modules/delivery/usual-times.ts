// How long links of each service and band of quantities usually take, in the last 30 days.
import { sql } from 'drizzle-orm';
import { bucketEnd } from '../../../contract/measured-speed.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { createCached } from '../../platform/caches.ts';
import { quantileBucket } from '../../platform/censored-quantile.ts';
import { serviceSpeedDays } from '../dispatch/delivery-marks.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';

const days = 30;
const freshMs = 10 * 60_000;
const share = 0.9;
/** Fewer links that are over give no measure. */
const leastLinks = 10;

/** Seconds from the send within which 9 of 10 links began and were complete; null where that is not measured. */
export type UsualTime = {
  providerId: string;
  serviceId: string;
  band: number;
  beganSeconds: number | null;
  completedSeconds: number | null;
};

const cache = oncePerContext((ctx) => ({
  kept: createCached(async () => computeUsualTimes(await countTimes(ctx.database.db, days)), ctx.clock, Infinity),
  readMs: Number.NaN,
}));

/** Read again after ten minutes, and the last ones while the database is away. */
export function readUsualTimes(ctx: StoreContext): Promise<UsualTime[]> {
  const cached = cache(ctx);
  const nowMs = ctx.clock.now().getTime();
  if (!(Math.abs(nowMs - cached.readMs) < freshMs)) {
    cached.kept.forget();
    cached.readMs = nowMs;
  }
  return cached.kept.get();
}

export function computeUsualTimes(counts: readonly LinkTimeCount[]): UsualTime[] {
  const groups = new Map<string, LinkTimeCount[]>();
  for (const one of counts) {
    const key = JSON.stringify([one.providerId, one.serviceId, one.band]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { providerId, serviceId, band } = first;
    const beganSeconds = usualSeconds(group, 'first_progress');
    return [{ providerId, serviceId, band, beganSeconds, completedSeconds: usualSeconds(group, 'completed') }];
  });
}

// The upper end of its bucket. Links that ended short are left out.
function usualSeconds(group: readonly LinkTimeCount[], measure: LinkTimeCount['measure']): number | null {
  const byBucket = (isOpen: boolean) =>
    new Map(
      group
        .filter((one) => one.measure === measure && one.isOpen === isOpen)
        .map(({ bucket, count }) => [bucket, count]),
    );
  const events = byBucket(false);
  const over = [...events.values()].reduce((sum, count) => sum + count, 0);
  if (over < leastLinks) return null;
  const bucket = quantileBucket({ events, censored: byBucket(true), endless: 0 }, share);
  return bucket === null ? null : Math.ceil(bucketEnd(bucket));
}

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
