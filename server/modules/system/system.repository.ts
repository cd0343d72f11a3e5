// SQL of what the System page and the public status show.
import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { mails } from '../email/email.schema.ts';
import { dispatches } from '../fulfilment/fulfilment.schema.ts';
import { backupChecks, databaseSizes } from './system.schema.ts';

export type BackupCheck = typeof backupChecks.$inferSelect;
export type SystemRepository = ReturnType<typeof createSystemRepository>;

const growthDays = 7;
const keptSizeDays = 90;
const keptCheckDays = 400;
const mailDays = 7;
const mostCounted = 100;

export function createSystemRepository({ db, now }: Pick<Database, 'db' | 'now'>) {
  return {
    /** Keeps the last size of each day. */
    async sampleSize(): Promise<void> {
      await db.execute(sql`
        insert into ${databaseSizes} (day, bytes)
        values ((${now()} at time zone 'UTC')::date, pg_database_size(current_database()))
        on conflict (day) do update set bytes = excluded.bytes`);
    },

    /** `perDay`: since the oldest sample of the last week; null without one of an earlier day. */
    async readSize(): Promise<{ bytes: number; perDay: number | null }> {
      const { rows } = await db.execute<{ bytes: number; perDay: number | null }>(sql`
        with present as (
          select pg_database_size(current_database())::float8 as bytes, (${now()} at time zone 'UTC')::date as day)
        select p.bytes, (
          select (p.bytes - s.bytes) / (p.day - s.day) from ${databaseSizes} s
          where s.day < p.day and s.day >= p.day - ${growthDays}::int order by s.day limit 1)::float8 as "perDay"
        from present p`);
      const [found] = rows;
      if (!found) throw new Error('A query without a table returns one row.');
      return found;
    },

    /** Emails of the last days that failed, or whose first attempt did. Counted up to 100. */
    async readMail(): Promise<{ unsent: number; sentAt: Date | null; error: string | null }> {
      const isFailing = or(eq(mails.state, 'failed'), and(eq(mails.state, 'queued'), gt(mails.attempts, 0)));
      const failing = await db
        .select({ error: mails.lastError })
        .from(mails)
        .where(and(gt(mails.createdAt, sql`${now()} - ${mailDays} * interval '1 day'`), isFailing))
        .orderBy(desc(mails.createdAt))
        .limit(mostCounted);
      const [sent] = await db
        .select({ sentAt: mails.sentAt })
        .from(mails)
        .where(eq(mails.state, 'sent'))
        .orderBy(sql`${mails.createdAt} desc nulls first`)
        .limit(1);
      return { unsent: failing.length, sentAt: sent?.sentAt ?? null, error: failing[0]?.error ?? null };
    },

    async recordBackupCheck(name: string, problem: string | null): Promise<void> {
      const set = { checkedAt: now(), problem };
      await db
        .insert(backupChecks)
        .values({ name, ...set })
        .onConflictDoUpdate({ target: backupChecks.name, set });
    },

    /** The newest check, and when a backup was last found whole. */
    async readBackupChecks(): Promise<{ last: BackupCheck | null; wholeAt: Date | null }> {
      const newest = desc(backupChecks.checkedAt);
      const [last] = await db.select().from(backupChecks).orderBy(newest).limit(1);
      const [whole] = await db
        .select({ at: backupChecks.checkedAt })
        .from(backupChecks)
        .where(sql`${backupChecks.problem} is null`)
        .orderBy(newest)
        .limit(1);
      return { last: last ?? null, wholeAt: whole?.at ?? null };
    },

    /** When a link was last complete. */
    async findLastDelivery(): Promise<Date | null> {
      const [last] = await db
        .select({ at: dispatches.completedAt })
        .from(dispatches)
        .where(isNotNull(dispatches.completedAt))
        .orderBy(sql`${dispatches.completedAt} desc`)
        .limit(1);
      return last?.at ?? null;
    },

    async purge(): Promise<void> {
      await db
        .delete(databaseSizes)
        .where(sql`${databaseSizes.day} < (${now()} - ${keptSizeDays} * interval '1 day')::date`);
      await db
        .delete(backupChecks)
        .where(sql`${backupChecks.checkedAt} < ${now()} - ${keptCheckDays} * interval '1 day'`);
    },
  };
}
