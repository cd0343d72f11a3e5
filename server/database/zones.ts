// SQL of days in the store's time zone: the one that the totals of the orders, or of the visits, hold.
import { type SQL, sql } from 'drizzle-orm';
import { dbNow, onlyRow, type Queryable } from './database.ts';

/** Each is read once a statement. */
export const ordersZone = sql`(select orders_zone())`;
export const visitsZone = sql`(select visits_zone())`;

/** The day of a moment, in a zone. */
export function toZonedDay(moment: SQL, zone: SQL): SQL {
  return sql`(${moment} at time zone ${zone})::date`;
}

/** When a day begins in a zone; also one whose midnight comes twice or is left out. */
export function dayStart(day: SQL, zone: SQL): SQL {
  return sql`day_start(${day}, ${zone})`;
}

/** The day of the orders that it is now: YYYY-MM-DD. */
export async function readToday(db: Queryable): Promise<string> {
  const query = sql`select to_char(${toZonedDay(dbNow(db), ordersZone)}, 'YYYY-MM-DD') as day`;
  return onlyRow(await db.execute<{ day: string }>(query)).day;
}
