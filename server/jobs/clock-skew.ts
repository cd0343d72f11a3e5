// Corrects the effects of a clock that was wrong: jobs and schedules that it moved into the future become due.
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
 * Jobs added while the database's clock ran ahead become due with their original delay; schedules that ran for a future
 * time run again, and their jobs are due immediately.
 */
export async function bringBackFromTheFuture({ db }: Database): Promise<void> {
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = run_at - (created_at - now()), created_at = now()
    where created_at > now() + ${jumpMs} * interval '1 millisecond'`);
  // Jobs of a schedule, by the clock of a process that ran ahead.
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where payload ->> '_cron' is not null and attempts = 0 and run_at > now() + ${jumpMs} * interval '1 millisecond'`);
  await db.execute(sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > now() + ${jumpMs} * interval '1 millisecond'`);
}
