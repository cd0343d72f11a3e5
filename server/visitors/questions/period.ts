// From when on a dashboard looks, by which steps: the last 24 hours, or the last days (UTC), the present one among them.
import { type SQL, sql } from 'drizzle-orm';

export type PeriodName = 'day' | 'week' | 'month';
export type Period = {
  grain: 'hour' | 'day';
  /** How many steps, the present one the last. */
  steps: number;
  /** When the first begins. */
  from: SQL;
};

/** D-29, ADM-VIS-1. */
export function periodOf(name: PeriodName, now: SQL): Period {
  const grain = name === 'day' ? 'hour' : 'day';
  const steps = { day: 24, week: 7, month: 30 }[name];
  const back = `${steps - 1} ${grain}s`;
  return { grain, steps, from: sql`(date_trunc(${grain}, ${now}, 'UTC') - ${back}::interval)` };
}
