// One run of the job library on connections of its own, which can be thrown away whole: a runner that hangs is discarded.
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../observability/log.ts';
import { backlogFlag } from './backlog-throttle.ts';
import { createQueueLogger, type Schedule } from './handlers.ts';

export type QueueRunnerOptions = {
  /** Connections for this runner alone. */
  database: Database;
  /** `isDiscarded` is true once nothing may start any more. */
  tasks: (isDiscarded: () => boolean) => TaskList;
  schedule: Schedule;
  log: Log;
  /** Concurrent jobs. */
  concurrency: number;
};

export type QueueRunner = {
  /** Under these names jobs are locked. */
  holders: readonly string[];
  /**
   * Resolves with the reason when the runner ended unexpectedly, or could not record the end of a job. Never rejects.
   */
  failed: Promise<string>;
  /** Starts no more jobs; waits for the running ones up to this limit, then destroys the connections. Never rejects. */
  discard(withinMs: number): Promise<void>;
};

const pollIntervalMs = 2_000;
const closeWithinMs = 200;
/** Slots that run no jobs of the backlog, so that new work does not wait behind it. */
export const freshSlots = 1;

/** Throws where the database does not answer; nothing is left open then. */
export async function startQueueRunner(options: QueueRunnerOptions): Promise<QueueRunner> {
  const { database, tasks, schedule, log, concurrency } = options;
  const { pool } = database;
  const clients = trackClients(pool);
  const events = new EventEmitter() as WorkerEvents;
  const holders: string[] = [];
  let isDiscarded = false;
  let fail: (reason: string) => void = () => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  events.on('pool:create', ({ workerPool }) => holders.push(workerPool.id));
  events.on('pool:fatalError', () => fail('the end of a job could not be recorded'));

  const lanes = [
    {
      concurrentJobs: Math.max(1, concurrency - freshSlots),
      cronItems: toCronItems(schedule),
      forbiddenFlags: undefined,
    },
    { concurrentJobs: freshSlots, cronItems: [], forbiddenFlags: [backlogFlag] },
  ];
  const taskList = tasks(() => isDiscarded);
  const runners: Runner[] = [];
  try {
    for (const lane of lanes) runners.push(await startLane(lane));
  } catch (error) {
    await discard(0);
    throw error;
  }

  function startLane(lane: (typeof lanes)[number]): Promise<Runner> {
    return run({
      pgPool: pool,
      taskList,
      parsedCronItems: lane.cronItems,
      concurrency: lane.concurrentJobs,
      ...(lane.forbiddenFlags ? { forbiddenFlags: lane.forbiddenFlags } : {}),
      noHandleSignals: true,
      pollInterval: pollIntervalMs,
      // Without batches a failed completion is an unhandled rejection, and ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      events,
      logger: createQueueLogger(log),
    });
  }

  for (const { promise } of runners) {
    promise.then(
      () => fail('the runner ended'),
      () => fail('the runner ended with an error'),
    );
  }

  async function discard(withinMs: number): Promise<void> {
    const stopped = Promise.allSettled(runners.map((runner) => runner.stop()));
    await Promise.race([stopped, sleep(withinMs, undefined, { ref: false })]);
    isDiscarded = true;
    const closed = database.close().catch(() => {});
    await Promise.race([closed, sleep(closeWithinMs, undefined, { ref: false })]);
    // The library may wait for ever; its queries must not.
    for (const client of clients) destroy(client);
  }

  return { holders, failed, discard };
}

function toCronItems(schedule: Schedule): ParsedCronItem[] {
  return parseCronItems(
    schedule.map(({ job, pattern }) => ({
      task: job,
      match: pattern,
      options: { backfillPeriod: 0, maxAttempts: 1 },
    })),
  );
}

function trackClients(pool: pg.Pool): Set<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    clients.add(client);
    client.once('end', () => clients.delete(client));
  });
  return clients;
}

function destroy(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
