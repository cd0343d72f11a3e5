// SQL of what the System page and the public status show.
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { unsentDays } from '../../../contract/email-kinds.ts';
import { dbNow, onlyRow, type Queryable } from '../../database/database.ts';
import { type PostgresVersion, versionOfNumber, versionSql } from '../../platform/postgres-releases.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { mails, unsentMails } from '../email/email.schema.ts';
import { backupChecks, callTimes, databaseSizes } from './system.schema.ts';

export type CalledService = (typeof callTimes.$inferSelect)['service'];
type BackupCheck = typeof backupChecks.$inferSelect;
const growthDays = 7;
const keptSizeDays = 90;
const keptCheckDays = 400;
const keptCallHours = 48;
const mostCounted = 100;

export async function readDatabaseVersion(db: Queryable): Promise<PostgresVersion> {
  const { number } = onlyRow(await db.execute<{ number: number }>(sql.raw(versionSql)));
  return versionOfNumber(number);
}

/** Keeps the last size of each day. */
export async function sampleSize(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into ${databaseSizes} (day, bytes)
    values ((${dbNow(db)} at time zone 'UTC')::date, pg_database_size(current_database()))
    on conflict (day) do update set bytes = excluded.bytes`);
}

/** `perDay`: since the oldest sample of the last week; null without one of an earlier day. */
export async function readSize(db: Queryable): Promise<{ bytes: number; perDay: number | null }> {
  const size = await db.execute<{ bytes: number; perDay: number | null }>(sql`
    with present as (
      select pg_database_size(current_database())::float8 as bytes, (${dbNow(db)} at time zone 'UTC')::date as day)
    select p.bytes, (
      select (p.bytes - s.bytes) / (p.day - s.day) from ${databaseSizes} s
      where s.day < p.day and s.day >= p.day - ${growthDays}::int order by s.day limit 1)::float8 as "perDay"
    from present p`);
  return onlyRow(size);
}

/** Emails of the last days that failed, or whose first attempt did. Counted up to 100. */
export async function readMail(db: Queryable): Promise<{ unsent: number; sentAt: Date | null; error: string | null }> {
  const failing = await db
    .select({ error: mails.lastError })
    .from(mails)
    .where(unsentMails(dbNow(db), unsentDays.counted))
    .orderBy(desc(mails.createdAt))
    .limit(mostCounted);
  const [sent] = await db
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.state, 'sent'))
    .orderBy(sql`${mails.createdAt} desc nulls first`)
    .limit(1);
  return { unsent: failing.length, sentAt: sent?.sentAt ?? null, error: failing[0]?.error ?? null };
}

export async function recordBackupCheck(db: Queryable, name: string, problem: string | null): Promise<void> {
  const set = { checkedAt: dbNow(db), problem };
  await db
    .insert(backupChecks)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: backupChecks.name, set });
}

/** The newest check, and when a backup was last found whole. */
export async function readBackupChecks(db: Queryable): Promise<{ last: BackupCheck | null; wholeAt: Date | null }> {
  const newest = desc(backupChecks.checkedAt);
  const [last] = await db.select().from(backupChecks).orderBy(newest).limit(1);
  const [whole] = await db
    .select({ at: backupChecks.checkedAt })
    .from(backupChecks)
    .where(sql`${backupChecks.problem} is null`)
    .orderBy(newest)
    .limit(1);
  return { last: last ?? null, wholeAt: whole?.at ?? null };
}

/** When a link was last complete. */
export async function findLastDelivery(db: Queryable): Promise<Date | null> {
  const [last] = await db
    .select({ at: dispatches.completedAt })
    .from(dispatches)
    .where(isNotNull(dispatches.completedAt))
    .orderBy(sql`${dispatches.completedAt} desc`)
    .limit(1);
  return last?.at ?? null;
}

export async function addCallTimes(
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

/** Of the calls of the last day. */
export async function countCallTimes(
  db: Queryable,
  service: CalledService,
): Promise<{ bucketMs: number; calls: number }[]> {
  const { rows } = await db.execute<{ bucketMs: number; calls: number }>(sql`
    select bucket_ms as "bucketMs", sum(calls)::int as calls from ${callTimes}
    where service = ${service} and hour > ${dbNow(db)} - interval '1 day' group by 1`);
  return rows;
}

export async function purge(db: Queryable): Promise<void> {
  await db
    .delete(databaseSizes)
    .where(sql`${databaseSizes.day} < (${dbNow(db)} - ${keptSizeDays} * interval '1 day')::date`);
  await db
    .delete(backupChecks)
    .where(sql`${backupChecks.checkedAt} < ${dbNow(db)} - ${keptCheckDays} * interval '1 day'`);
  await db.delete(callTimes).where(sql`${callTimes.hour} < ${dbNow(db)} - ${keptCallHours} * interval '1 hour'`);
}
