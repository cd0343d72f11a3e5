// Table of the processes that work on jobs.
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../database/columns.ts';

/** One row per lock holder of a living process. Without a heartbeat for a minute its jobs are freed. */
export const workerHeartbeats = pgTable('worker_heartbeats', {
  workerId: text('worker_id').primaryKey(),
  beatAt: at('beat_at').notNull(),
  /** Set while no job starts although some are due. */
  stalledSince: at('stalled_since'),
  /** Of the oldest due job. */
  dueSince: at('due_since'),
  /** Due jobs, counted up to 10,000. */
  waiting: integer('waiting'),
});
