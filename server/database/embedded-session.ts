// Owns the superuser's session on the bundled server: the lock that keeps a second store out, the store's role and database.
import { realpath } from 'node:fs/promises';
import { Client, DatabaseError } from 'pg';
import { errorCode } from '../platform/operating-system.ts';
import { type Folder, randomPassword, readRolePassword, writeRolePassword } from './embedded-folder.ts';
import { acquireLock, type FolderWait } from './embedded-handover.ts';
import { refusal } from './embedded-refusal.ts';

export type Session = { client: Client; ended: Promise<void> };

export type Superuser = { user: string; password: string; database: string };

const lockKey = 4_611_686_018_427_001;

/** A session; 'unreachable' without a listener, 'not yet' while the server accepts no sessions. */
export async function openSession(
  to: Superuser & { host: string; port: number },
  pgData: string,
): Promise<Session | 'unreachable' | 'not yet'> {
  const client = new Client({
    ...to,
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
export async function holdFolder({ client }: Session, folder: Folder, folderWait: FolderWait): Promise<void> {
  const { rows } = await client.query<{ path: string }>("SELECT current_setting('data_directory') AS path");
  const path = await realpath(rows[0]?.path ?? '').catch(() => null);
  if (path !== (await realpath(folder.pgData))) {
    throw refusal.failed(folder.pgData, `the server there works in ${rows[0]?.path}`);
  }
  if (!(await acquireLock(client, lockKey, folderWait))) throw refusal.folderInUse(folder.dataDir);
}

/** Makes the store's role and its database where they are missing; gives back the role's password. Repeats without harm. */
export async function prepareRole(
  { client }: Session,
  folder: Folder,
  role: string,
  database: string,
  warn: (message: string) => void,
): Promise<string> {
  const name = client.escapeIdentifier(role);
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
    [role, database],
  );
  let password = readRolePassword(folder.pgData, role, warn);
  if (password === null || rows[0]?.role !== true) {
    password = randomPassword();
    const verb = rows[0]?.role === true ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
    );
    await writeRolePassword(folder, role, password);
  }
  if (rows[0]?.database !== true) {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} OWNER ${name}`);
  }
  return password;
}
