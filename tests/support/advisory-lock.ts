// An advisory lock of the store that a test holds, until calls wait for it.
import type { Pool } from 'pg';
import { expect } from 'vitest';

const waiting = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** `name`: of a lock that a transaction holds, as `store settings`. */
export async function holdLock(pool: Pool, name: string) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 11))', [name]);
  return {
    /** Returns once so many transactions wait for an advisory lock. */
    untilWaiting: (count: number) => expect.poll(async () => (await client.query(waiting)).rowCount).toBe(count),
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
}
