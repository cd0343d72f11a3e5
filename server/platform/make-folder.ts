import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder for this user alone, with its parents; throws what the system refuses. The `recursive` of Node.js 20 never
 * ends where the system creates no folder, below /proc for example.
 */
export async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null))?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  // Another process may create it at the same time.
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}
