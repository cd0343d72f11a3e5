// How long links of each service and band of quantities usually take, in the last 30 days.
import { bucketEnd } from '../../../contract/speed-buckets.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { createCached } from '../../platform/cached-value.ts';
import { quantileBucket } from '../../platform/censored-quantile.ts';
import type { LinkTimeCount } from './usual-times.repository.ts';
import * as usualTimesRepository from './usual-times.repository.ts';

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
  kept: createCached(
    async () => usualTimesOf(await usualTimesRepository.countTimes(ctx.database.db, days)),
    ctx.clock,
    Infinity,
  ),
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

export function usualTimesOf(counts: readonly LinkTimeCount[]): UsualTime[] {
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
