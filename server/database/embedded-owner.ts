// Decides as whom PostgreSQL's programs run, because PostgreSQL refuses root: as the store's own user, as the normal user
// that owns the data folder, or inside a user namespace. The owner of the folder decides; ways are never mixed.
import { execFile } from 'node:child_process';
import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { refusal } from './embedded-refusal.ts';

export type RunAs =
  | { way: 'self'; uid: number }
  | { way: 'user'; uid: number; gid: number }
  | { way: 'namespace'; uid: number };

export type Invocation = { command: string; args: string[]; identity: { uid?: number; gid?: number } };

const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];
const wayFile = 'postgres.owner';

/**
 * Who runs PostgreSQL for this folder. `isRunning` is true while a server works in it: then its owner must not have
 * changed since that server started.
 */
export async function chooseOwner(dataDir: string, pgData: string, isRunning: boolean): Promise<RunAs> {
  if (process.getuid === undefined) return { way: 'self', uid: 0 };
  const uid = process.getuid();
  const clusterOwner = await readOwner(pgData);
  if (clusterOwner !== null) await refuseMixedOwners(dataDir, pgData, clusterOwner.uid);
  if (uid !== 0 && clusterOwner !== null && clusterOwner.uid !== uid) {
    throw refusal.otherOwner(pgData, clusterOwner.uid, uid);
  }
  const owner = clusterOwner ?? (await readOwner(dataDir)) ?? (await readOwner(dirname(dataDir))) ?? { uid, gid: 0 };
  const runAs = uid === 0 ? await wayOfRoot(dataDir, owner) : { way: 'self' as const, uid };
  const recorded = await readFile(join(dataDir, wayFile), 'utf8').catch(() => null);
  if (isRunning && recorded !== null && recorded !== describeOwner(runAs))
    throw refusal.wayChangedWhileRunning(dataDir);
  return runAs;
}

/** Writes down for later starts as whom the server runs. */
export async function recordOwner(dataDir: string, runAs: RunAs): Promise<void> {
  const path = join(dataDir, wayFile);
  const text = describeOwner(runAs);
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  await writeFile(path, text, { mode: 0o600 });
  await giveTo(runAs, path);
}

/** How a program is spawned for that owner. Node drops the supplementary groups together with the user. */
export function invocation(runAs: RunAs, command: string, args: string[]): Invocation {
  if (runAs.way === 'namespace') return { command: 'unshare', args: [...namespace, command, ...args], identity: {} };
  if (runAs.way === 'user') return { command, args, identity: { uid: runAs.uid, gid: runAs.gid } };
  return { command, args, identity: {} };
}

/** Hands a path that the store made as root to the user that PostgreSQL runs as. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.way === 'user') await chown(path, runAs.uid, runAs.gid);
}

async function wayOfRoot(dataDir: string, owner: { uid: number; gid: number }): Promise<RunAs> {
  if (owner.uid !== 0) return { way: 'user', uid: owner.uid, gid: owner.gid };
  await probeNamespace(dataDir);
  return { way: 'namespace', uid: 0 };
}

async function probeNamespace(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') throw refusal.namespacesForbidden(dataDir);
  try {
    await promisify(execFile)('unshare', [...namespace, 'true']);
  } catch {
    throw refusal.namespacesForbidden(dataDir);
  }
}

async function refuseMixedOwners(dataDir: string, pgData: string, uid: number): Promise<void> {
  for (const path of ['', 'PG_VERSION', 'base', 'global/pg_control', 'superuser.password'].map((x) =>
    join(pgData, x),
  )) {
    const owner = await readOwner(path);
    if (owner !== null && owner.uid !== uid) throw refusal.mixedOwners(dataDir, path);
  }
}

async function readOwner(path: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch {
    return null;
  }
}

/** Dropping to a user and running as that user are the same on disk. */
function describeOwner(runAs: RunAs): string {
  return runAs.way === 'namespace' ? 'root, inside a user namespace\n' : `user ${runAs.uid}\n`;
}
