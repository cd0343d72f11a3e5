// SQL of the hourly histograms of outside calls.
import { sql } from 'drizzle-orm';
import { dbNow, type Queryable } from '../../database/database.ts';
import { callTimes } from './system.schema.ts';

export type CalledService = (typeof callTimes.$inferSelect)['service'];
const keptHours = 48;

export async function add(
  db: Queryable,
  counts: { service: CalledService; bucketMs: number; calls: number }[],
): Promise<void> {
  const hour = sql<Date>`date_trunc('hour', ${dbNow(db)})`;
  // Sorted, so that two processes lock the rows in one order.
  const rows = counts.toSorted((a, b) => a.service.localeCompare(b.service) || a.bucketMs - b.bucketMs);
  await db
    .insert(callTimes)
    .values(rows.map((row) => ({ ...row, hour })))
    .onConflictDoUpdate({
      target: [callTimes.hour, callTimes.service, callTimes.bucketMs],
      set: { calls: sql`${callTimes.calls} + excluded.calls` },
    });
}

/** Of the last day. */
export async function countsOf(db: Queryable, service: CalledService): Promise<{ bucketMs: number; calls: number }[]> {
  const { rows } = await db.execute<{ bucketMs: number; calls: number }>(sql`
    select bucket_ms as "bucketMs", sum(calls)::int as calls from ${callTimes}
    where service = ${service} and hour > ${dbNow(db)} - interval '1 day' group by 1`);
  return rows;
}

export async function purge(db: Queryable): Promise<void> {
  await db.delete(callTimes).where(sql`${callTimes.hour} < ${dbNow(db)} - ${keptHours} * interval '1 hour'`);
}
