// Failed jobs: list, retry, delete.
import { sql } from 'drizzle-orm';
import { dbNow, type Queryable } from '../database/database.ts';

type DeadJob = {
  id: string;
  name: string;
  /** Where its payload names one. */
  orderId: string | null;
  at: Date;
  /** The first line. */
  error: string;
};

const keptDays = 90;
const longestError = 300;
/** The default number of attempts. A job with fewer is added again by its schedule, and is no action item. */
const usualAttempts = 25;

const isDead = sql`j.attempts >= j.max_attempts and j.locked_at is null`;
// The queue takes the key of a running job whose successor was added meanwhile: the successor does the work.
const isAlone = sql`j.max_attempts >= ${usualAttempts} and j.key is not null`;

type DeadJobRow = Omit<DeadJob, 'at'> & { at: string };
// An order ID, where the payload names one.
const columns = sql`j.id::text as id, t.identifier as name, j.updated_at as at,
  nullif(j.payload ->> 'orderId', '') as "orderId",
  coalesce(split_part(j.last_error, E'\n', 1), '') as error`;
const tables = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;

/** The newest first. */
export async function listDeadJobs(db: Queryable, limit: number): Promise<DeadJob[]> {
  const { rows } = await db.execute<DeadJobRow>(sql`
    select ${columns} from ${tables} where ${isDead} and ${isAlone} order by j.updated_at desc limit ${limit}`);
  return rows.map(readRow);
}

function readRow(row: DeadJobRow): DeadJob {
  return { ...row, at: new Date(row.at), error: row.error.slice(0, longestError) };
}

/** False for one that was not given up, or is not there. */
export async function retryDeadJob(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from graphile_worker.reschedule_jobs(
      array(select j.id from graphile_worker._private_jobs j where j.id = ${id}::bigint and ${isDead} and j.key is not null),
      run_at := now(), attempts := 0)`);
  return rows.length > 0;
}

/** Returns the deleted job; null for one that was not given up, or is not there. */
export async function removeDeadJob(db: Queryable, id: string): Promise<DeadJob | null> {
  const { rows } = await db.execute<DeadJobRow>(sql`
    with dead as (select ${columns} from ${tables} where j.id = ${id}::bigint and ${isDead} for update of j),
    deleted as (select id from graphile_worker.complete_jobs(array(select id::bigint from dead)))
    select dead.* from dead join deleted on deleted.id::text = dead.id`);
  return rows[0] ? readRow(rows[0]) : null;
}

export async function purgeDeadJobs(db: Queryable): Promise<void> {
  // Forgets those that come again by themselves, and all that were given up long ago.
  await db.execute(sql`
    select from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j
      where ${isDead} and j.updated_at < ${dbNow(db)}
        - case when ${isAlone} then ${keptDays} else 1 end * interval '1 day'
      limit 10000))`);
}
