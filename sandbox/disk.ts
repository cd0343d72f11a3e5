// The state of the sandbox: one JSON file per record, replaced atomically, so that reads need no lock and kill -9 loses
// no confirmed write. Read-modify-write goes through `change`, which locks across processes.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Held } from './locks.ts';
import { createLocks, hasCode } from './locks.ts';

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
