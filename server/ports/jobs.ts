// THE PORT to work that happens later: enqueued in the caller's transaction, done at least once, on any process.
import type { Queryable } from '../database/database.ts';

/**
 * Every kind of job with its payload: IDs and small facts; the job reads the rest. The `index.ts` of each module adds its
 * own (`declare module`). Names and payloads are data: a job of the version before may still be queued.
 */
export interface JobPayloads {
  purge_expired: NoPayload;
}

export type NoPayload = Record<string, never>;

export type JobName = keyof JobPayloads;

export type EnqueueOptions = {
  /** A waiting job under the same key is replaced instead of doubled. A running one goes on, and is not tried again. */
  key: string;
  /** From now, by the database's clock. */
  delaySeconds?: number;
  /** Below the usual 25 only for jobs that come again by themselves: their final failure is not reported. */
  maxAttempts?: number;
};

export type Jobs = {
  enqueue<N extends JobName>(at: Queryable, name: N, payload: JobPayloads[N], options: EnqueueOptions): Promise<void>;
};
