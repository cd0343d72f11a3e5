// The stores in front of the cluster: two machines with HAProxy, PgBouncer and one process of the store each, and a balancer.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { firstSpendingCaps } from '../../contract/setting-fields.ts';
import { projectRoot } from '../../server/platform/project-root.ts';
import { clientOf } from '../../tests/support/client.ts';
import { type ExternalSandbox, startExternalSandbox } from '../../tests/support/external-sandbox.ts';
import { keepsPreparedStatements, pgbouncerPath } from '../../tests/support/pgbouncer.ts';
import { type StoreProcess, startProcess } from '../../tests/support/process.ts';
import { until } from '../../tests/support/program.ts';
import { settingsInputOf } from '../../tests/support/settings-steps.ts';
import { type DatabaseCluster, makeFolder } from './database-cluster.ts';
import type { Network } from './network.ts';
import { type Service, serviceOf } from './processes.ts';

export type StoreMachine = { name: string; host: string; haproxy: Service; pgbouncer: Service; process: StoreProcess };
export type Stores = {
  /** The balancer: the address for visitors and for the gateway. */
  url: string;
  machines: StoreMachine[];
  sandbox: ExternalSandbox;
  login: { email: string; password: string };
  /** For commands that are run beside the store. */
  env: Record<string, string>;
  sql(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export type RunningCluster = { network: Network; databases: DatabaseCluster; stores: Stores; folder: string };

/** Debian's, or what PGBOUNCER names. */
const pgbouncerProgram = pgbouncerPath ?? 'pgbouncer';
const lastBytes: Record<string, number> = { store1: 21, store2: 22 };
const [balancerLastByte, balancerPort] = [20, 8080];
const login = { email: 'owner@shop.example', password: 'a long enough password' };
const shared = {
  JWT_SECRET: 'the same secret on every process, long enough',
  SECRETS_KEY: 'the same key on every process, and long enough',
  ADMIN_EMAIL: login.email,
  ADMIN_PASSWORD: login.password,
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'info',
  DATABASE_PREPARED: keepsPreparedStatements(pgbouncerProgram) ? 'on' : 'off',
  TRUST_PROXY: '1',
};

/** With a role and an empty database for the store, as docs/cluster.md makes them. */
export async function createStoreDatabase({ sqlAtLeader, storePassword }: DatabaseCluster): Promise<void> {
  await sqlAtLeader(`create role applaud login password '${storePassword}'`);
  await sqlAtLeader(`alter role applaud set statement_timeout = '15s'`);
  await sqlAtLeader('create database applaud owner applaud');
}

export async function startStores(network: Network, cluster: DatabaseCluster, folder: string): Promise<Stores> {
  const sandbox = await startExternalSandbox();
  const here = { name: 'balancer', prefix: [], folder: makeFolder(join(folder, 'balancer')) };
  const url = `http://${network.addressOf(balancerLastByte)}:${balancerPort}`;
  const balancerFile = join(here.folder, 'applaud.cfg');
  writeFileSync(balancerFile, balancerConfig(network), { mode: 0o644 });
  const balancer = serviceOf(here, 'haproxy', ['haproxy', '-db', '-f', balancerFile], { user: 'root' });
  balancer.start();
  const machines: StoreMachine[] = [];

  async function close(): Promise<void> {
    await Promise.all(machines.map(({ process: store }) => store.close()));
    for (const { pgbouncer, haproxy } of machines) {
      await pgbouncer.stop('SIGINT');
      await haproxy.stop('SIGTERM');
    }
    await balancer.stop('SIGTERM');
    await sandbox.stop();
  }

  try {
    // The first one migrates the database.
    for (const [name, last] of Object.entries(lastBytes)) {
      const host = network.addressOf(last);
      const machine = { name, prefix: [], folder: makeFolder(join(folder, name)) };
      cluster.fill(machine, { STORE_HOST: host });
      const haproxy = serviceOf(machine, 'haproxy', ['haproxy', '-db', '-f', join(machine.folder, 'haproxy.cfg')], {
        user: 'root',
      });
      const pgbouncer = serviceOf(machine, 'pgbouncer', [pgbouncerProgram, join(machine.folder, 'pgbouncer.ini')]);
      haproxy.start();
      pgbouncer.start();
      await until(`${name} reaches the leader`, () => canQuery(host, cluster.storePassword));
      const env = {
        ...shared,
        ...sandbox.settings,
        HOST: host,
        PORT: name.replace('store', '300'),
        PUBLIC_URL: url,
        DATABASE_URL: databaseUrl(host, 6432, cluster.storePassword),
        DATABASE_DIRECT_URL: databaseUrl(host, 5000, cluster.storePassword),
      };
      machines.push({ name, host, haproxy, pgbouncer, process: await startProcess({ env }) });
    }
    await until('both stores are ready', async () => (await Promise.all(machines.map(isReady))).every(Boolean));
    await sendWithoutCap(url);
  } catch (error) {
    await close();
    throw error;
  }
  const [first] = machines;
  if (!first) throw new Error('There are two store machines.');
  return {
    url,
    machines,
    sandbox,
    login,
    env: first.process.env,
    sql: (statement) => cluster.sqlAtLeader(statement, 'applaud'),
    close,
  };
}

export async function isReady({ host, name }: Pick<StoreMachine, 'host' | 'name'>): Promise<boolean> {
  const path = `http://${host}:${name.replace('store', '300')}/readyz?jobs=1`;
  const response = await fetch(path, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  await response?.arrayBuffer().catch(() => {});
  return response?.ok === true;
}

function databaseUrl(host: string, port: number, password: string): string {
  return `postgres://applaud:${password}@${host}:${port}/applaud`;
}

async function canQuery(host: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl(host, 6432, password), connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function sendWithoutCap(url: string): Promise<void> {
  const { token } = await clientOf(url, null).call('POST /api/admin/login', { body: login });
  const admin = clientOf(url, token);
  const saved = await admin.call('GET /api/admin/store-settings', {});
  const input = settingsInputOf(saved);
  // The load would reach the cap of an hour.
  const spending_caps = { ...firstSpendingCaps, provider: { hour: null, day: null } };
  const settings = { ...input, automatic_dispatch: true, spending_caps };
  await admin.call('PUT /api/admin/store-settings', { body: { version: saved.version, settings } });
}

/** deploy/haproxy/applaud.cfg without TLS, with the addresses of the two machines. */
function balancerConfig(network: Network): string {
  const bind = `${network.addressOf(balancerLastByte)}:${balancerPort}`;
  return readFileSync(join(projectRoot(), 'deploy/haproxy/applaud.cfg'), 'utf8')
    .replace(/^ +bind .*:80 .*$/m, `    bind ${bind}`)
    .replace(/^ +(bind .*ssl|http-request redirect) .*$/gm, '')
    .replace(
      /127\.0\.0\.1:300(\d)/g,
      (_, number: string) => `${network.addressOf(lastBytes[`store${number}`] ?? 0)}:300${number}`,
    );
}
