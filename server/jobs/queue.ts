// Jobs in the same database, by graphile-worker: enqueued in the caller's transaction.
import { sql } from 'drizzle-orm';
import type { Jobs } from '../ports/jobs.ts';

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
