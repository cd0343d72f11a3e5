// A later version of the store: this build with migrations that this one does not have.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type NextVersion = { root: string; close(): Promise<void> };
type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] };

/** `migrations`: SQL by name, in the order in which they are applied. */
export async function makeNextVersion(version: string, migrations: Record<string, string>): Promise<NextVersion> {
  const root = await mkdtemp(join(tmpdir(), 'applaud-next-'));
  const folder = join(root, 'server', 'database', 'migrations');
  await cp('dist', join(root, 'dist'), { recursive: true });
  await cp('server/database/migrations', folder, { recursive: true });
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
  const manifest = JSON.parse(await readFile('package.json', 'utf8')) as object;
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...manifest, version }));
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as Journal;
  const newest = journal.entries.at(-1);
  if (!newest) throw new Error('There is no migration.');
  for (const [at, [tag, sql]] of Object.entries(migrations).entries()) {
    const added = at + 1;
    journal.entries.push({ ...newest, idx: newest.idx + added, when: newest.when + added, tag });
    await writeFile(join(folder, `${tag}.sql`), sql);
  }
  await writeFile(file, JSON.stringify(journal));
  return { root, close: () => rm(root, { recursive: true, force: true }) };
}
