// Supervises the bundled PostgreSQL server: starts or adopts it, locks its folder, restarts it when it dies, stops it.
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { findPackage, prepareBinaries } from './embedded-binaries.ts';
import { ensureCluster, type Folder, makeFolder, readSuperuserPassword, removeSocketDir } from './embedded-folder.ts';
import { createFolderWait, type FolderWait, isSessionLoss, SessionLost, yieldToHolder } from './embedded-handover.ts';
import { chooseOwner, recordOwner } from './embedded-owner.ts';
import { isServerOf, readPidFile } from './embedded-postmaster.ts';
import { FolderInUse, refusal, refusalOfFileError } from './embedded-refusal.ts';
import { reachServer, type Server, stopServer } from './embedded-server.ts';
import { holdFolder, prepareRole, type Session, type Superuser } from './embedded-session.ts';

export { EmbeddedRefusal } from './embedded-refusal.ts';

type LogMessage = (details: object, message: string) => void;

export type EmbeddedOptions = {
  /** Absolute: the folder of this mode inside DATA_DIR. */
  dataDir: string;
  log: { info: LogMessage; warn: LogMessage; error: LogMessage };
  databaseName?: string;
  /** The time to wait for another store to leave the folder; 2 s unless given. */
  waitMs?: number;
  /** Called once, when the wait begins. */
  onWait?: () => void;
  /** PostgreSQL settings by name; they override the defaults of `serverArguments`. */
  settings?: Record<string, string>;
};

/** As `pg` takes it; `host` is the socket's folder, or the loopback address on Windows. */
export type EmbeddedConnection = { host: string; port: number; user: string; password: string; database: string };

export type EmbeddedDatabase = {
  connection: EmbeddedConnection;
  superuser: EmbeddedConnection;
  /** True when the server of an earlier store was adopted. */
  adopted: boolean;
  onDown(listener: () => void): void;
  onUp(listener: () => void): void;
  stop(): Promise<void>;
};

const role = 'applaud';
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
  const { log, databaseName = role } = options;
  const warn = (message: string) => log.warn({}, message);
  const folder = await prepareFolder(resolve(options.dataDir), options.settings);
  const user: Superuser = {
    user: 'postgres',
    password: readSuperuserPassword(folder.pgData, warn),
    database: 'postgres',
  };
  const listeners = { down: new Set<() => void>(), up: new Set<() => void>() };
  const stopping = new AbortController();
  const folderWait = createFolderWait(options.waitMs ?? lockWaitMs, options.onWait);
  const prepareRoleOf = (taken: Held) => prepare(taken, folder, databaseName, warn);
  const first = await takeFolder(folder, user, prepareRoleOf, folderWait, stopping.signal);
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
      notify(listeners.down);
      const next = await holdAgain();
      if (next === null) return;
      held = next;
      upSinceMs = performance.now();
      if (stopping.signal.aborted) return;
      log.info({ pid: held.server.pid }, 'PostgreSQL is back');
      notify(listeners.up);
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
        return await hold(folder, user, address, createFolderWait(lockWaitMs), stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return null;
        log.error({ err: error }, 'PostgreSQL could not be started again; next attempt follows');
      }
    }
  }

  function notify(parties: Set<() => void>): void {
    for (const listener of parties) {
      try {
        listener();
      } catch (error) {
        log.error({ err: error }, 'a listener to the state of PostgreSQL failed');
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
    connection: { ...at, user: role, password, database: databaseName },
    superuser: { ...at, ...user },
    adopted,
    onDown: (listener) => void listeners.down.add(listener),
    onUp: (listener) => void listeners.up.add(listener),
    stop: () => {
      stopped ??= shutDown();
      return stopped;
    },
  };
}

type Held = { server: Server; session: Session };

async function prepareFolder(dataDir: string, settings: Record<string, string> = {}): Promise<Folder> {
  const pgData = join(dataDir, 'postgres');
  const packageDir = findPackage();
  const running = await readPidFile(pgData);
  const runAs = await chooseOwner(dataDir, pgData, running !== null && (await isServerOf(running.pid, pgData)));
  try {
    await makeFolder(dataDir, runAs);
    const binaries = await prepareBinaries(packageDir, join(dataDir, 'postgres-libraries'));
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
  user: Superuser,
  prepareRoleOf: (held: Held) => Promise<string>,
  folderWait: FolderWait,
  signal: AbortSignal,
): Promise<Held & { password: string }> {
  for (let losses = 0; ; ) {
    try {
      const held = await hold(folder, user, null, folderWait, signal);
      return { ...held, password: await prepareRoleOf(held) };
    } catch (error) {
      if (error instanceof FolderInUse) {
        if (!folderWait.canWait()) throw error;
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
  user: Superuser,
  keepAddress: Server['address'] | null,
  folderWait: FolderWait,
  signal: AbortSignal,
): Promise<Held> {
  if (await isStopping(folder)) folderWait.begin();
  const held = await reachServer(folder, user, keepAddress, signal);
  try {
    await holdFolder(held.session, folder, folderWait);
    // The lock is free also when a stop has just ended the session of the store before.
    if (await isStopping(folder)) throw new SessionLost('the server is shutting down');
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

/** The store's role and database; where that fails, a server started for it does not stay behind. */
async function prepare(
  held: Held,
  folder: Folder,
  databaseName: string,
  warn: (message: string) => void,
): Promise<string> {
  try {
    return await prepareRole(held.session, folder, role, databaseName, warn);
  } catch (error) {
    if (!held.server.adopted && !isSessionLoss(error)) await stopServer(folder, held.server);
    await held.session.client.end().catch(() => {});
    throw error instanceof DatabaseError && error.code === '53100' ? refusal.diskFull(folder.dataDir) : error;
  }
}
