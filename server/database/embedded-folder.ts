// The data folder: the cluster, its passwords, its socket folder. Makes the cluster at the first start, complete or not
// at all.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, isAlive, syncFolder } from '../platform/operating-system.ts';
import { isOlder, type PostgresVersion, parsePostgresVersion, showVersion } from '../platform/postgres-releases.ts';
import { readSecretFile, type SecretForm } from '../platform/secret-file.ts';
import type { Binaries } from './embedded-binaries.ts';
import { giveTo, invocation, type RunAs } from './embedded-owner.ts';
import { refusal, refusalOfFailure, refusalOfFileError } from './embedded-refusal.ts';
import { initArguments, serverEnvironment } from './embedded-settings.ts';

/** The store's role, and the name of its database. */
export const role = 'applaud';

export type Folder = {
  dataDir: string;
  pgData: string;
  logFile: string;
  binaries: Binaries;
  runAs: RunAs;
  superuser: { user: string; password: string; database: string };
  /** PostgreSQL settings by name; they override the defaults of `serverArguments`. */
  settings: Record<string, string>;
};

/** Its cluster may not exist yet. */
export type NewFolder = Omit<Folder, 'superuser'>;

// A socket's address holds 104 bytes on macOS and 108 on Linux, with the name `/.s.PGSQL.5432` and an ending zero.
const longestSocketDirBytes = 100 - '/.s.PGSQL.5432'.length;
const largestLogBytes = 5_000_000;
const unfinished = 'postgres.new.';
const versionFile = 'server.version';
const bundled = 'bundled';
const socketFolderPrefix = 'applaud-';

/** Makes a folder of the server's owner where it is missing. */
export async function makeFolder(path: string, runAs: RunAs): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 });
    if (made !== undefined) await giveTo(runAs, path);
  } catch (error) {
    // A recursive mkdir reports a read-only place as ENOENT.
    throw ['EEXIST', 'ENOENT'].includes(errorCode(error)) ? refusal.notWritable(path) : refusalOfFileError(error, path);
  }
}

/** Makes the cluster if there is none; refuses one of another major version or without its files. */
export async function ensureCluster(folder: NewFolder): Promise<void> {
  await removeUnfinished(folder.dataDir);
  if (!(await exists(folder.pgData))) await makeCluster(folder);
  const version = await readFile(join(folder.pgData, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw refusal.corrupted(folder.pgData, `PG_VERSION cannot be read: ${errorCode(error)}`);
  });
  if (version.trim() !== String(folder.binaries.version.major)) {
    throw refusal.otherMajor(folder.pgData, version.trim(), folder.binaries.version.major);
  }
  await refuseOlderBinaries(folder);
}

/**
 * Refuses programs older than those that the folder last ran with. Of two bundled ones the older is accepted: it comes
 * with a previous version of the store.
 */
async function refuseOlderBinaries({ pgData, binaries }: NewFolder): Promise<void> {
  const last = await readLastRun(pgData);
  if (last === null || !isOlder(binaries.version, last.version)) return;
  const isBundled = binaries.binDir === null;
  if (isBundled && last.binDir === null) return;
  const where = { pgData, lastDir: last.binDir, isBundled };
  throw refusal.olderBinaries(where, showVersion(last.version), showVersion(binaries.version));
}

/** Null where no store has recorded a version. The binDir is null for bundled programs. */
async function readLastRun(pgData: string): Promise<{ version: PostgresVersion; binDir: string | null } | null> {
  const text = await readFile(join(pgData, versionFile), 'utf8').catch(() => '');
  const [, number = '', binDir = ''] = /^(\S+) (.+)\n/.exec(text) ?? [];
  const version = parsePostgresVersion(number);
  return version && { version, binDir: binDir === bundled ? null : binDir };
}

/** Records for later starts which version runs in the folder. An older one than before changes nothing. */
export async function recordLastRun({ pgData, binaries, runAs }: Folder, version: PostgresVersion): Promise<void> {
  const last = await readLastRun(pgData);
  if (last !== null && isOlder(version, last.version)) return;
  if (last?.binDir === binaries.binDir && last.version.minor === version.minor) return;
  await writeWhole(runAs, join(pgData, versionFile), `${showVersion(version)} ${binaries.binDir ?? bundled}\n`);
}

type Warn = (message: string) => void;

const passwordForm: SecretForm = { pattern: /^[\w-]{43}$/, description: 'a password that the store made' };

/** The superuser, whose password is made with the cluster and moved with it. */
export function readSuperuser(pgData: string, warn: Warn): Folder['superuser'] {
  const path = join(pgData, 'superuser.password');
  const renewal = 'set another one for the role postgres (alter role), and write it there';
  const found = readSecretFile(path, { form: passwordForm, renewal, warn });
  if (found.secret === null) throw refusal.passwordLost(path, found.problem);
  return { user: 'postgres', password: found.secret, database: 'postgres' };
}

/** The password of the store's role; null where there is none to use, and a new one costs nothing. */
export function readRolePassword(pgData: string, warn: Warn): string | null {
  const path = join(pgData, `${role}.password`);
  const renewal = 'stop the store, delete the file and start';
  const found = readSecretFile(path, { form: passwordForm, renewal, warn });
  if (found.secret === null && !found.isMissing)
    warn(`${path} ${found.problem}: the start of the store makes a new password.`);
  return found.secret;
}

export async function writeRolePassword({ runAs, pgData }: Folder, password: string): Promise<void> {
  await writeWhole(runAs, join(pgData, `${role}.password`), password);
}

export function randomPassword(): string {
  return randomBytes(32).toString('base64url');
}

/** The folder of the server's socket: the data folder, or a private one where its path is too long for a socket. */
export async function chooseSocketDir(folder: Folder, lastUsed: string | null): Promise<string> {
  if (Buffer.byteLength(folder.dataDir) <= longestSocketDirBytes) return folder.dataDir;
  if (lastUsed !== null && (await isPrivateFolder(lastUsed, folder.runAs))) return lastUsed;
  const root = Buffer.byteLength(tmpdir()) <= longestSocketDirBytes - 20 ? await realpath(tmpdir()) : '/tmp';
  const path = await mkdtemp(join(root, socketFolderPrefix));
  await giveTo(folder.runAs, path);
  return path;
}

/** Removes the private folder of a stopped server's socket; the data folder is never touched. */
export async function removeSocketDir(folder: Folder, socketDir: string | null): Promise<void> {
  if (socketDir === null || socketDir === folder.dataDir || !socketDir.includes(`/${socketFolderPrefix}`)) return;
  await rm(socketDir, { recursive: true, force: true });
}

/** Opens the server's log for appending, put aside first when it has grown. */
export async function openLog(folder: Folder) {
  const size = await stat(folder.logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLogBytes) await rename(folder.logFile, `${folder.logFile}.old`);
  const handle = await open(folder.logFile, 'a', 0o600);
  await giveTo(folder.runAs, folder.logFile);
  return handle;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Works in a temporary folder; one rename at the end makes it the cluster. Of two concurrent processes, the first one
 * wins.
 */
async function makeCluster(folder: NewFolder): Promise<void> {
  const refuse = (error: unknown) => {
    throw refusalOfFileError(error, folder.dataDir);
  };
  const workshop = await mkdtemp(join(folder.dataDir, `${unfinished}${process.pid}.`)).catch(refuse);
  try {
    await giveTo(folder.runAs, workshop);
    const passwordFile = join(workshop, 'password');
    const made = join(workshop, 'data');
    await writeWhole(folder.runAs, passwordFile, randomPassword());
    await runInitdb(folder, made, passwordFile);
    await rename(passwordFile, join(made, 'superuser.password'));
    await syncFolder(made);
    await rename(made, folder.pgData).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error))) throw error;
    });
    await syncFolder(folder.dataDir);
  } catch (error) {
    refuse(error);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function runInitdb(folder: NewFolder, pgData: string, passwordFile: string): Promise<void> {
  const { binaries, runAs } = folder;
  const { command, args, identity } = invocation(runAs, binaries.initdb, initArguments(pgData, passwordFile));
  const env = serverEnvironment(binaries.env);
  try {
    await promisify(execFile)(command, args, { ...identity, env, cwd: process.platform === 'win32' ? undefined : '/' });
  } catch (error) {
    if (binaries.binDir === null && ['ENOENT', 'ENOEXEC'].includes(errorCode(error)))
      throw refusal.noPackage(`${process.platform} ${process.arch}`);
    if (['EACCES', 'ENOENT', 'ENOEXEC'].includes(errorCode(error)))
      throw refusal.binariesUnreadable(binaries.initdb, binaries.binDir);
    throw await refusalOfFailure(
      error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error),
      folder,
    );
  }
}

/** Removes the files of an interrupted first start, found by the process number in their names. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!name.startsWith(unfinished)) continue;
    const pid = Number.parseInt(name.slice(unfinished.length), 10);
    const path = join(dataDir, name);
    const own = pid === process.pid && (await stat(path)).mtimeMs < performance.timeOrigin;
    if (own || (pid !== process.pid && !isAlive(pid))) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** A reader sees the old file or the new one, never a part. */
async function writeWhole(runAs: RunAs, path: string, text: string): Promise<void> {
  const next = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(next, text, { flag: 'wx', mode: 0o600, flush: true });
  await giveTo(runAs, next);
  await rename(next, path);
}

async function isPrivateFolder(path: string, runAs: RunAs): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found?.isDirectory() === true && (found.mode & 0o077) === 0 && found.uid === runAs.uid;
}
