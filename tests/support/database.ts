// A database of one's own, from the migrated template, with a clock that can be moved on.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/database/database.ts';

export type TestDatabase = {
  database: Database;
  connection: pg.ClientConfig;
  /** Moves the database's clock of this handle and of all that share it. */
  advance(byMs: number): void;
  clockOffsetMs(): number;
  /** Further connections to it, with the same clock. */
  open(): Database;
  drop(): Promise<void>;
};

/** One without any table. */
export async function emptyDatabase(): Promise<Pick<TestDatabase, 'connection' | 'drop'>> {
  return createDatabase('template0');
}

/** Creates a migrated database for a store process; `url` is its DATABASE_URL. */
export async function databaseForProcess(): Promise<{ url: string; drop: () => Promise<void> }> {
  const { connection, drop } = await createDatabase(inject('postgres').template);
  const { host = 'localhost', port = 5432, user, password, database } = connection;
  const login = `${user}:${encodeURIComponent(typeof password === 'string' ? password : '')}`;
  const to = new URLSearchParams({ host, port: String(port) });
  return { url: `postgres://${login}@localhost/${database}?${to}`, drop };
}

export async function freshDatabase(): Promise<TestDatabase> {
  const { connection, drop } = await createDatabase(inject('postgres').template);
  let offsetMs = 0;
  const clockOffsetMs = () => offsetMs;
  const open = () => openDatabase({ connection, poolSize: 10, clockOffsetMs });
  const database = open();
  return {
    database,
    connection,
    clockOffsetMs,
    open,
    advance: (byMs) => {
      offsetMs += byMs;
    },
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

async function createDatabase(template: string) {
  const { admin, owner } = inject('postgres');
  const name = `applaud_${randomBytes(6).toString('hex')}`;
  const ownedBy = owner.user ? ` owner ${pg.escapeIdentifier(owner.user)}` : '';
  // Copying the files takes half the time of writing each page to the log.
  await asAdmin(admin, `create database ${name} template ${template} strategy file_copy${ownedBy}`);
  return {
    connection: { ...admin, ...owner, database: name },
    drop: () => asAdmin(admin, `drop database ${name} with (force)`),
  };
}

/** One connection for all files of a worker: a new one costs PostgreSQL as much as half a database. */
const shared = globalThis as { adminOfTests?: Promise<pg.Client> };

async function asAdmin(admin: pg.ClientConfig, statement: string): Promise<void> {
  shared.adminOfTests ??= connectAsAdmin(admin);
  await (await shared.adminOfTests).query(statement);
}

async function connectAsAdmin(admin: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(admin);
  // The server may stop before the worker.
  client.on('error', () => {});
  await client.connect();
  return client;
}
