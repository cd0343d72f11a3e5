// SQL of the digests: which day or week is the latest, and whether it is recorded.
import { sql } from 'drizzle-orm';
import type { DigestPeriod } from '../../../contract/digest-rules.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { ordersZone } from '../../database/zones.ts';
import { digests } from './digest.schema.ts';

type LatestPeriod = {
  firstDay: string;
  /** Days from the last day of the period to today. */
  daysAgo: number;
  /** Hours since it was to be sent; negative before that. */
  hoursLate: number;
  isRecorded: boolean;
  /** An earlier one is recorded. */
  hasEarlier: boolean;
};

/**
 * The latest day or week whose digest is sent at this hour of the next day. An hour that a change of the clocks
 * leaves out is the next one; of one that comes twice it is the second.
 */
export async function findLatest(db: Queryable, period: DigestPeriod, hour: number): Promise<LatestPeriod> {
  const local = sql`(${dbNow(db)} at time zone ${ordersZone})`;
  const shifted = sql`(${local} - ${hour}::int * interval '1 hour')`;
  const sendDay = period === 'daily' ? sql`${shifted}::date` : sql`date_trunc('week', ${shifted})::date`;
  const days = period === 'daily' ? 1 : 7;
  const { rows } = await db.execute<LatestPeriod>(sql`
    select to_char(s.send_day - ${days}::int, 'YYYY-MM-DD') as "firstDay",
      ${local}::date - s.send_day + 1 as "daysAgo",
      (extract(epoch from ${dbNow(db)} - (s.send_day + ${hour}::int * interval '1 hour') at time zone ${ordersZone})
        / 3600)::float8 as "hoursLate",
      exists (select from ${digests} d
        where d.period = ${period} and d.first_day = s.send_day - ${days}::int) as "isRecorded",
      exists (select from ${digests} d
        where d.period = ${period} and d.first_day < s.send_day - ${days}::int) as "hasEarlier"
    from (select ${sendDay} as send_day) as s`);
  const [found] = rows;
  if (!found) throw new Error('A period is always answered.');
  return found;
}

/** False when it is recorded already, for example by another process. */
export async function add(at: Queryable, digest: Omit<typeof digests.$inferInsert, 'createdAt'>): Promise<boolean> {
  const added = await at
    .insert(digests)
    .values({ ...digest, createdAt: dbNow(at) })
    .onConflictDoNothing();
  return added.rowCount === 1;
}
