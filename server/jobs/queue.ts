// Jobs in the same database, by graphile-worker: enqueued in the caller's transaction.
import { sql } from 'drizzle-orm';
import type { Jobs } from '../ports/jobs.ts';
import type { StallReport } from './queue-repository.ts';

export function createQueue(): Jobs {
  return {
    enqueue: async (at, name, payload, { key, delaySeconds = 0, maxAttempts }) => {
      // Adds a job that is seen once the caller's transaction commits.
      await at.execute(sql`
        select graphile_worker.add_job(
          ${name}, ${JSON.stringify(payload)}::json,
          run_at := now() + ${delaySeconds} * interval '1 second',
          job_key := ${key}::text,
          max_attempts := ${maxAttempts ?? null}::int)`);
    },
  };
}

// The state of the job queue in this process, for health checks, metrics and the admin. Written by the supervisor.

export type QueueStatus = {
  /** `stalled`: jobs are due and none starts. `off`: this process runs no jobs (yet). */
  state: 'off' | 'running' | 'stalled';
  /** How long the oldest due job has waited. */
  oldestDueSeconds: number;
  /** Due jobs, counted up to 10,000. */
  waiting: number;
  /** Jobs that this process runs now. */
  running: number;
  /** How often this process replaced its runner. */
  restarts: number;
};

export type QueueStatusHolder = ReturnType<typeof createQueueStatus>;

export function createQueueStatus() {
  let status: QueueStatus = { state: 'off', oldestDueSeconds: 0, waiting: 0, running: 0, restarts: 0 };
  return {
    read: () => status,
    update: (change: Partial<QueueStatus>) => {
      status = { ...status, ...change };
    },
  };
}

/** Called when jobs stall and when they resume, also at the start. Called again after a failure. */
export type StallObserver = {
  stalled(report: StallReport): Promise<void>;
  resumed(): Promise<void>;
};
