// PgBouncer in transaction mode before a PostgreSQL, where one is installed: /usr/sbin/pgbouncer, or what PGBOUNCER names.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ExternalPostgres } from './external-postgres.ts';
import { freePort } from './free-port.ts';
import { until } from './program.ts';

/** Null where there is none. */
export const pgbouncerPath =
  [process.env.PGBOUNCER, '/usr/sbin/pgbouncer'].find((path) => path && existsSync(path)) ?? null;

/** From 1.21 on it gives each session of PostgreSQL the named statements of its clients. */
export function keepsPreparedStatements(program: string): boolean {
  const { stdout = '' } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** `sessions`: so many of the server are shared by all connections. */
export async function startPgbouncer(program: string, behind: ExternalPostgres, sessions: number) {
  const { host, port, user, password, database } = behind.connection;
  const folder = join(behind.folder, 'pgbouncer');
  await mkdir(folder);
  const listenPort = await freePort();
  await writeFile(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  const settings = [
    '[databases]',
    `${database} = host=${host} port=${port} dbname=${database}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${listenPort}`, 'unix_socket_dir ='],
    ...['pool_mode = transaction', `default_pool_size = ${sessions}`, 'max_client_conn = 200'],
    ...['auth_type = scram-sha-256', `auth_file = ${join(folder, 'users.txt')}`],
    ...(keepsPreparedStatements(program) ? ['max_prepared_statements = 200'] : []),
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  // It does not run as root; as the user that a namespace maps, it may read what root may.
  const asRoot = process.getuid?.() === 0;
  const [command = program, ...args] = asRoot
    ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--', program]
    : [program];
  async function start() {
    const child = spawn(command, [...args, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    const ended = once(child, 'exit');
    await until('PgBouncer listens', () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`);
      return output.includes('process up');
    });
    return async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    };
  }

  let end = await start();
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${listenPort}/${database}`,
    stop: () => end('SIGINT'),
    /** All its connections are lost; it listens on the same port again after `downForMs`. */
    restart: async (downForMs: number) => {
      await end('SIGKILL');
      await wait(downForMs);
      end = await start();
    },
  };
}
