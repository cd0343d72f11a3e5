// Processes, folders, ports and error codes of the operating system.
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';

/** The code of a failed system call, as `ENOENT`; empty for another error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether any process has this number: systems reuse them. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Makes a new or renamed file survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
