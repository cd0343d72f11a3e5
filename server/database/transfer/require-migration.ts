import { findMigration } from '../migrate.ts';
import { fileRefusal } from './refusal.ts';

/** The name of the migration that a file was written at. Throws FileRefusal when this store does not have it. */
export async function requireMigration(rootDir: string, migratedTo: number): Promise<string> {
  const migration = await findMigration(rootDir, migratedTo);
  if (migration === 'too old') throw fileRefusal.tooOld();
  if (migration === 'unknown') throw fileRefusal.newer();
  return migration.name;
}
