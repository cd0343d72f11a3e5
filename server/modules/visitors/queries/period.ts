// From when on a dashboard looks, by which steps: the last 24 hours, or the last days of the store's zone, the present one
// among them.
import { type SQL, sql } from 'drizzle-orm';
import { dayOf, dayStart, visitsZone } from '../../../database/zones.ts';

export type PeriodName = 'day' | 'week' | 'month';
export type Period = {
  grain: 'hour' | 'day';
  /** How many steps, the present one the last. */
  steps: number;
  /** When the first begins, and on which day. */
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
