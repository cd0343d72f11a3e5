// Takes jobs and runs them: at least once, with back-off, also those of a process that died. Knows no job's meaning.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Logger, parseCronItems, type Runner, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { JobName, JobPayloads } from '../ports/jobs.ts';
import { texts } from '../store/columns.ts';
import { type Database, isConnectionLoss } from '../store/database.ts';
import { workerHeartbeats } from '../store/schema.ts';
import { bringBackFromTheFuture, createJumpWatch, runsAhead } from './clock-jumps.ts';

/** What a job does; it may run again after it was interrupted, so every one is safe to repeat. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** Standard cron patterns, in UTC. */
export type Schedule = { job: JobName; pattern: string }[];

export type WorkerOptions = {
  database: Database;
  handlers: JobHandlers;
  schedule: Schedule;
  log: Log;
  /** True when no other process can be working on this database: whatever is locked belongs to a dead one. */
  alone: boolean;
  concurrency?: number;
  beatEveryMs?: number;
};

export type Worker = {
  /** Takes no more jobs, lets the running ones finish for a while, hands the rest back. */
  stop(): Promise<void>;
};

const usualBeatMs = 10_000;
/** A worker that has not said for so long that it lives is dead; its jobs are freed within one more beat. */
const deadAfterSeconds = 60;
const drainSettleMs = 10_000;
const restartAfterMs = 250;
const reconnectEveryMs = 250;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, log, beatEveryMs = usualBeatMs } = options;
  const clockJumped = createJumpWatch();
  const events = new EventEmitter() as WorkerEvents;
  // Who holds the jobs is the pool of the library, not one worker of it.
  const holders = new Set<string>();
  events.on('pool:create', ({ workerPool }) => holders.add(workerPool.id));
  await freeDeadJobs(database, options.alone ? 0 : deadAfterSeconds, log);
  await bringBackFromTheFuture(database);

  let stopping = false;
  let runner: Runner | null = null;
  let starting: Promise<void> | null = null;
  let ending: Promise<void> | null = null;
  const pool = patientPool(database.pool, () => stopping);
  const beat = setInterval(() => void keepAlive(), beatEveryMs);

  async function keepAlive(): Promise<void> {
    try {
      await sayAlive(database, [...holders]);
      await freeDeadJobs(database, deadAfterSeconds, log);
      if (clockJumped()) await heedClock();
      else if (await runsAhead(database)) await bringBackFromTheFuture(database);
      await restart();
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.message : '' }, 'the job queue could not say that it lives');
    }
  }

  // The library's schedules would stand still until the time that they were served for comes again.
  async function heedClock(): Promise<void> {
    log.warn({}, 'the clock was set: the schedules begin anew');
    await bringBackFromTheFuture(database);
    // What runs may end before; the queue is started again as after any other end of it.
    ending = runner?.stop().catch(() => {}) ?? null;
    await ending;
  }

  /** Starts a queue that gave up because the database went away; what it held is free again at once. */
  async function restart(): Promise<void> {
    if (runner || stopping) return;
    starting ??= unlock(database, [...holders])
      .then(() => holders.clear())
      .then(start)
      .finally(() => {
        starting = null;
      });
    await starting;
  }

  async function start(): Promise<void> {
    const started = await run({
      pgPool: pool,
      taskList: taskListOf(options.handlers),
      parsedCronItems: parseCronItems(
        options.schedule.map(({ job, pattern }) => ({
          task: job,
          match: pattern,
          options: { backfillPeriod: 0, maxAttempts: 1 },
        })),
      ),
      concurrency: options.concurrency ?? 4,
      noHandleSignals: true,
      pollInterval: 2_000,
      // Settled jobs are taken off the list by the library's batches, which end the queue where that fails. Without them
      // a failure of the database at that moment is nobody's, and would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      events,
      logger: loggerOf(log),
    });
    if (stopping) return void (await started.stop());
    runner = started;
    started.promise.then(
      () => goOn(started),
      () => goOn(started),
    );
    await sayAlive(database, [...holders]);
  }

  function goOn(ended: Runner): void {
    if (runner !== ended) return;
    runner = null;
    if (!stopping) setTimeout(() => void keepAlive(), restartAfterMs).unref();
  }

  await start();
  return {
    stop: async () => {
      stopping = true;
      clearInterval(beat);
      await starting?.catch(() => {});
      await ending;
      await runner?.stop().catch(() => {});
      await database.db
        .delete(workerHeartbeats)
        .where(sql`worker_id = any(${texts([...holders])})`)
        .catch(() => {});
    },
  };
}

/**
 * The same pool for the library, to which a connection that is refused once is the end of all its work: here it waits until
 * the database is back, or the store stops.
 */
function patientPool(pool: pg.Pool, isStopping: () => boolean): pg.Pool {
  async function connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (isStopping() || !isConnectionLoss(error)) throw error;
        await sleep(reconnectEveryMs);
      }
    }
  }
  return new Proxy(pool, {
    get(target, name) {
      // Its listening connection is asked for with a callback, and asked for again by itself.
      if (name === 'connect')
        return (then?: Parameters<pg.Pool['connect']>[0]) => (then ? pool.connect(then) : connect());
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Runs every job that is due, until none is left and all of them are settled. For tests and commands. */
export async function drainJobs(database: Database, handlers: JobHandlers, log: Log): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  const poolIds: string[] = [];
  events.on('pool:create', ({ workerPool }) => poolIds.push(workerPool.id));
  await runOnce({
    pgPool: database.pool,
    taskList: taskListOf(handlers),
    noHandleSignals: true,
    events,
    logger: loggerOf(log),
  });
  // The library resolves while the last jobs are still being taken off the list.
  const deadline = Date.now() + drainSettleMs;
  while ((await countHeld(database, poolIds)) > 0) {
    if (Date.now() > deadline) throw new Error('Jobs that ran were not taken off the list.');
    await sleep(2);
  }
}

async function countHeld(database: Database, poolIds: string[]): Promise<number> {
  // How many jobs are still locked by these workers?
  const { rows } = await database.db.execute<{ held: number }>(sql`
    select count(*)::int as held from graphile_worker._private_jobs
    where locked_by = any(${texts(poolIds)})`);
  return rows[0]?.held ?? 0;
}

async function sayAlive(database: Database, holders: string[]): Promise<void> {
  if (holders.length === 0) return;
  // These workers live.
  await database.db
    .insert(workerHeartbeats)
    .values(holders.map((workerId) => ({ workerId, beatAt: database.now() })))
    .onConflictDoUpdate({ target: workerHeartbeats.workerId, set: { beatAt: database.now() } });
}

/** Frees the jobs of workers that have not said for `deadSeconds` that they live; 0 frees every locked job. */
export async function freeDeadJobs(database: Database, deadSeconds: number, log: Log): Promise<void> {
  const since = sql`${database.now()} - ${deadSeconds} * interval '1 second'`;
  // Which workers hold jobs and are dead?
  const { rows } = await database.db.execute<{ worker_id: string }>(sql`
    select distinct locked_by as worker_id from graphile_worker._private_jobs
    where locked_at is not null and locked_at <= ${since}
      and locked_by not in (select worker_id from worker_heartbeats where beat_at > ${since})`);
  if (rows.length === 0) return;
  const dead = rows.map((row) => row.worker_id);
  await unlock(database, dead);
  await database.db.execute(sql`delete from worker_heartbeats where beat_at <= ${since}`);
  log.warn({ workers: dead.length }, 'the jobs of dead workers were freed');
}

async function unlock(database: Database, holders: string[]): Promise<void> {
  if (holders.length === 0) return;
  // Frees what these hold.
  await database.db.execute(sql`select graphile_worker.force_unlock_workers(${texts(holders)})`);
}

function taskListOf(handlers: JobHandlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      (payload: unknown) => (handler as (payload: unknown) => Promise<void>)(payload),
    ]),
  );
}

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });
}
