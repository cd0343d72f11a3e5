// The shape of job handlers and schedules, and a way to run every due job once.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import { texts } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import type { JobName, JobPayloads } from '../ports/jobs.ts';

/** One handler per job. A job may run again after an interruption, so every handler is safe to repeat. */
export type JobHandlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** Standard cron patterns, in UTC. */
export type Schedule = { job: JobName; pattern: string }[];

type AnyHandler = (payload: unknown) => Promise<void>;

export function handlerEntries(handlers: JobHandlers): [name: string, handler: AnyHandler][] {
  return Object.entries(handlers) as [string, AnyHandler][];
}

/** Routes the library's messages into the store's log; its chatter about single jobs only at level debug. */
export function createQueueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });
}

const drainSettleMs = 10_000;

/** Runs every job that is due until none is left and all are removed from the queue. For tests and commands. */
export async function drainJobs(database: Database, handlers: JobHandlers, log: Log): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  const holders: string[] = [];
  events.on('pool:create', ({ workerPool }) => holders.push(workerPool.id));
  await runOnce({
    pgPool: database.pool,
    taskList: Object.fromEntries(handlerEntries(handlers).map(([name, handler]) => [name, (p: unknown) => handler(p)])),
    noHandleSignals: true,
    events,
    logger: createQueueLogger(log),
  });
  // The library resolves while the last jobs are still being removed.
  const deadline = Date.now() + drainSettleMs;
  while ((await countLocked(database, holders)) > 0) {
    if (Date.now() > deadline) throw new Error('Finished jobs were not removed from the queue.');
    await sleep(2);
  }
}

async function countLocked(database: Database, holders: string[]): Promise<number> {
  const { rows } = await database.db.execute<{ locked: number }>(sql`
    select count(*)::int as locked from graphile_worker._private_jobs where locked_by = any(${texts(holders)})`);
  return rows[0]?.locked ?? 0;
}
