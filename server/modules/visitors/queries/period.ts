// The period of a dashboard: the last 24 hours, or the last days in the store's time zone, including today.
import { type SQL, sql } from 'drizzle-orm';
import { dayOf, dayStart, visitsZone } from '../../../database/zones.ts';

export type PeriodName = 'day' | 'week' | 'month';
export type Period = {
  grain: 'hour' | 'day';
  /** Number of steps; the last one is the current hour or day. */
  steps: number;
  /** Start of the first step, and its day. */
  from: SQL;
  fromDay: SQL;
};

export function periodOf(name: PeriodName, now: SQL): Period {
  const steps = { day: 24, week: 7, month: 30 }[name];
  if (name === 'day') {
    const from = sql`(date_trunc('hour', ${now}, ${visitsZone}) - ${steps - 1} * interval '1 hour')`;
    return { grain: 'hour', steps, from, fromDay: dayOf(from, visitsZone) };
  }
  const fromDay = sql`(${dayOf(now, visitsZone)} - ${steps - 1}::int)`;
  return { grain: 'day', steps, from: dayStart(fromDay, visitsZone), fromDay };
}
