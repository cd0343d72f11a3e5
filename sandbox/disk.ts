// The state of the sandbox: one JSON file per record, replaced atomically, so that reads need no lock and kill -9 loses
// no confirmed write. Read-modify-write goes through `change`, which locks across processes.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LEFTOVER_MS = 60_000;

export interface Writing {
  put(kind: string, id: string, value: unknown): Promise<void>;
  drop(kind: string, id: string): Promise<void>;
}

export interface Disk {
  folder: string;
  read<T>(kind: string, id: string): Promise<T | null>;
  list<T>(kind: string): Promise<T[]>;
  /** Runs exclusively for this scope among all processes on the folder. Scopes must not be nested. */
  change<T>(scope: string, work: (disk: Writing) => Promise<T>): Promise<T>;
  forget(kinds: string[]): Promise<void>;
}

export async function openDisk(folder: string): Promise<Disk> {
  const locks = createLocks();
  const lockFolder = join(folder, 'locks');
  await mkdir(lockFolder, { recursive: true });
  await clearLeftovers(folder);

  async function read<T>(kind: string, id: string): Promise<T | null> {
    return readJson<T>(join(folder, kind, fileName(id)));
  }

  async function write(kind: string, id: string, value: unknown, held: Held): Promise<void> {
    const target = join(folder, kind, fileName(id));
    const draft = join(folder, kind, `.${randomUUID()}.draft`);
    await mkdir(join(folder, kind), { recursive: true });
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(value));
      await file.sync();
    } finally {
      await file.close();
    }
    held.assertFresh();
    await rename(draft, target);
  }

  return {
    folder,
    read,
    async list<T>(kind: string) {
      const names = await namesIn(join(folder, kind));
      const found: T[] = [];
      for (const name of names.filter((name) => name.endsWith('.json'))) {
        const value = await readJson<T>(join(folder, kind, name));
        if (value !== null) found.push(value);
      }
      return found;
    },
    change(scope, work) {
      return locks.withLock(join(lockFolder, fileName(scope)), (held) =>
        work({
          put: (kind, id, value) => write(kind, id, value, held),
          drop: (kind, id) => unlink(join(folder, kind, fileName(id))).catch(() => undefined),
        }),
      );
    },
    async forget(kinds) {
      for (const kind of kinds) await rm(join(folder, kind), { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// Human-readable, and unique on case-insensitive file systems.
function fileName(id: string): string {
  const readable = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
  return `${readable}.${createHash('sha256').update(id).digest('hex').slice(0, 16)}.json`;
}

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

// Temporary files of killed processes. Recent ones may belong to a running write.
async function clearLeftovers(folder: string): Promise<void> {
  for (const kind of await namesIn(folder)) {
    for (const name of (await namesIn(join(folder, kind)).catch(() => [])).filter((name) => name.endsWith('.draft'))) {
      const path = join(folder, kind, name);
      const info = await stat(path).catch(() => null);
      if (info && Date.now() - info.mtimeMs > LEFTOVER_MS) await unlink(path).catch(() => undefined);
    }
  }
}

// Lock files between processes on one folder; the file's text names the owner. A lock is held for milliseconds. A lock
// of a dead owner, or one older than STALE_MS, is taken over.

const STALE_MS = 10_000;
const EMPTY_STALE_MS = 2_000;
const WRITE_LIMIT_MS = 8_000;
const WAIT_LIMIT_MS = 20_000;

export interface Held {
  /** Throws when another process may have taken over the lock, for example after a pause. */
  assertFresh(): void;
}

export interface Locks {
  withLock<T>(path: string, work: (held: Held) => Promise<T>): Promise<T>;
}

export function createLocks(): Locks {
  // Waiters of one process queue here first, so that they do not compete for the file.
  const tails = new Map<string, Promise<void>>();

  return {
    async withLock(path, work) {
      const before = tails.get(path) ?? Promise.resolve();
      let done: () => void = () => undefined;
      const mine = new Promise<void>((resolve) => {
        done = resolve;
      });
      const tail = before.then(() => mine);
      tails.set(path, tail);
      await before;
      try {
        const token = await acquire(path);
        const since = performance.now();
        try {
          return await work({
            assertFresh() {
              if (performance.now() - since > WRITE_LIMIT_MS) throw new Error('the lock was held for too long');
            },
          });
        } finally {
          await release(path, token);
        }
      } finally {
        done();
        if (tails.get(path) === tail) tails.delete(path);
      }
    },
  };
}

async function acquire(path: string): Promise<string> {
  const token = [process.pid, performance.timeOrigin, hostname(), randomUUID()].join(' ');
  const deadline = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    try {
      await writeFile(path, token, { flag: 'wx' });
      return token;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    if (performance.now() > deadline) throw new Error('another process holds the sandbox state');
    if (await isStale(path)) await takeAway(path);
    else await sleep(1 + Math.random() * 8);
  }
}

async function release(path: string, token: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (text === token) await unlink(path).catch(() => undefined);
}

async function isStale(path: string): Promise<boolean> {
  try {
    const text = await readFile(path, 'utf8');
    const ageMs = Date.now() - (await stat(path)).mtimeMs;
    if (text === '') return ageMs > EMPTY_STALE_MS;
    const [pid, origin, host] = text.split(' ');
    if (host === hostname()) {
      // The same PID with another start time is an earlier run of this process (usual in containers).
      if (Number(pid) === process.pid && Number(origin) !== performance.timeOrigin) return true;
      if (!isAlive(Number(pid))) return true;
    }
    return ageMs > STALE_MS;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

// Takeovers are serialized by a folder and check the lock again, so that no fresh lock is removed.
async function takeAway(path: string): Promise<void> {
  const guard = `${path}.taking`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    const info = await stat(guard).catch(() => null);
    if (info && Date.now() - info.mtimeMs > STALE_MS) await rmdir(guard).catch(() => undefined);
    await sleep(5);
    return;
  }
  try {
    if (await isStale(path)) await unlink(path).catch(() => undefined);
  } finally {
    await rmdir(guard).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
