// Backups in a folder of the operator: create, list, and delete the oldest.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../observability/log.ts';

export type Backup = { name: string; sizeBytes: number; madeAt: Date };
/** `removed`: unfinished files of earlier backups. */
export type MadeBackup = Backup & { removed: string[] };

export type BackupDeps = {
  folder: string;
  mode: string;
  /** Number of backups to keep; null: all. */
  keep: number | null;
  now: () => Date;
  /** Encrypted files have the ending of age. */
  encrypted: boolean;
  /** Writes the file atomically. */
  write: (path: string, now: Date) => Promise<{ sizeBytes: number }>;
  /** Removes unfinished files of dead processes; `isOwn` is called with the name of the finished file. */
  removeAbandoned: (folder: string, isOwn: (name: string) => boolean) => Promise<string[]>;
  log: Log;
};

export type Backups = ReturnType<typeof createBackups>;

export function createBackups({ folder, mode, keep, now, encrypted, write, removeAbandoned, log }: BackupDeps) {
  const named = new RegExp(`^applaud-${mode}-\\d{8}T\\d{6}Z\\.gz(\\.age)?$`);

  /** Newest first. */
  async function list(): Promise<Backup[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => named.test(name)).sort();
    const found = names.reverse().map(async (name) => {
      const { size, mtime } = await stat(join(folder, name));
      return { name, sizeBytes: size, madeAt: mtime };
    });
    return Promise.all(found);
  }

  return {
    list,

    async make(): Promise<MadeBackup> {
      const madeAt = now();
      const name = `applaud-${mode}-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}.gz${encrypted ? '.age' : ''}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // First, because the new one may need their space.
      const removed = await removeAbandoned(folder, (finished) => named.test(finished));
      for (const left of removed) log.warn({ name: left }, 'removed an unfinished backup of a process that died');
      const { sizeBytes } = await write(join(folder, name), madeAt);
      log.info({ name, sizeBytes }, 'made a backup');
      // Old backups are deleted only after the new one is complete.
      if (keep !== null) for (const old of (await list()).slice(keep)) await rm(join(folder, old.name));
      return { name, sizeBytes, madeAt, removed };
    },
  };
}
