// A primary with a synchronous replica behind one address: the primary is killed, the replica is promoted, the address leads
// to it. What was committed is on both, so nothing that the store acknowledged may be lost.
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosStoreOptions } from './chaos-store.ts';
import { until } from './program.ts';
import { startReplicated } from './replicated-postgres.ts';

export type FailoverDatabase = {
  database: NonNullable<ChaosStoreOptions['database']>;
  /** `downForMs` passes between the end of the primary and the promotion. */
  failOver(downForMs: number): Promise<void>;
  stop(): Promise<void>;
};

const ports = { primary: 5432, replica: 5433 };

/** Null where no PostgreSQL is installed that makes a replica. */
export async function startFailoverDatabase(): Promise<FailoverDatabase | null> {
  const servers = await startReplicated();
  if (!servers) return null;
  const folder = String(servers.connection.host);
  let port = ports.primary;
  const sockets = new Set<Socket>();
  const address = createServer((near) => {
    const far = connect(join(folder, `.s.PGSQL.${port}`));
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
  const at = address.address();
  if (at === null || typeof at === 'string') throw new Error('The address has no port.');
  await servers.sql(`alter system set synchronous_standby_names = '*'`);
  await servers.sql('select pg_reload_conf()');
  await until('the replica is synchronous', async () => {
    const [standby] = await servers.sql('select sync_state from pg_stat_replication');
    return standby?.sync_state === 'sync';
  });
  const isPrimary = () => port === ports.primary;
  return {
    database: {
      env: { DATABASE_URL: `postgres://shop@127.0.0.1:${at.port}/shop` },
      directUrl: () => (isPrimary() ? servers.url : servers.replica.url),
      sql: (statement) => (isPrimary() ? servers : servers.replica).sql(statement),
    },
    failOver: async (downForMs) => {
      const [pid = ''] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await wait(downForMs);
      // It must not wait for a replica of its own.
      await servers.replica.sql(`alter system set synchronous_standby_names = ''`);
      await servers.replica.sql('select pg_promote()');
      port = ports.replica;
      for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => address.close(resolve));
      await servers.stop();
    },
  };
}
