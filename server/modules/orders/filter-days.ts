// SQL that resolves a list's days to times in the store's time zone.
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { dayStart, ordersZone } from '../../database/zones.ts';
import { isDay, type OrderFilter } from './order-filter.ts';

/**
 * Resolves the filter to a begin (included) and an end (excluded); a `to` that is a day includes all of it. Times stay
 * as they are.
 */
export async function resolveDays<F extends OrderFilter>({ db }: Pick<Database, 'db'>, filter: F): Promise<F> {
  const { from, to } = filter;
  const given = [from, to].filter((end) => end !== undefined);
  if (!given.some(isDay)) return filter;
  const day = (end: string | undefined) => sql`${end && isDay(end) ? end : null}::date`;
  const { rows } = await db.execute<{ first: string | null; end: string | null }>(sql`
    select ${dayStart(day(from), ordersZone)}::text as first, ${dayStart(sql`${day(to)} + 1`, ordersZone)}::text as end`);
  const [found] = rows;
  return {
    ...filter,
    from: found?.first ?? from,
    to: found?.end ?? to,
    days: given.every(isDay) ? { from, to } : undefined,
  };
}
