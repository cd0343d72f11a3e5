// The superuser's session on the bundled server: the lock that keeps a second store out, the wait for another store to leave
// the folder, the store's role and database.
import { realpath } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { errorCode } from '../platform/operating-system.ts';
import { type PostgresVersion, versionOfNumber, versionSql } from '../platform/postgres-releases.ts';
import { type Folder, randomPassword, readRolePassword, role, writeRolePassword } from './embedded-folder.ts';
import { refusal } from './embedded-refusal.ts';
import type { Address } from './embedded-settings.ts';

export type Session = { client: Client; ended: Promise<void> };

const lockKey = 4_611_686_018_427_001;
/** The migrations create it. */
const neededExtension = 'pg_trgm';

/** A session; 'unreachable' without a listener, 'not yet' while the server accepts no sessions. */
export async function openSession(
  { superuser, pgData }: Folder,
  { host, port }: Address,
): Promise<Session | 'unreachable' | 'not yet'> {
  const client = new Client({
    ...superuser,
    host,
    port,
    ssl: false,
    application_name: 'applaud supervisor',
    connectionTimeoutMillis: 5000,
  });
  const ended = new Promise<void>((end) => client.once('end', () => end()));
  client.on('error', () => {}); // a broken session also ends, which is what the supervisor waits for
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    if (error instanceof DatabaseError && error.code?.startsWith('28')) {
      throw refusal.corrupted(pgData, `the server does not know its own password: ${error.message}`);
    }
    return ['ENOENT', 'ECONNREFUSED'].includes(errorCode(error)) ? 'unreachable' : 'not yet';
  }
  return { client, ended };
}

/**
 * Locks the folder for this store as long as the session lives. Waits for another store that holds the lock; throws
 * `FolderInUse` when that one does not leave in time.
 */
export async function holdFolder({ client }: Session, folder: Folder, canWait: CanWait): Promise<void> {
  const { rows } = await client.query<{ path: string }>("SELECT current_setting('data_directory') AS path");
  const path = await realpath(rows[0]?.path ?? '').catch(() => null);
  if (path !== (await realpath(folder.pgData))) {
    throw refusal.failed(folder.pgData, `the server there works in ${rows[0]?.path}`);
  }
  if (!(await acquireLock(client, canWait))) throw refusal.folderInUse(folder.dataDir);
}

export async function readServerVersion({ client }: Session): Promise<PostgresVersion> {
  const { rows } = await client.query<{ number: number }>(versionSql);
  return versionOfNumber(rows[0]?.number ?? 0);
}

/** Makes the store's role and its database where they are missing; gives back the role's password. Repeats without harm. */
export async function prepareRole(
  { client }: Session,
  folder: Folder,
  warn: (message: string) => void,
): Promise<string> {
  const { rows } = await client.query<{ role: boolean; database: boolean; extension: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database,
            EXISTS (SELECT FROM pg_available_extensions WHERE name = $2) AS extension`,
    [role, neededExtension],
  );
  if (rows[0]?.extension !== true) throw refusal.extensionMissing(folder.binaries.binDir, neededExtension);
  let password = readRolePassword(folder.pgData, warn);
  if (password === null || rows[0]?.role !== true) {
    password = randomPassword();
    const verb = rows[0]?.role === true ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
    );
    await writeRolePassword(folder, password);
  }
  if (rows[0]?.database !== true) {
    await client.query(`CREATE DATABASE ${role} OWNER ${role}`);
  }
  return password;
}

/** The wait of one start, over all its attempts: begins on the first call. False when its time is over. */
export type CanWait = () => boolean;

/** The server ended the session, or is about to. */
export class SessionLost extends Error {}

const pollMs = 50;
/** A store whose session broke takes the folder back within this time. */
const yieldMs = 500;

export function createFolderWait(waitMs: number, onWait?: () => void): CanWait {
  let endsAtMs: number | null = null;
  return () => {
    if (endsAtMs === null) {
      endsAtMs = performance.now() + waitMs;
      onWait?.();
    }
    return performance.now() < endsAtMs;
  };
}

/** Takes the advisory lock, waiting while another session holds it. False when it is still held at the end. */
async function acquireLock(client: Client, canWait: CanWait): Promise<boolean> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
    if (rows[0]?.taken === true) return true;
    while (await isHeld(client)) {
      if (!canWait()) return false;
      await wait(pollMs);
    }
    // Its holder may be a store that only lost its session: it goes first.
    await wait(yieldMs);
  }
}

/** Lets a store that lost its server or session start it again first. */
export async function yieldToHolder(signal: AbortSignal): Promise<void> {
  await wait(yieldMs, undefined, { signal });
}

/** True when the server ended the session, or went away: another attempt makes sense. */
export function isSessionLoss(error: unknown): boolean {
  if (error instanceof SessionLost) return true;
  if (error instanceof DatabaseError) return /^(08|57P0[123])/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return (
    ['ECONNRESET', 'EPIPE'].includes(errorCode(error)) ||
    /Connection terminated|connection error|not queryable/.test(error.message)
  );
}

// pg_locks shows the two halves of the key.
async function isHeld(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks
                     WHERE locktype = 'advisory' AND granted AND objsubid = 1
                       AND (classid::bigint << 32 | objid::bigint) = $1::bigint) AS held`,
    [lockKey],
  );
  return rows[0]?.held === true;
}
