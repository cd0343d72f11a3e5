// The sentences with which the bundled database refuses to start. Each names the problem and the remedy.
import { statfs } from 'node:fs/promises';
import { errorCode } from '../platform/operating-system.ts';

export class EmbeddedRefusal extends Error {
  override readonly name = 'EmbeddedRefusal';
}

/** The only temporary refusal: the other store may stop. */
export class FolderInUse extends EmbeddedRefusal {}

/** The major version of the bundled programs, and of the folders that the store makes. */
export const bundledMajor = 18;

const otherwise = 'or set DATABASE_URL to a PostgreSQL server of your own';

/** Builders of the sentences; the caller throws the result. */
export const refusal = {
  folderInUse: (dataDir: string) =>
    new FolderInUse(
      `Cannot start because another store uses this folder (${dataDir}): stop that store, or set DATA_DIR to another folder.`,
    ),
  namespacesForbidden: (dataDir: string) =>
    new EmbeddedRefusal(
      `The bundled PostgreSQL does not run as root and user namespaces are not available here: run the store as a normal user that owns ${dataDir}, ${otherwise}.`,
    ),
  otherOwner: (path: string, ownerUid: number, uid: number) =>
    new EmbeddedRefusal(
      `${path} belongs to user ${ownerUid} but the store runs as user ${uid}: run it as the owner of the folder, or give the whole folder to user ${uid} with chown -R.`,
    ),
  mixedOwners: (dataDir: string, path: string) =>
    new EmbeddedRefusal(
      `The files of the database belong to different users (see ${path}): give the whole folder ${dataDir} to one user with chown -R.`,
    ),
  wayChangedWhileRunning: (dataDir: string) =>
    new EmbeddedRefusal(
      `The database in ${dataDir} still runs for the folder's former owner: stop it before the folder is given to another user.`,
    ),
  otherMajor: (pgData: string, found: string, bundled: number) =>
    new EmbeddedRefusal(
      `The database in ${pgData} was made by PostgreSQL ${found} but this version of the store brings PostgreSQL ${bundled}: start the version that made it, export everything there, and import it here into an empty DATA_DIR.`,
    ),
  otherBinaries: (binDir: string, problem: string) =>
    new EmbeddedRefusal(
      `POSTGRES_BIN_DIR (${binDir}) ${problem}: set it to the folder with postgres and initdb of PostgreSQL ${bundledMajor}, remove it to use the bundled ones, ${otherwise}.`,
    ),
  olderBinaries: (where: { pgData: string; lastDir: string | null; isBundled: boolean }, last: string, found: string) =>
    new EmbeddedRefusal(
      `The database in ${where.pgData} last ran with PostgreSQL ${last}${where.lastDir ? ` (${where.lastDir})` : ''}, and ${where.isBundled ? 'the bundled one' : 'that of POSTGRES_BIN_DIR'} is the older ${found}: set POSTGRES_BIN_DIR to the programs of PostgreSQL ${last} or a newer ${bundledMajor}.`,
    ),
  extensionMissing: (binDir: string | null, name: string) =>
    new EmbeddedRefusal(
      `The PostgreSQL in ${binDir ?? 'the package'} lacks the extension ${name}: install PostgreSQL's contrib modules beside it.`,
    ),
  noPackage: (platform: string) =>
    new EmbeddedRefusal(
      `There is no bundled PostgreSQL for this platform (${platform}): set DATABASE_URL to a PostgreSQL server (15 or newer), or POSTGRES_BIN_DIR to the programs of PostgreSQL ${bundledMajor}.`,
    ),
  binariesUnreadable: (path: string, binDir: string | null = null) =>
    new EmbeddedRefusal(
      binDir === null
        ? `The bundled PostgreSQL cannot be run by the owner of the data folder (${path}): install the store where that user can read it, not below /root, ${otherwise}.`
        : `The PostgreSQL of POSTGRES_BIN_DIR cannot be run by the owner of the data folder (${path}): make ${binDir} readable for that user, ${otherwise}.`,
    ),
  linksImpossible: (path: string) =>
    new EmbeddedRefusal(
      `The links between the libraries of the bundled PostgreSQL are missing and cannot be made in ${path}: run the store once as a user that may write there, ${otherwise}.`,
    ),
  diskFull: (dataDir: string) =>
    new EmbeddedRefusal(`The disk that holds ${dataDir} is full: free some space (at least 100 MB) and start again.`),
  sharedMemoryFull: (detail: string) =>
    new EmbeddedRefusal(
      `The system gives PostgreSQL too little shared memory (${detail}): raise its limits (/dev/shm, kernel.shmmni), ${otherwise}.`,
    ),
  notWritable: (dataDir: string) =>
    new EmbeddedRefusal(
      `The folder ${dataDir} cannot be written: give it to the user that runs the store, or set DATA_DIR to another folder.`,
    ),
  corrupted: (pgData: string, detail: string) =>
    new EmbeddedRefusal(
      `The database in ${pgData} is damaged (${detail}): move the folder away and restore a backup, or put back what is missing.`,
    ),
  passwordLost: (path: string, problem: string) =>
    new EmbeddedRefusal(
      `${path} ${problem}, and without it the store cannot open its database: put the file back from a copy, or move the folder around it away and restore a backup.`,
    ),
  failed: (pgData: string, detail: string) =>
    new EmbeddedRefusal(`PostgreSQL could not start in ${pgData} (${detail}): read postgres.log beside it.`),
};

/** The refusal behind a failed file operation in the data folder; other errors come back as they are. */
export function refusalOfFileError(error: unknown, dataDir: string): unknown {
  const code = errorCode(error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return refusal.diskFull(dataDir);
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) return refusal.notWritable(dataDir);
  return error;
}

type Place = { dataDir: string; pgData: string; binaries?: { binDir: string | null } };

/** Why a program of PostgreSQL failed, by its words and by the free space: a full disk may swallow the words. */
export async function refusalOfFailure(text: string, place: Place): Promise<EmbeddedRefusal> {
  const { bavail, bsize } = await statfs(place.dataDir);
  // A start needs one segment of the log, 16 MB, and some more.
  const isFull = bavail * bsize < 20_000_000 && !/shared memory|^unshare:/m.test(text);
  return isFull ? refusal.diskFull(place.dataDir) : refusalOfServerText(text, place);
}

/** Turns the output of a failed start into a refusal. Unknown causes keep its first line. */
export function refusalOfServerText(text: string, { dataDir, pgData, binaries }: Place): EmbeddedRefusal {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const find = (pattern: RegExp) => lines.find((line) => pattern.test(line))?.trim();
  const shared = find(
    /shared memory.*No space left|could not create shared memory segment|could not create semaphores/,
  );
  if (shared) return refusal.sharedMemoryFull(shared);
  if (find(/No space left on device|Disk quota exceeded/)) return refusal.diskFull(dataDir);
  if (find(/^unshare: unshare failed/)) return refusal.namespacesForbidden(dataDir);
  const blocked = find(/error while loading shared libraries|failed to execute|Library not loaded/);
  if (blocked) return refusal.binariesUnreadable(blocked, binaries?.binDir);
  const damaged = find(damage);
  if (damaged) return refusal.corrupted(pgData, damaged);
  const first = find(/FATAL|PANIC|error:/) ?? lines.at(-1)?.trim() ?? 'it said nothing';
  return refusal.failed(pgData, first);
}

const damage =
  /checkpoint record|control file|pg_control|not a valid data directory|could not find the database system|PANIC|corrupt|invalid (data|page|contents)|is not a database directory|could not (open|access|read) (file|directory) "(global|base|pg_|PG_)/;
