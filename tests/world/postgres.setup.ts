// One PostgreSQL for all tests of a run: the bundled one in a folder of its own, or the server that DATABASE_URL names.
// Every test file gets a database of its own from one migrated template.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { silentLog } from '../../server/log.ts';
import { startEmbedded } from '../../server/store/embedded.ts';
import { migrateDatabase } from '../../server/store/migrate.ts';

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

type ServerForTests = Pick<PostgresForTests, 'admin' | 'owner'> & { stop: () => Promise<void> };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? external(process.env.DATABASE_URL) : await bundled();
  const template = `applaud_template_${randomBytes(4).toString('hex')}`;
  const owner = server.owner.user ? ` owner ${pg.escapeIdentifier(server.owner.user)}` : '';
  await ask(server.admin, `create database ${template}${owner}`);
  await migrateDatabase({ ...server.admin, ...server.owner, database: template }, process.cwd(), 'sandbox');
  project.provide('postgres', { admin: server.admin, owner: server.owner, template });
  return async () => {
    await ask(server.admin, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

async function bundled(): Promise<ServerForTests> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-tests-'));
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog });
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

async function ask(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
