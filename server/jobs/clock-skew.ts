// Clocks that were wrong for a while and are set right: noticed, and what they made wait for hours no longer waits.
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

const jumpMs = 60_000;

/** True each time that this process's clock went on by much more or less than the time that passed. */
export function createJumpWatch(): () => boolean {
  const aside = () => Date.now() - performance.now();
  let last = aside();
  return () => {
    const now = aside();
    const jumped = Math.abs(now - last) > jumpMs;
    last = now;
    return jumped;
  };
}

/** True while this process's clock is far ahead of the database's. */
export async function runsAhead({ db }: Database): Promise<boolean> {
  const { rows } = await db.execute<{ ms: string }>(sql`select extract(epoch from now()) * 1000 as ms`);
  return Date.now() - Number(rows[0]?.ms) > jumpMs;
}

/**
 * Jobs that were added while the database's clock ran ahead become due as soon after now as they were to be after their adding;
 * schedules that were served for a time to come are served again, and what they asked for is due at once.
 */
export async function bringBackFromTheFuture({ db }: Database): Promise<void> {
  // Moves jobs that were added at a time to come to now.
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at - (created_at - now()), created_at = now()
    where created_at > now() + ${jumpMs} * interval '1 millisecond'`);
  // Makes due what a schedule asked for by the clock of its process, which ran ahead.
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where payload ->> '_cron' is not null and attempts = 0 and run_at > now() + ${jumpMs} * interval '1 millisecond'`);
  // Forgets of schedules what lies in the future.
  await db.execute(sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + ${jumpMs} * interval '1 millisecond'`);
}
