// Three PostgreSQL under Patroni with three etcd, from the files of deploy/cluster/.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../server/platform/project-root.ts';
import { until } from '../../tests/support/program.ts';
import type { Network } from './network.ts';
import { type Machine, runIn, type Service, serviceOf, signalAll, withDescendants } from './processes.ts';

export type Member = { name: string; role: string; state: string; lag?: number | string };
export type DatabaseMachine = Machine & {
  host: string;
  data: string;
  etcd: Service;
  patroni: Service;
  /** PostgreSQL with everything that it started; empty where none runs. */
  postgresPids(): number[];
};
export type DatabaseCluster = {
  machines: DatabaseMachine[];
  machineOf(name: string): DatabaseMachine;
  members(): Promise<Member[]>;
  leader(): Promise<string | null>;
  /** A leader, and every other machine follows it; one of them synchronously. */
  waitUntilHealthy(withinMs?: number): Promise<void>;
  patronictl(...args: string[]): Promise<string>;
  pgbackrest(machine: DatabaseMachine, ...args: string[]): Promise<string>;
  /** Fills the files of one machine; `more` are further values of deploy/cluster/values. */
  fill(machine: Pick<Machine, 'name' | 'folder'>, more?: Record<string, string>): void;
  /** One statement at the leader as the superuser, past HAProxy. */
  sqlAtLeader(statement: string, database?: string): Promise<Record<string, unknown>[]>;
  storePassword: string;
  start(): Promise<void>;
  /** All three machines at once, with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

const lastBytes: Record<string, number> = { db1: 11, db2: 12, db3: 13 };
const passwordNames = ['SUPERUSER', 'REPLICATION', 'STORE', 'PATRONI', 'REPOSITORY'];
/** The disk of each PostgreSQL, in memory: a full one is one of the faults. */
const diskSize = '1200m';

export function databaseCluster(network: Network, folder: string): DatabaseCluster {
  const passwords = Object.fromEntries(
    passwordNames.map((name) => [`${name}_PASSWORD`, randomBytes(16).toString('hex')]),
  );
  const repository = makeFolder(join(folder, 'repository'));
  const hosts = Object.fromEntries(
    Object.entries(lastBytes).map(([name, last]) => [`HOST${name.slice(2)}`, network.addressOf(last)]),
  );

  function fill({ name, folder: to }: Pick<Machine, 'name' | 'folder'>, more: Record<string, string> = {}): void {
    const values = {
      ...hosts,
      ...passwords,
      NAME: name,
      HOST: network.addressOf(lastBytes[name] ?? 0),
      STORE_HOST: '127.0.0.1',
      DATA: join(to, 'disk', 'data'),
      SOCKETS: to,
      ETCD_DATA: join(to, 'etcd-data'),
      PATRONI: to,
      PGBOUNCER: to,
      PGBACKREST: join(to, 'pgbackrest.conf'),
      REPOSITORY: repository,
      BACKREST_LOG: to,
      BACKREST_LOCK: to,
      BOOTSTRAP: 'initdb',
      RESTORE_TO: '2026-01-01 00:00:00+00',
      ...more,
    };
    const file = join(to, 'values');
    writeFileSync(
      file,
      Object.entries(values)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
      { mode: 0o600 },
    );
    execFileSync('sh', [join(projectRoot(), 'deploy/cluster/fill'), file, to], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    execFileSync('chown', ['-R', 'postgres:postgres', ...configFiles.map((one) => join(to, one))]);
  }

  const machines = Object.keys(lastBytes).map((name): DatabaseMachine => {
    const machine = { name, prefix: network.commandIn(name), folder: makeFolder(join(folder, name)) };
    const disk = makeFolder(join(machine.folder, 'disk'));
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=0700`, 'tmpfs', disk]);
    makeFolder(disk);
    fill(machine);
    const settings = readFileSync(join(machine.folder, 'etcd'), 'utf8').matchAll(/^(ETCD_\w+)=(.*)$/gm);
    const env = Object.fromEntries([...settings].map(([, key = '', value = '']) => [key, value]));
    const data = join(disk, 'data');
    return {
      ...machine,
      data,
      host: network.addressOf(lastBytes[name] ?? 0),
      etcd: serviceOf(machine, 'etcd', ['/usr/bin/etcd'], { env }),
      patroni: serviceOf(machine, 'patroni', ['/usr/bin/patroni', join(machine.folder, 'patroni.yml')]),
      postgresPids: () => postgresPids(data),
    };
  });

  function machineOf(name: string): DatabaseMachine {
    const found = machines.find((machine) => machine.name === name);
    if (!found) throw new Error(`There is no machine ${name}.`);
    return found;
  }

  /** As the machine sees it that reports a leader. */
  async function members(): Promise<Member[]> {
    const views = await Promise.all(machines.map(({ host }) => viewOf(host)));
    return views.find((view) => view.some(({ role }) => role === 'leader')) ?? [];
  }

  /** The machine that answers HAProxy as the primary. */
  async function leader(): Promise<string | null> {
    const answers = await Promise.all(machines.map(async ({ name, host }) => ((await isPrimary(host)) ? name : null)));
    return answers.find((name) => name !== null) ?? null;
  }

  async function sqlAtLeader(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const name = await until('there is a leader', leader);
    const client = new pg.Client({
      host: machineOf(name).host,
      user: 'postgres',
      password: passwords.SUPERUSER_PASSWORD,
      database,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    await client.connect();
    return (await client.query(statement).finally(() => client.end())).rows;
  }

  async function kill(): Promise<void> {
    network.heal();
    for (const { data, etcd, patroni } of machines) {
      signalAll([...postgresPids(data), ...etcd.pids(), ...patroni.pids()], 'SIGCONT');
    }
    await Promise.all(machines.map(({ patroni }) => patroni.stop('SIGKILL')));
    for (const { data } of machines) signalAll(postgresPids(data), 'SIGKILL');
    await Promise.all(machines.map(({ etcd }) => etcd.stop('SIGKILL')));
    await until('PostgreSQL has ended', () => machines.every(({ data }) => postgresPids(data).length === 0));
  }

  return {
    machines,
    machineOf,
    members,
    leader,
    fill,
    sqlAtLeader,
    storePassword: passwords.STORE_PASSWORD ?? '',
    waitUntilHealthy: async (withinMs = 120_000) => {
      await until(
        'the cluster has a leader, a synchronous replica and another one',
        async () => {
          const all = await members();
          const isFollowing = all.filter(({ role, state }) => role !== 'leader' && /^(running|streaming)$/.test(state));
          return (
            isFollowing.length === machines.length - 1 &&
            all.some(({ role }) => role === 'sync_standby') &&
            (await leader()) !== null
          );
        },
        withinMs,
      );
    },
    patronictl: async (...args) => {
      const machine = machines.find(({ patroni, etcd }) => patroni.isRunning() && etcd.isRunning());
      if (!machine) throw new Error('No Patroni runs.');
      return runIn(machine, ['patronictl', '-c', join(machine.folder, 'patroni.yml'), ...args]);
    },
    pgbackrest: (machine, ...args) =>
      runIn(machine, [
        'pgbackrest',
        `--config=${join(machine.folder, 'pgbackrest.conf')}`,
        '--stanza=applaud',
        ...args,
      ]),
    start: async () => {
      for (const { etcd } of machines) etcd.start();
      for (const { patroni } of machines) patroni.start();
    },
    kill,
    stop: async () => {
      await kill();
      for (const { data } of machines) spawnSync('umount', [join(data, '..')], { stdio: 'ignore' });
    },
  };
}

const configFiles = ['patroni.yml', 'etcd', 'haproxy.cfg', 'pgbouncer.ini', 'userlist.txt', 'pgbackrest.conf'];

/** Belongs to the user that Debian makes for PostgreSQL. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(path, uid ?? 0, gid ?? 0);
  chmodSync(path, 0o700);
  return path;
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function postgresPids(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The file outlives a killed server, and its number may belong to another program by now.
    const isServer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
    return isServer ? withDescendants(pid) : [];
  } catch {
    return [];
  }
}

async function viewOf(host: string): Promise<Member[]> {
  const response = await fetch(`http://${host}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  if (!response) return [];
  const { members = [] } = (await response.json().catch(() => ({}))) as { members?: Member[] };
  return members;
}

async function isPrimary(host: string): Promise<boolean> {
  const response = await fetch(`http://${host}:8008/primary`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  return response?.status === 200;
}
