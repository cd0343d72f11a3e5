// Checks a store's file fully without a database.
import { findMigration } from '../migrate.ts';
import { type Contents, checkContents } from './contents.ts';
import { fileRefusal } from './refusal.ts';
import { type FileHead, openStoreFile } from './store-file.ts';

export type VerifiedFile = Contents & {
  head: FileHead;
  hasChecksum: boolean;
  /** Name of the last migration of the store that made it. */
  migration: string;
};

/** The name of the migration that a file was written at. Throws FileRefusal when this store does not have it. */
export async function requireMigration(rootDir: string, migratedTo: number): Promise<string> {
  const migration = await findMigration(rootDir, migratedTo);
  if (migration === 'too old') throw fileRefusal.tooOld();
  if (migration === 'unknown') throw fileRefusal.newer();
  return migration.name;
}

/** Throws TransferRefusal where there is no such file, FileRefusal where this version of the store could not read it. */
export async function verifyFile(path: string, rootDir: string): Promise<VerifiedFile> {
  const file = await openStoreFile(path);
  try {
    const contents = await checkContents(await file.readBody());
    const migration = await requireMigration(rootDir, file.head.migratedTo);
    return { ...contents, head: file.head, hasChecksum: file.hasChecksum, migration };
  } finally {
    await file.close();
  }
}
