// The way to the bundled server of a store that is running, for the commands beside it. Starts, stops and changes nothing.
import { join } from 'node:path';
import type { EmbeddedConnection } from './embedded.ts';
import { readRolePassword } from './embedded-folder.ts';
import { isServerOf, readPidFile } from './embedded-postmaster.ts';

/** Null where no server runs in the folder, or no store has used it yet. The server may stop at any time. */
export async function joinEmbedded(
  dataDir: string,
  warn: (message: string) => void,
  role = 'applaud',
): Promise<EmbeddedConnection | null> {
  const pgData = join(dataDir, 'postgres');
  const running = await readPidFile(pgData);
  if (running === null || running.status !== 'ready' || !(await isServerOf(running.pid, pgData))) return null;
  const password = readRolePassword(pgData, role, warn);
  if (password === null) return null;
  const { socketDir, port } = running;
  return { host: socketDir ?? '127.0.0.1', port, user: role, password, database: role };
}
