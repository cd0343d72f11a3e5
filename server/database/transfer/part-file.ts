// The unfinished file beside the one that is being written: whose it is, and which are left behind by processes that died.
import { createHash } from 'node:crypto';
import { readdir, readFile, readlink, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../../platform/operating-system.ts';

/** A writer touches its file this often, also while the database keeps it waiting. */
const touchEveryMs = 60_000;

/** A file that is not touched for this time is abandoned. Clocks of two machines differ by less. */
const abandonedAfterMs = 12 * 3_600_000;

const partName = /^(.+?)(?:\.([0-9a-f]{12})-(\d+))?\.part$/;

/** The name contains the process number, so that two processes never write the same file. */
export async function buildPartPath(path: string, pid = process.pid): Promise<string> {
  const space = await findPidSpace();
  return `${path}.${space ?? '0'.repeat(12)}-${pid}.part`;
}

/** Shows others that the file is being written; ends with `stop`. */
export function keepTouching(path: string, everyMs = touchEveryMs): { stop: () => void } {
  const timer = setInterval(() => {
    const now = new Date();
    // Before the file is made and after it is renamed there is nothing to touch.
    utimes(path, now, now).catch(() => {});
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes those of the file `path` alone. */
export async function removeAbandonedParts(path: string): Promise<string[]> {
  return removeAbandonedPartFiles(dirname(path), (name) => name === basename(path));
}

/**
 * Removes the unfinished files of dead processes; `isOwn` gets the name of the finished file. Returns the removed
 * names.
 */
export async function removeAbandonedPartFiles(folder: string, isOwn: (name: string) => boolean): Promise<string[]> {
  const space = await findPidSpace();
  const removed: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [, finished = '', ofSpace, pid] = partName.exec(name) ?? [];
    if (!isOwn(finished)) continue;
    const path = join(folder, name);
    const writer = ofSpace !== undefined && ofSpace === space ? Number(pid) : null;
    if (!(await isAbandoned(path, writer))) continue;
    const isRemoved = await rm(path).then(
      () => true,
      () => false,
    );
    if (isRemoved) removed.push(name);
  }
  return removed;
}

/** `writer`: the process number where it means something here. */
async function isAbandoned(path: string, writer: number | null): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  // An older file with this process number belongs to an earlier process, as in a restarted container.
  if (writer === process.pid && found.mtimeMs < performance.timeOrigin) return true;
  if (writer !== null && !isAlive(writer)) return true;
  return Date.now() - found.mtimeMs > abandonedAfterMs;
}

/**
 * Names the set of processes that one process number belongs to: this boot and this container. Null where that is unknown:
 * a dead number proves nothing then.
 */
async function findPidSpace(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const namespace = await readlink('/proc/self/ns/pid');
    return createHash('sha256').update(`${boot.trim()} ${namespace}`).digest('hex').slice(0, 12);
  } catch {
    return null;
  }
}
