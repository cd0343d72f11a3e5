// Reads the files that a server writes into its folder, and checks that this server is alive. Process numbers alone are
// no proof: systems reuse them.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../platform/operating-system.ts';
import { refusal } from './embedded-refusal.ts';

export type PidFile = { pid: number; port: number; socketDir: string | null; status: string };

/** `postmaster.pid`, or null where there is none or it is still being written. */
export async function readPidFile(pgData: string): Promise<PidFile | null> {
  return parse(await readText(join(pgData, 'postmaster.pid')));
}

/** The living server of this folder, or null. Removes files that would prevent a new one from starting. */
export async function findServer(dataDir: string, pgData: string): Promise<PidFile | null> {
  const path = join(pgData, 'postmaster.pid');
  const text = await readText(path);
  const file = parse(text);
  if (file === null || text === null) return null;
  if (await isServerOf(file.pid, pgData)) return file;
  // A server in another container has no number here, but its socket answers.
  if (file.socketDir !== null && (await answers(file))) throw refusal.folderInUse(dataDir);
  if (isAlive(file.pid)) await moveAside(path, text);
  return null;
}

/** Removes the socket of a dead server of this folder, even when another process has its number. */
export async function freeSocket(pgData: string, socketDir: string, port: number): Promise<void> {
  const path = join(socketDir, `.s.PGSQL.${port}.lock`);
  const text = await readText(path);
  const pid = Number.parseInt(text ?? '', 10);
  if (text !== null && pid > 0 && isAlive(pid) && !(await isServerOf(pid, pgData))) await moveAside(path, text);
}

/** Whether this process number is a PostgreSQL server that works in this folder. */
export async function isServerOf(pid: number, pgData: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const [cwd, here] = await Promise.all([readlink(`/proc/${pid}/cwd`), realpath(pgData)]).catch(() => [null, '']);
    return cwd === here;
  }
  if (process.platform === 'darwin') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout.includes('postgres') && stdout.includes(pgData);
  }
  return true;
}

function parse(text: string | null): PidFile | null {
  const [pid = '', , , port = '', socketDir = '', , , status = ''] = text?.split('\n') ?? [];
  if (!/^\d+$/.test(pid) || pid === '0') return null;
  return { pid: Number(pid), port: Number(port), socketDir: socketDir || null, status: status.trim() };
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

function answers({ socketDir, port }: PidFile): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir ?? '', `.s.PGSQL.${port}`));
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}

/** PostgreSQL does not start while the file names a living process id, whatever that process is. A file written meanwhile is restored. */
async function moveAside(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}
