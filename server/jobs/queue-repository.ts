// SQL of the job queue's own tables: heartbeats, locks, and how long the oldest due job has waited.
import { sql } from 'drizzle-orm';
import { numbers, texts } from '../database/columns.ts';
import { type Database, onlyRow } from '../database/database.ts';
import { backlogFlag } from './backlog-throttle.ts';
import { workerHeartbeats } from './jobs.schema.ts';

/** A process without a heartbeat for so long is dead: its jobs are freed within one more beat. */
export const deadAfterSeconds = 60;
/** A lock or a heartbeat so far in the future was written by a clock that was wrong. */
const futureSeconds = 60;
const mostCounted = 10_000;
const flaggedAtOnce = 2_000;

export type DueJob = { id: string; runAt: string; attempts: number; ageSeconds: number };
export type HeldLock = { id: string; holder: string; lockedAt: string };
export type QueueSnapshot = {
  /** Of the jobs that somebody could take now, the one that is due for longest. */
  oldestDue: DueJob | null;
  /** Due jobs, counted up to 10,000. */
  waiting: number;
  locks: HeldLock[];
  /** Since a schedule was last served; null before the first time. */
  scheduledSecondsAgo: number | null;
};
export type StallReport = { sinceSeconds: number; waiting: number; oldestDueSeconds: number };

/** Fails where the database does not take writes. A stall is recorded with it, so that every process can show it. */
export async function recordHeartbeat(
  database: Database,
  holders: readonly string[],
  stall: StallReport | null,
): Promise<void> {
  const stalledSince = stall && sql<Date>`${database.now()} - ${stall.sinceSeconds} * interval '1 second'`;
  const dueSince = stall && sql<Date>`${database.now()} - ${stall.oldestDueSeconds} * interval '1 second'`;
  const beat = { beatAt: database.now(), stalledSince, dueSince, waiting: stall?.waiting ?? null };
  await database.db
    .insert(workerHeartbeats)
    .values(holders.map((workerId) => ({ workerId, ...beat })))
    .onConflictDoUpdate({ target: workerHeartbeats.workerId, set: beat });
}

export async function deleteHeartbeats(database: Database, holders: readonly string[]): Promise<void> {
  await database.db.delete(workerHeartbeats).where(sql`worker_id = any(${texts([...holders])})`);
}

/** `names`: the jobs that this process can run; others belong to another version of the store. */
export async function readQueue(
  database: Database,
  names: readonly string[],
  holders: readonly string[],
): Promise<QueueSnapshot> {
  const snapshot = await database.db.execute<QueueSnapshot>(sql`
    with due as materialized (
      select j.id, j.run_at, j.attempts from graphile_worker._private_jobs j
      where j.is_available and j.run_at <= now() and j.task_id in (
        select id from graphile_worker._private_tasks where identifier = any(${texts(names)}))
      order by j.priority, j.run_at limit ${mostCounted})
    select
      (select json_build_object('id', id::text, 'runAt', run_at::text, 'attempts', attempts,
        'ageSeconds', extract(epoch from now() - run_at)::float8) from due order by run_at limit 1) as "oldestDue",
      (select count(*)::int from due) as waiting,
      (select coalesce(json_agg(json_build_object('id', id::text, 'holder', locked_by, 'lockedAt', locked_at::text)), '[]')
        from graphile_worker._private_jobs where locked_at is not null and locked_by = any(${texts(holders)})) as locks,
      (select extract(epoch from now() - max(last_execution))::float8
        from graphile_worker._private_known_crontabs) as "scheduledSecondsAgo"`);
  return onlyRow(snapshot);
}

/** Frees these holders' locks, except those of jobs that still run. An attempt that was lost does not count. */
export async function freeLocks(
  database: Database,
  holders: readonly string[],
  runningIds: readonly string[],
): Promise<number> {
  if (holders.length === 0) return 0;
  const { rowCount } = await database.db.execute(sql`
    update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, attempts = greatest(0, attempts - 1)
    where locked_at is not null and locked_by = any(${texts(holders)}) and not (id = any(${numbers(runningIds.map(Number))}))`);
  return rowCount ?? 0;
}

/** Frees the jobs of processes without a heartbeat for `deadSeconds`; 0 frees every locked job. Answers how many holders. */
export async function freeDeadJobs(database: Database, deadSeconds: number): Promise<number> {
  const since = sql`${database.now()} - ${deadSeconds} * interval '1 second'`;
  const until = sql`${database.now()} + ${futureSeconds} * interval '1 second'`;
  const { rows } = await database.db.execute<{ holder: string }>(sql`
    select distinct locked_by as holder from graphile_worker._private_jobs
    where locked_at is not null and (locked_at <= ${since} or locked_at > ${until})
      and locked_by not in (select worker_id from worker_heartbeats where beat_at > ${since} and beat_at <= ${until})`);
  if (rows.length === 0) return 0;
  await database.db.execute(sql`
    select graphile_worker.force_unlock_workers(${texts(rows.map(({ holder }) => holder))})`);
  await database.db.execute(sql`delete from worker_heartbeats where beat_at <= ${since} or beat_at > ${until}`);
  return rows.length;
}

/** Marks jobs that are due for so long, so that they do not keep new ones waiting; the rest follows at the next call. */
export async function flagBacklog(database: Database, olderThanSeconds: number): Promise<void> {
  await database.db.execute(sql`
    update graphile_worker._private_jobs j set flags = coalesce(j.flags, '{}') || ${{ [backlogFlag]: true }}::jsonb
    from (select id from graphile_worker._private_jobs
      where is_available and run_at < now() - ${olderThanSeconds} * interval '1 second'
        and (flags ? ${backlogFlag}) is not true
      order by priority, run_at limit ${flaggedAtOnce} for update skip locked) old
    where j.id = old.id`);
}
