// A tiny write that really needs the disk: it fails when writes of the store fail. Leaves nothing behind.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { DatabaseOutage } from '../../contract/health.ts';
import type { Log } from '../observability/log.ts';
import { withinTime } from '../platform/clock.ts';
import { openDatabase } from './database.ts';
import { isOutage, toDatabaseFault } from './database-faults.ts';

export type WriteProbe = {
  /** Why the database cannot write, or null. Never throws. */
  run(): Promise<DatabaseOutage | null>;
  /** Resolves once the database answers a read. */
  answers(): Promise<void>;
  close(): Promise<void>;
};

/** A write that takes longer is as good as none. */
const limitMs = 5_000;

/** `connection`: the probe has a session of its own, so that a busy pool does not look like an outage. */
export function createWriteProbe(connection: pg.PoolConfig, log: Pick<Log, 'warn'>): WriteProbe {
  const database = openDatabase({ connection, poolSize: 1, answerWithinMs: limitMs });
  let running: Promise<DatabaseOutage | null> | null = null;
  let hasWarned = false;

  async function write(): Promise<void> {
    await database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ isReadOnly: boolean }>(sql`
        select current_setting('transaction_read_only') = 'on' as "isReadOnly",
          set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`);
      if (rows[0]?.isReadOnly) throw Object.assign(new Error('The database is read-only.'), { code: '25006' });
      // A WAL record, flushed by the commit. The series exceeds work_mem and extends a temporary file beside the tables:
      // an existing table could have free space left on a full disk.
      await tx.execute(sql`
        select pg_logical_emit_message(true, 'applaud', 'write probe'), (select count(*) from generate_series(1, 5000))`);
    });
  }

  async function attempt(): Promise<DatabaseOutage | null> {
    try {
      await write();
      return null;
    } catch (error) {
      const fault = toDatabaseFault(error);
      // The pool may have all the connections that there are, and serve well with them.
      if (fault === 'out_of_connections') return null;
      if (fault !== null) return isOutage(fault) ? fault : null;
      if (!hasWarned) log.warn({ problem: (error as Error).message }, 'the write probe of the database does not work');
      hasWarned = true;
      return null;
    }
  }

  async function probe(): Promise<DatabaseOutage | null> {
    const first = await attempt();
    // The session of the last probe may have been lost while it was idle.
    return first === 'unreachable' ? attempt() : first;
  }

  return {
    run: () => {
      running ??= probe().finally(() => {
        running = null;
      });
      return withinTime(limitMs, running, () => 'unreachable' as const);
    },
    answers: async () => void (await database.pool.query('select 1')),
    close: () => database.close(),
  };
}
