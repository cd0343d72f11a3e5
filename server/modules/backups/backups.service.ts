// Backups in a folder of the operator: list, create, and delete the oldest.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreContext } from '../../context.ts';
import { exportStore } from '../../database/transfer/export-store.ts';
import { removeAbandonedPartFiles } from '../../database/transfer/part-file.ts';
import { makeFolder } from '../../platform/make-folder.ts';

export type Backup = { name: string; sizeBytes: number; madeAt: Date };
/** `removed`: unfinished files of earlier backups. */
export type MadeBackup = Backup & { removed: string[] };
/** `keep`: the number of backups; null: all. */
export type BackupFolder = { folder: string; keep: number | null };

type BackupContext = Pick<StoreContext, 'config' | 'connection' | 'clock' | 'log'>;

/** Newest first; null without a folder. */
export async function listBackups({
  config,
  infrastructure,
}: Pick<StoreContext, 'config' | 'infrastructure'>): Promise<Backup[] | null> {
  const backup = await infrastructure.backup();
  return backup && listFolder(config.mode, backup.folder);
}

/** Throws what the export throws; a backup that fails deletes no older one. */
export async function makeBackup(
  { config, connection, clock, log }: BackupContext,
  { folder, keep }: BackupFolder,
): Promise<MadeBackup> {
  const { mode, backupPublicKey } = config;
  const madeAt = clock.now();
  // Encrypted files have the ending of age.
  const ending = backupPublicKey === null ? 'gz' : 'gz.age';
  const name = `applaud-${mode}-${madeAt.toISOString().replace(/[-:]|\.\d+/g, '')}.${ending}`;
  await makeFolder(folder);
  // First, because the new one may need their space.
  const removed = await removeAbandonedPartFiles(folder, (finished) => buildNamePattern(mode).test(finished));
  for (const left of removed) log.warn({ name: left }, 'removed an unfinished backup of a process that died');
  const { sizeBytes } = await exportStore(connection, join(folder, name), madeAt, backupPublicKey);
  log.info({ name, sizeBytes }, 'made a backup');
  // Old backups are deleted only after the new one is complete.
  if (keep !== null) for (const old of (await listFolder(mode, folder)).slice(keep)) await rm(join(folder, old.name));
  return { name, sizeBytes, madeAt, removed };
}

async function listFolder(mode: string, folder: string): Promise<Backup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => buildNamePattern(mode).test(name)).sort();
  const found = names.reverse().map(async (name) => {
    const { size, mtime } = await stat(join(folder, name));
    return { name, sizeBytes: size, madeAt: mtime };
  });
  return Promise.all(found);
}

function buildNamePattern(mode: string): RegExp {
  return new RegExp(`^applaud-${mode}-\\d{8}T\\d{6}Z\\.gz(\\.age)?$`);
}
