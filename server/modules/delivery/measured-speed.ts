// How fast orders of each category were delivered in the last 30 days, for the public pages.
import { type Category, categories } from '../../../contract/category.ts';
import { leastMeasuredOrders, type MeasuredSpeed, type MeasuredSpeeds } from '../../../contract/measured-speed.ts';
import { bucketEnd } from '../../../contract/speed-buckets.ts';
import { createCached } from '../../platform/cached-value.ts';
import { countOf, quantileBucket, type Times } from '../../platform/censored-quantile.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeliveryTimeMeasure } from '../dispatch/delivery-marks.schema.ts';
import type { TimeCount } from './measured-speed.repository.ts';

const days = 30;
const freshMs = 10 * 60_000;
const none: MeasuredSpeeds = {};

/** The same object until the figures are read again. */
export type ReadMeasuredSpeeds = () => Promise<MeasuredSpeeds>;

/**
 * Figures that are about ten minutes old at most while pages are read. Only the first call waits for the database: a page
 * costs no query. `isShown`: false when the operator hides the figures.
 */
export function createMeasuredSpeeds(deps: {
  countTimes: (days: number) => Promise<TimeCount[]>;
  isShown: () => Promise<boolean>;
  clock: Clock;
}): ReadMeasuredSpeeds {
  const { countTimes, isShown, clock } = deps;
  const kept = createCached(async () => speedsOf(await countTimes(days)), clock, freshMs);
  // Without the database, a page has no figures.
  return async () => ((await isShown()) ? kept.get().catch(() => none) : none);
}

/** Categories with too few orders, or with too many that are not over, are absent. */
export function speedsOf(counts: readonly TimeCount[]): MeasuredSpeeds {
  return Object.fromEntries(
    categories.flatMap((category) => {
      const speed = speedOf(counts, category);
      return speed ? [[category, speed]] : [];
    }),
  );
}

function speedOf(counts: readonly TimeCount[], category: Category): MeasuredSpeed | null {
  const timesOf = (measure: DeliveryTimeMeasure): Times => {
    const found = counts.filter((each) => each.category === category && each.measure === measure);
    const byBucket = (state: TimeCount['state']) =>
      new Map(found.filter((each) => each.state === state).map(({ bucket, count }) => [bucket, count]));
    const closed = found.filter(({ state }) => state === 'closed');
    return {
      events: byBucket('reached'),
      censored: byBucket('open'),
      endless: closed.reduce((sum, { count }) => sum + count, 0),
    };
  };
  const completed = timesOf('completed');
  const orders = countOf(completed);
  const beganWithin = quantileBucket(timesOf('began'), 0.5);
  const completedWithin = quantileBucket(completed, 0.9);
  if (orders < leastMeasuredOrders || beganWithin === null || completedWithin === null) return null;
  return {
    orders,
    began_seconds: Math.ceil(bucketEnd(beganWithin)),
    completed_seconds: Math.ceil(bucketEnd(completedWithin)),
  };
}
