// Supervises the bundled PostgreSQL server: starts or adopts it, locks its folder, restarts it when it dies, stops it.
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { isOlder } from '../platform/postgres-releases.ts';
import { findPackage, prepareBinaries, readOtherBinaries } from './embedded-binaries.ts';
import {
  ensureCluster,
  type Folder,
  makeFolder,
  type NewFolder,
  readRolePassword,
  readSuperuser,
  recordLastRun,
  removeSocketDir,
  role,
} from './embedded-folder.ts';
import { chooseOwner, recordOwner } from './embedded-owner.ts';
import { isServerOf, readPidFile } from './embedded-postmaster.ts';
import { FolderInUse, refusal, refusalOfFileError } from './embedded-refusal.ts';
import { reachServer, type Server, stopServer } from './embedded-server.ts';
import {
  type CanWait,
  createFolderWait,
  holdFolder,
  isSessionLoss,
  prepareRole,
  readServerVersion,
  type Session,
  SessionLost,
  yieldToHolder,
} from './embedded-session.ts';

export { EmbeddedRefusal } from './embedded-refusal.ts';

type LogMessage = (details: object, message: string) => void;

export type EmbeddedOptions = {
  /** Absolute: the folder of this mode inside DATA_DIR. */
  dataDir: string;
  log: { info: LogMessage; warn: LogMessage; error: LogMessage };
  /** The time to wait for another store to leave the folder; 2 s unless given. */
  waitMs?: number;
  /** Called once, when the wait begins. */
  onWait?: () => void;
  /** PostgreSQL settings by name; they override the defaults of `serverArguments`. */
  settings?: Record<string, string>;
  /** Absolute: a folder with other programs of PostgreSQL. Null or missing: the bundled ones. */
  binDir?: string | null;
};

/** As `pg` takes it; `host` is the socket's folder, or the loopback address on Windows. */
export type EmbeddedConnection = { host: string; port: number; user: string; password: string; database: string };

export type EmbeddedDatabase = {
  connection: EmbeddedConnection;
  superuser: EmbeddedConnection;
  /** True when the server of an earlier store was adopted. */
  adopted: boolean;
  stop(): Promise<void>;
};

const longestPauseMs = 5000;
const steadyMs = 60_000;
/** A store that was killed frees its folder within this time. */
const lockWaitMs = 2_000;
/** A start that loses its session so often is refused: the server does not stay up. */
const mostLosses = 10;

/**
 * The bundled server of a folder, accepting sessions, for this store alone. Addresses and passwords stay the same when the
 * server is started again. Throws `EmbeddedRefusal` with the sentence for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const warn = (message: string) => log.warn({}, message);
  const newFolder = await prepareFolder(resolve(options.dataDir), options);
  const folder: Folder = { ...newFolder, superuser: readSuperuser(newFolder.pgData, warn) };
  const stopping = new AbortController();
  const canWait = createFolderWait(options.waitMs ?? lockWaitMs, options.onWait);
  const first = await takeFolder(folder, warn, canWait, stopping.signal);
  const { password } = first;
  let held: Held = first;
  const { address, adopted, pid } = held.server;
  log.info(
    { pid, adopted, way: folder.runAs.way },
    adopted ? 'took over the running PostgreSQL' : 'started PostgreSQL',
  );

  let attempts = 0;
  let upSinceMs = performance.now();
  const supervision = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([held.session.ended, held.server.ended]);
      void held.session.client.end().catch(() => {});
      if (stopping.signal.aborted) return;
      log.error({ pid: held.server.pid }, 'PostgreSQL went away; it is started again');
      const next = await holdAgain();
      if (next === null) return;
      held = next;
      upSinceMs = performance.now();
      if (stopping.signal.aborted) return;
      // Its programs may have been updated meanwhile.
      await readServerVersion(held.session)
        .then((version) => recordLastRun(folder, version))
        .catch((error: unknown) => log.warn({ err: error }, 'the version of PostgreSQL could not be recorded'));
      log.info({ pid: held.server.pid }, 'PostgreSQL is back');
    }
  })();

  /** Immediately the first time, with growing delays when the server does not stay up. Null when the store stops. */
  async function holdAgain(): Promise<Held | null> {
    if (performance.now() - upSinceMs > steadyMs) attempts = 0;
    for (;;) {
      const pauseMs = attempts === 0 ? 0 : Math.min(50 * 2 ** attempts, longestPauseMs);
      attempts += 1;
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        return await hold(folder, address, createFolderWait(lockWaitMs), stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return null;
        log.error({ err: error }, 'PostgreSQL could not be started again; next attempt follows');
      }
    }
  }

  async function shutDown(): Promise<void> {
    stopping.abort();
    await stopServer(folder, held.server);
    await held.session.client.end().catch(() => {});
    await supervision;
    await stopServer(folder, held.server); // a restart that was under way when the stop was asked for
    if (!(await held.server.hasEnded())) {
      log.error({ pid: held.server.pid }, 'PostgreSQL did not stop; the next start takes it over');
      return;
    }
    await removeSocketDir(folder, address.socketDir);
    log.info({ pid: held.server.pid }, 'stopped PostgreSQL');
  }

  let stopped: Promise<void> | null = null;
  const at = { host: address.host, port: address.port };
  return {
    connection: { ...at, user: role, password, database: role },
    superuser: { ...at, ...folder.superuser },
    adopted,
    stop: () => {
      stopped ??= shutDown();
      return stopped;
    },
  };
}

/**
 * The way to the bundled server of a store that is running, for the commands beside it. Starts, stops and changes nothing.
 * Null where no server runs in the folder, or no store has used it yet. The server may stop at any time.
 */
export async function joinEmbedded(
  dataDir: string,
  warn: (message: string) => void,
): Promise<EmbeddedConnection | null> {
  const pgData = join(dataDir, 'postgres');
  const running = await readPidFile(pgData);
  if (running === null || running.status !== 'ready' || !(await isServerOf(running.pid, pgData))) return null;
  const password = readRolePassword(pgData, warn);
  if (password === null) return null;
  return { host: running.socketDir ?? '127.0.0.1', port: running.port, user: role, password, database: role };
}

type Held = { server: Server; session: Session };

async function prepareFolder(
  dataDir: string,
  { settings = {}, binDir = null }: Pick<EmbeddedOptions, 'settings' | 'binDir'>,
): Promise<NewFolder> {
  const pgData = join(dataDir, 'postgres');
  const packageDir = binDir === null ? findPackage() : null;
  const running = await readPidFile(pgData);
  const runAs = await chooseOwner(dataDir, pgData, running !== null && (await isServerOf(running.pid, pgData)));
  try {
    await makeFolder(dataDir, runAs);
    const binaries =
      packageDir === null
        ? await readOtherBinaries(binDir ?? '', runAs)
        : await prepareBinaries(packageDir, join(dataDir, 'postgres-libraries'));
    const folder = { dataDir, pgData, logFile: join(dataDir, 'postgres.log'), binaries, runAs, settings };
    await ensureCluster(folder);
    await recordOwner(dataDir, runAs);
    return folder;
  } catch (error) {
    throw refusalOfFileError(error, dataDir);
  }
}

/**
 * Holds the folder and prepares its database. Begins again when the server ends under it, as it does when the store
 * that used the folder stops, and while a store in another container uses it.
 */
async function takeFolder(
  folder: Folder,
  warn: (message: string) => void,
  canWait: CanWait,
  signal: AbortSignal,
): Promise<Held & { password: string }> {
  for (let losses = 0; ; ) {
    try {
      const held = await hold(folder, null, canWait, signal);
      return { ...held, password: await prepare(held, folder, warn) };
    } catch (error) {
      if (error instanceof FolderInUse) {
        if (!canWait()) throw error;
      } else {
        if (!isSessionLoss(error)) throw error;
        losses += 1;
        if (losses > mostLosses) throw refusal.failed(folder.pgData, (error as Error).message);
      }
    }
    await yieldToHolder(signal);
  }
}

/**
 * Connects to the server and takes its lock. A server that was started here without the lock belongs to the holder of
 * the lock.
 */
async function hold(
  folder: Folder,
  keepAddress: Server['address'] | null,
  canWait: CanWait,
  signal: AbortSignal,
): Promise<Held> {
  // Begins the wait.
  if (await isStopping(folder)) canWait();
  const held = await reachServer(folder, keepAddress, signal);
  try {
    await holdFolder(held.session, folder, canWait);
    // The lock is free also when a stop has just ended the session of the store before.
    if (await isStopping(folder)) throw new SessionLost('the server is shutting down');
    if (held.server.adopted && isOlder(await readServerVersion(held.session), folder.binaries.version)) {
      await stopServer(folder, held.server);
      throw new SessionLost('the server of the older programs was stopped');
    }
    return held;
  } catch (error) {
    await held.session.client.end().catch(() => {});
    throw error;
  }
}

/** Whether a living server of this folder is shutting down. */
async function isStopping({ pgData }: Folder): Promise<boolean> {
  const file = await readPidFile(pgData);
  return file?.status === 'stopping' && (await isServerOf(file.pid, pgData));
}

/** The store's role and database, and the record of the version; where that fails, a server started for it does not stay behind. */
async function prepare(held: Held, folder: Folder, warn: (message: string) => void): Promise<string> {
  try {
    const password = await prepareRole(held.session, folder, warn);
    await recordLastRun(folder, await readServerVersion(held.session));
    return password;
  } catch (error) {
    if (!held.server.adopted && !isSessionLoss(error)) await stopServer(folder, held.server);
    await held.session.client.end().catch(() => {});
    const isFull = error instanceof DatabaseError && error.code === '53100';
    throw isFull ? refusal.diskFull(folder.dataDir) : refusalOfFileError(error, folder.dataDir);
  }
}
