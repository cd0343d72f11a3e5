// One PostgreSQL for all tests of a run, whatever projects they are of: the bundled one in a folder of its own, or the
// server that DATABASE_URL names. Every test file gets a database of its own from one migrated template.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { cleanUpAfterExit } from '../../scripts/clean-up-after.mjs';
import { startEmbedded } from '../../server/database/embedded.ts';
import { migrateDatabase } from '../../server/database/migrate.ts';
import { silentLog } from '../../server/observability/log.ts';
import { projectRoot } from '../../server/platform/project-root.ts';

export type PostgresForTests = {
  /** May create databases. */
  admin: pg.ClientConfig;
  /** Owns the databases of the tests. */
  owner: { user?: string; password?: string };
  template: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/** The data is deleted after the run: speed matters, durability and slow password hashes do not. */
const temporaryServerSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  scram_iterations: '1',
  min_wal_size: '32MB',
  max_wal_size: '128MB',
};

/** The type of a file system in memory, as `statfs` gives it. */
const tmpfs = 0x01021994;
/** The databases of the api project take 0.15 GB at most at a time. */
const roomBytes = 1_000_000_000;

type ServerForTests = Pick<PostgresForTests, 'admin' | 'owner'> & { stop: () => Promise<void> };

/** Shared by the projects of a run: each one loads this file again, in the same process. */
const shared = globalThis as { postgresForTests?: { users: number; started: Promise<Started> } };
type Started = { postgres: PostgresForTests; stop: () => Promise<void> };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.postgresForTests ??= { users: 0, started: start() };
  const run = shared.postgresForTests;
  run.users += 1;
  const { postgres, stop } = await run.started;
  project.provide('postgres', postgres);
  return async () => {
    run.users -= 1;
    if (run.users > 0) return;
    delete shared.postgresForTests;
    await stop();
  };
}

async function start(): Promise<Started> {
  const server = process.env.DATABASE_URL ? external(process.env.DATABASE_URL) : await bundled();
  const template = `applaud_template_${randomBytes(4).toString('hex')}`;
  const owner = server.owner.user ? ` owner ${pg.escapeIdentifier(server.owner.user)}` : '';
  await execute(server.admin, `create database ${template}${owner}`);
  await migrateDatabase({ ...server.admin, ...server.owner, database: template }, projectRoot(), 'sandbox');
  const stop = async () => {
    await execute(server.admin, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
  return { postgres: { admin: server.admin, owner: server.owner, template }, stop };
}

async function bundled(): Promise<ServerForTests> {
  const folder = await mkdtemp(join(await quickestFolder(), 'applaud-tests-'));
  cleanUpAfterExit(folder);
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog, settings: temporaryServerSettings });
  const { user, password } = embedded.connection;
  return {
    admin: { ...embedded.superuser, ssl: false },
    owner: { user, password },
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In memory where Linux has room: on ext4, a database that follows dropped ones takes five times the processor time. */
async function quickestFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { type, bavail, bsize } = await statfs(memory).catch(() => ({ type: 0, bavail: 0, bsize: 0 }));
  return type === tmpfs && bavail * bsize >= roomBytes ? memory : tmpdir();
}

function external(url: string): ServerForTests {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const admin = {
    host: searchParams.get('host') ?? decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  return { admin, owner: {}, stop: async () => {} };
}

async function execute(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
