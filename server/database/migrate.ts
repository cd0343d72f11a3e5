// Brings a database to the current schema, once, however many processes start together. Also: which mode it belongs to.
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type Log, silentLog } from '../observability/log.ts';
import { guardedSocket } from './guarded-socket.ts';

export type Mode = 'sandbox' | 'live';

/** The message is one sentence about why this database cannot be used. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}

/** The first line of a migration that stores without the named one cannot work with. */
const contractLine = /^-- contract: needs (\d{4}_\w+)/;
/** Stores that have it read `oldest_migration`, so they may start on a database that a newer one has migrated. */
const firstToReadIt = '0011_oldest_migration';
const journalFile = join('meta', '_journal.json');
export const migrationLockKey = createHash('sha256').update('applaud migrations').digest().readInt32BE(0);
const lockLookMs = 250;
/** A notice every ten seconds. */
const checksPerNotice = 40;
/** A pooler may choose its sessions at random. */
const poolerChecks = 8;

/**
 * Applies the missing migrations, also those of the job queue, under an advisory lock on its own connection. Logs while
 * another process holds it. Throws DatabaseRefusal when the server is too old, the schema is too old or newer than this
 * store, the mode differs, or a pooler in transaction mode is in between.
 */
export async function migrateDatabase(
  connection: pg.ClientConfig,
  rootDir: string,
  mode: Mode,
  log?: Log,
): Promise<void> {
  await migrateAlone(connection, migrationsFolder(rootDir), (client) => claim(client, mode, rootDir), log);
}

/**
 * Creates the tables as of the migration of this time, without a mode, in an empty database. Throws DatabaseRefusal
 * when this store has no such migration.
 */
export async function makeTables(connection: pg.ClientConfig, rootDir: string, migratedTo: number): Promise<void> {
  const source = migrationsFolder(rootDir);
  const journal = await readJournal(source);
  if (!journal.entries.some(({ when }) => when === migratedTo)) {
    throw new DatabaseRefusal('It was made by a newer version of the store: update this one first.');
  }
  const folder = await mkdtemp(join(tmpdir(), 'applaud-migrations-'));
  try {
    await cp(source, folder, { recursive: true });
    const entries = journal.entries.filter(({ when }) => when <= migratedTo);
    await writeFile(join(folder, journalFile), JSON.stringify({ ...journal, entries }));
    await migrateAlone(connection, folder, async () => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The migration of this time. `too old`: it is from before the baseline. `unknown`: only a newer store has it. */
export async function findMigration(
  rootDir: string,
  migratedTo: number,
): Promise<{ name: string } | 'unknown' | 'too old'> {
  const { entries } = await readJournal(migrationsFolder(rootDir));
  const entry = entries.find(({ when }) => when === migratedTo);
  if (entry) return { name: entry.tag };
  return migratedTo < findOldest(entries) ? 'too old' : 'unknown';
}

type JournalEntry = { when: number; tag: string };

async function readJournal(folder: string): Promise<{ entries: JournalEntry[] }> {
  return JSON.parse(await readFile(join(folder, journalFile), 'utf8'));
}

/** The time of the baseline: a database that was brought up to it has the baseline's tables. */
function findOldest(entries: readonly JournalEntry[]): number {
  return Math.min(...entries.map(({ when }) => when));
}

/** The time of the newest migration that any migration needs. */
async function oldestMigration(folder: string): Promise<number> {
  const { entries } = await readJournal(folder);
  const needed = [firstToReadIt];
  for (const { tag } of entries) {
    const [, named] = contractLine.exec(await readFile(join(folder, `${tag}.sql`), 'utf8')) ?? [];
    if (named) needed.push(named);
  }
  const times = needed.map((name) => entries.find(({ tag }) => tag === name)?.when);
  if (times.includes(undefined)) throw new Error(`A migration needs one that does not exist: ${needed.join(', ')}.`);
  return Math.max(...times.map(Number));
}

function findNewest(entries: readonly JournalEntry[]): number {
  return Math.max(...entries.map(({ when }) => when));
}

async function migrateAlone(
  connection: pg.ClientConfig,
  folder: string,
  then: (client: pg.Client) => Promise<void>,
  log: Log = silentLog,
): Promise<void> {
  // Migrations, and the wait for those of another process, have no time limit; connecting has one.
  const guarded = { ...connection, stream: guardedSocket, connectionTimeoutMillis: 5_000 };
  const newClient = () => new pg.Client({ ...guarded, application_name: 'applaud migrations' });
  const [client, lockClient] = [newClient(), newClient()];
  // Queries report the loss of their connection.
  client.on('error', () => {});
  lockClient.on('error', () => {});
  await client.connect();
  try {
    await refuseOldServer(client);
    await lockClient.connect();
    await refuseTransactionPooler(client, lockClient);
    await takeLock(lockClient, log);
    // Without its lock a migration must not go on.
    lockClient.once('end', () => void client.end());
    await client.query("set client_min_messages = 'warning'");
    await refuseOtherSchema(client, folder, log);
    await migrate(drizzle(client), { migrationsFolder: folder });
    const pool = new pg.Pool({ ...guarded, max: 2 });
    pool.on('error', () => {});
    pool.on('connect', (connected) => void connected.on('error', () => {}));
    await runMigrations({ pgPool: pool, noPreparedStatements: true }).finally(() => pool.end());
    // Locks are read every few seconds; without it each look reads the whole queue, jobs of tomorrow included.
    await client.query(`create index if not exists applaud_jobs_locked on graphile_worker._private_jobs (locked_by)
      where locked_at is not null`);
    await then(client);
  } finally {
    await client.end();
    await lockClient.end();
  }
}

/** Two clients with the same backend, or one client with two, are behind a pooler that shares sessions. */
async function refuseTransactionPooler(client: pg.Client, other: pg.Client): Promise<void> {
  const readPid = async (at: pg.Client) => {
    const { rows } = await at.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid;
  };
  const first = await readPid(client);
  for (let check = 0; check < poolerChecks; check += 1) {
    if ((await readPid(client)) === first && (await readPid(other)) !== first) continue;
    throw new DatabaseRefusal(
      'The store reaches its database through a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    );
  }
}

/** Held until `client` ends: the lock of a transaction that stays open. A lock of a session could stay behind in a pooler. */
async function takeLock(client: pg.Client, log: Log): Promise<void> {
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const sinceMs = performance.now();
  const waited = () => ({ seconds: Math.round((performance.now() - sinceMs) / 1_000) });
  for (let check = 0; ; check += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      migrationLockKey,
    ]);
    if (rows[0]?.taken) {
      if (check > 0) log.info(waited(), 'the migration lock was taken');
      return;
    }
    if (check % checksPerNotice === 0) log.warn(waited(), 'waiting for the migration lock');
    await wait(lockLookMs);
  }
}

function migrationsFolder(rootDir: string): string {
  return join(rootDir, 'server/database/migrations');
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  const version = Number(rows[0]?.version ?? 0);
  if (version < 150_000) {
    throw new DatabaseRefusal(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}; the store needs 15 or newer.`,
    );
  }
}

/**
 * Refuses tables from before the baseline, and those of a newer version that names a migration as needed which this one
 * does not have: this one would read and write them wrongly.
 */
async function refuseOtherSchema(client: pg.Client, folder: string, log: Log): Promise<void> {
  const { rows: tables } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (!tables[0]?.known) return;
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at)::text as last from drizzle.__drizzle_migrations',
  );
  const { entries } = await readJournal(folder);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  if (Number(last) < findOldest(entries)) {
    throw new DatabaseRefusal(
      'The database is too old for this version of the store: start it once with the last version before 1.0.',
    );
  }
  if (Number(last) > findNewest(entries)) {
    const { rows: meta } = await client.query<{ oldest: string | null }>(
      'select oldest_migration::text as oldest from store_meta',
    );
    const oldest = meta[0]?.oldest ?? null;
    if (oldest !== null && Number(oldest) <= findNewest(entries)) {
      log.warn({}, 'a newer version has migrated this database; this version can still use it');
      return;
    }
    throw new DatabaseRefusal(
      'A newer version of the store has migrated this database: start that version, or restore a backup from before it.',
    );
  }
}

/** Records the mode of an empty database, and which stores can use it. Throws where the mode differs. */
async function claim(client: pg.Client, mode: Mode, rootDir: string): Promise<void> {
  await client.query('insert into store_meta (id, mode, created_at) values (true, $1, now()) on conflict do nothing', [
    mode,
  ]);
  const { rows } = await client.query<{ mode: string }>('select mode from store_meta');
  const recorded = rows[0]?.mode;
  if (recorded !== mode) {
    throw new DatabaseRefusal(
      `This database belongs to a store in ${recorded} mode; start with MODE=${recorded} or give another database.`,
    );
  }
  const oldest = await oldestMigration(migrationsFolder(rootDir));
  await client.query(
    'update store_meta set oldest_migration = $1 where oldest_migration is null or oldest_migration < $1',
    [oldest],
  );
}
