// SQL of how far primary and replica are.
import { type SQL, sql } from 'drizzle-orm';
import { type Database, onlyRow } from './database.ts';

/** Whether it is a replica, and a name that it shares with the primary alone. */
export async function identify({ db }: Database): Promise<{ standby: boolean; cluster: string }> {
  const query = sql`
    select pg_is_in_recovery() as standby, current_database() || ' ' || system_identifier as cluster
    from pg_control_system()`;
  return onlyRow(await db.execute<{ standby: boolean; cluster: string }>(query));
}

export type ReplicaPosition = { position: string; at: string; ownChange: boolean };

/** `position` in the log; `at` by its own clock. */
export async function readPosition({ db }: Database, ownChange: SQL<boolean>): Promise<ReplicaPosition> {
  const query = sql`
    select pg_current_wal_lsn()::text as position, clock_timestamp()::text as at, ${ownChange} as "ownChange"`;
  return onlyRow(await db.execute<ReplicaPosition>(query));
}

type Progress = { caughtUp: boolean; behindSeconds: number | null };

/** `behindSeconds`: null before the first change. Throws when the server is no replica any more. */
export async function readProgress({ db }: Database, { position, at }: ReplicaPosition): Promise<Progress> {
  // Whether the replica has replayed everything, or the age of its last change. Both by the primary's clock.
  const { rows } = await db.execute<Progress & { standby: boolean }>(sql`
    select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "caughtUp",
      extract(epoch from ${at}::timestamptz - pg_last_xact_replay_timestamp())::float8 as "behindSeconds"`);
  const [found] = rows;
  if (!found?.standby) throw new Error('it is no replica any more');
  return found;
}
