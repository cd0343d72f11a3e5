// SQL of the heartbeat.
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { sentenceOf } from '../../../contract/sentences.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import { dbNow, type Queryable } from '../../database/database.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { heartbeats } from './system.schema.ts';

export type HeartbeatRow = typeof heartbeats.$inferSelect;
export type PingResult = { status: number | null; problem: StoreMessage | null };
/** A schedule is served some seconds early or late. */
const earlySeconds = 30;
const startGapSeconds = 60;

export async function find(at: Queryable): Promise<HeartbeatRow | null> {
  const [found] = await at.select().from(heartbeats);
  return found ?? null;
}

/** The next ping is due at once, and earlier failures do not count. `url`: encrypted. */
export async function save(tx: Queryable, url: string, intervalMinutes: number): Promise<void> {
  const fresh = {
    triedAt: null,
    succeededAt: null,
    lastStatus: null,
    problem: null,
    problemCoded: null,
    failures: 0,
  };
  const set = { url, intervalMinutes, ...fresh };
  await tx.insert(heartbeats).values(set).onConflictDoUpdate({ target: heartbeats.only, set });
}

export async function remove(tx: Queryable): Promise<boolean> {
  return ((await tx.delete(heartbeats)).rowCount ?? 0) > 0;
}

/**
 * Null while no ping is due, or while another process sends it. At a start one is due a minute after the last one.
 * A time in the future was written by a clock that was wrong.
 */
export async function claim(db: Queryable, isStart: boolean): Promise<HeartbeatRow | null> {
  const { triedAt, intervalMinutes } = heartbeats;
  const gap = isStart
    ? sql`${startGapSeconds} * interval '1 second'`
    : sql`${intervalMinutes} * interval '1 minute' - ${earlySeconds} * interval '1 second'`;
  const isFuture = sql`${triedAt} > ${dbNow(db)} + interval '1 minute'`;
  const [claimed] = await db
    .update(heartbeats)
    .set({ triedAt: dbNow(db) })
    .where(or(isNull(triedAt), lte(triedAt, sql`${dbNow(db)} - (${gap})`), isFuture))
    .returning();
  return claimed ?? null;
}

/** Not of a heartbeat that was changed meanwhile. */
export async function record(
  db: Queryable,
  { url, triedAt }: HeartbeatRow,
  { status, problem }: PingResult,
): Promise<void> {
  if (triedAt === null) return;
  const isOk = problem === null;
  await db
    .update(heartbeats)
    .set({
      lastStatus: status,
      ...sentenceColumns('problem', problem && sentenceOf(problem)),
      failures: isOk ? 0 : sql`${heartbeats.failures} + 1`,
      ...(isOk ? { succeededAt: dbNow(db) } : {}),
    })
    .where(and(eq(heartbeats.url, url), eq(heartbeats.triedAt, triedAt)));
}
