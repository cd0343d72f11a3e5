// The system's own PostgreSQL with a streaming replica of it, made as operators make one; null where none is installed.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type OtherPostgres, startOtherPostgres } from '../../scripts/other-postgres.mjs';
import { migrateDatabase } from '../../server/database/migrate.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { until } from './program.ts';

type Rows = Record<string, unknown>[];

export type ReplicatedPostgres = {
  /** As a role that may do no more than a store needs. */
  url: string;
  connection: pg.ClientConfig;
  sql(statement: string): Promise<Rows>;
  replica: {
    url: string;
    sql(statement: string): Promise<Rows>;
    /** It shows what there is now, streams on, and shows nothing more. */
    pause(): Promise<void>;
    resume(): Promise<void>;
    stop(): Promise<void>;
    start(): Promise<void>;
  };
  stop(): Promise<void>;
};

const replicaPort = 5433;

export async function startReplicated(): Promise<ReplicatedPostgres | null> {
  const primary = await startOtherPostgres();
  if (!primary) return null;
  const { folder } = primary;
  const queryPrimary = querier({ host: folder, port: 5432, user: 'tests', database: 'postgres' });
  await queryPrimary('create role shop login');
  await queryPrimary('create database shop owner shop');
  const connection = { host: folder, port: 5432, user: 'shop', database: 'shop' };
  await migrateDatabase(connection, projectRoot(), 'sandbox');
  await copyTo(primary, join(folder, 'replica'));
  const queryReplica = querier({ host: folder, port: replicaPort, user: 'tests', database: 'shop' });
  let running = await startReplica(primary);
  const stopReplica = async () => {
    if (running.exitCode !== null) return;
    running.kill('SIGINT');
    await once(running, 'exit');
  };
  const urlAt = (port: number) => `postgres://shop@localhost:${port}/shop?host=${encodeURIComponent(folder)}`;
  return {
    url: urlAt(5432),
    connection,
    sql: querier({ ...connection, user: 'tests' }),
    replica: {
      url: urlAt(replicaPort),
      sql: queryReplica,
      stop: stopReplica,
      pause: async () => {
        const [now] = await queryPrimary('select pg_current_wal_insert_lsn()::text as position');
        const isThere = `select pg_last_wal_replay_lsn() >= '${now?.position}' as there`;
        await until('the replica has caught up', async () => (await queryReplica(isThere))[0]?.there);
        await queryReplica('select pg_wal_replay_pause()');
      },
      resume: async () => void (await queryReplica('select pg_wal_replay_resume()')),
      start: async () => {
        running = await startReplica(primary);
      },
    },
    stop: async () => {
      await stopReplica();
      await primary.stop();
    },
  };
}

async function copyTo({ bin, folder, user }: OtherPostgres, data: string): Promise<void> {
  const from = ['-h', folder, '-U', 'tests'];
  const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  await promisify(execFile)(join(bin, 'pg_basebackup'), [...from, '-D', data, ...how], user);
}

async function startReplica({ bin, folder, user }: OtherPostgres): Promise<ChildProcess> {
  const settings = { port: replicaPort, listen_addresses: '', unix_socket_directories: folder, fsync: 'off' };
  const args = Object.entries({ ...settings, max_connections: 200 }).flatMap(([name, to]) => ['-c', `${name}=${to}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', join(folder, 'replica'), ...args], { ...user, stdio: 'ignore' });
  await until('the replica answers', async () => {
    const ready = ['-h', folder, '-p', String(replicaPort), '-q'];
    return promisify(execFile)(join(bin, 'pg_isready'), ready).then(
      () => true,
      () => false,
    );
  });
  return server;
}

function querier(connection: pg.ClientConfig): (statement: string) => Promise<Rows> {
  return async (statement) => {
    const client = new pg.Client(connection);
    await client.connect();
    return (await client.query(statement).finally(() => client.end())).rows;
  };
}
