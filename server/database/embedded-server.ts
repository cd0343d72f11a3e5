// Starts one PostgreSQL server in a session of its own, waits until it accepts a connection, and stops it.
// Does not supervise: see embedded.ts.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode, findFreePort } from '../platform/operating-system.ts';
import { chooseSocketDir, type Folder, makeFolder, openLog } from './embedded-folder.ts';
import { invocation } from './embedded-owner.ts';
import { findServer, freeSocket, isServerOf, readPidFile } from './embedded-postmaster.ts';
import { refusal, refusalOfFailure, refusalOfFileError } from './embedded-refusal.ts';
import { openSession, type Session } from './embedded-session.ts';
import { type Address, serverArguments, serverEnvironment } from './embedded-settings.ts';

export type Server = {
  pid: number;
  address: Address;
  adopted: boolean;
  hasEnded: () => Promise<boolean>;
  ended: Promise<void>;
};

type Reached = { server: Server; session: Session };

const oldMemoryTimeoutMs = 10_000;
const readyTimeoutMs = 300_000;
const pollMs = 10;

/**
 * The server of this folder with a first session on it: the one that runs, or a new one. Repeats for 10 s while an ended
 * server's shared memory is still in use. `keepAddress` makes a restart answer where the first start did; `signal` gives
 * up and stops a server that is not yet ready.
 */
export async function reachServer(folder: Folder, keepAddress: Address | null, signal: AbortSignal): Promise<Reached> {
  let deadline = Date.now() + oldMemoryTimeoutMs;
  for (;;) {
    const server =
      (await adoptServer(folder)) ?? (await launchServer(folder, keepAddress ?? (await newAddress(folder))));
    const logStart = server.logStart;
    const session = await sessionWhenReady(folder, server, signal);
    if (session !== null) return { server, session };
    signal.throwIfAborted();
    // However long the last server took to stop, its successor has the whole time.
    if (logStart === null) deadline = Date.now() + oldMemoryTimeoutMs;
    const text = logStart === null ? '' : await readLogFrom(folder.logFile, logStart);
    const again = logStart === null || /pre-existing shared memory block|lock file ".*" already exists/.test(text);
    if (!again || Date.now() > deadline) throw await refusalOfFailure(text, folder);
    await wait(100);
  }
}

/** Fast shutdown; after 30 s an immediate one, from which the next start recovers. */
export async function stopServer(folder: Folder, server: Server): Promise<void> {
  for (const [mode, signal, timeoutMs] of [
    ['fast', 'SIGINT', 30_000],
    ['immediate', 'SIGQUIT', 10_000],
  ] as const) {
    if (await server.hasEnded()) return;
    await signalServer(folder, server.pid, mode, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (await server.hasEnded()) return;
      await Promise.race([server.ended, wait(pollMs)]);
    }
  }
}

type Started = Server & { logStart: number | null };

async function adoptServer(folder: Folder): Promise<Started | null> {
  let file = await findServer(folder.dataDir, folder.pgData);
  // A server that starts at this moment has not yet written where it can be reached.
  for (let tries = 0; file?.status === '' && tries < 500; tries += 1) {
    await wait(pollMs);
    file = await findServer(folder.dataDir, folder.pgData);
  }
  if (file === null) return null;
  const { pid } = file;
  const hasEnded = async () => !(await isServerOf(pid, folder.pgData));
  const address = { socketDir: file.socketDir, host: file.socketDir ?? '127.0.0.1', port: file.port };
  const server = { pid, address, adopted: true, hasEnded, ended: new Promise<void>(() => {}), logStart: null };
  const isReachable = file.socketDir !== null || process.platform === 'win32';
  if (isReachable && file.status !== 'stopping') return server;
  await stopServer(folder, server);
  return null;
}

async function launchServer(folder: Folder, address: Address): Promise<Started> {
  if (address.socketDir !== null) {
    await makeFolder(address.socketDir, folder.runAs); // a temporary one may have been cleaned away
    await freeSocket(folder.pgData, address.socketDir, address.port);
  }
  const log = await openLog(folder).catch((error: unknown) => {
    throw refusalOfFileError(error, folder.dataDir);
  });
  try {
    const logStart = (await log.stat()).size;
    const { binaries, runAs, pgData } = folder;
    const settings = serverArguments(pgData, address, folder.settings);
    const { command, args, identity } = invocation(runAs, binaries.postgres, settings);
    const env = serverEnvironment(binaries.env);
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child =
      process.platform === 'win32'
        ? spawn(binaries.pgCtl, ['start', '-W', '-D', pgData, '-o', settings.slice(2).join(' ')], { env, stdio })
        : spawn(command, args, { ...identity, env, stdio, detached: true, cwd: '/' });
    return await watch(folder, child, address, logStart);
  } finally {
    await log.close();
  }
}

/** On Windows `pg_ctl` leaves the server behind, whose number is then in the folder. */
async function watch(folder: Folder, child: ChildProcess, address: Address, logStart: number): Promise<Started> {
  const ended = once(child, 'exit').then(
    () => {},
    () => {},
  );
  await once(child, 'spawn').catch((error: unknown) => {
    const { postgres, binDir } = folder.binaries;
    if (errorCode(error) === 'EACCES' || binDir !== null) throw refusal.binariesUnreadable(postgres, binDir);
    throw refusal.noPackage(`${process.platform} ${process.arch}`);
  });
  child.unref();
  if (process.platform === 'win32') {
    await ended;
    const pid = (await readPidFile(folder.pgData))?.pid ?? 0;
    const hasEnded = async () => !(await isServerOf(pid, folder.pgData));
    return { pid, address, adopted: false, hasEnded, ended: new Promise<void>(() => {}), logStart };
  }
  const hasEnded = async () => child.exitCode !== null || child.signalCode !== null;
  return { pid: child.pid ?? 0, address, adopted: false, hasEnded, ended, logStart };
}

/** A session once the server accepts it; null when the server ended instead, or cannot be reached and was stopped. */
async function sessionWhenReady(folder: Folder, server: Started, signal: AbortSignal): Promise<Session | null> {
  const deadline = Date.now() + readyTimeoutMs;
  let unreachableSince: number | null = null;
  for (;;) {
    if (signal.aborted) await stopServer(folder, server);
    if (await server.hasEnded()) return null;
    const file = await readPidFile(folder.pgData);
    if (file?.pid === server.pid && file.status === 'ready') {
      const session = await openSession(folder, server.address);
      if (typeof session !== 'string') return session;
      // Its socket was removed while it ran: no process can connect to it.
      if (session === 'unreachable') unreachableSince ??= Date.now();
      if (unreachableSince !== null && Date.now() - unreachableSince > 2000) {
        await stopServer(folder, server);
        return null;
      }
    }
    if (Date.now() > deadline) throw refusal.failed(folder.pgData, 'it is still recovering after five minutes');
    await Promise.race([server.ended, wait(pollMs)]);
  }
}

async function newAddress(folder: Folder): Promise<Address> {
  if (process.platform === 'win32') return { socketDir: null, host: '127.0.0.1', port: await findFreePort() };
  const lastUsed = (await readPidFile(folder.pgData))?.socketDir ?? null;
  const socketDir = await chooseSocketDir(folder, lastUsed);
  return { socketDir, host: socketDir, port: 5432 };
}

async function signalServer(folder: Folder, pid: number, mode: string, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-W', '-m', mode, '-D', folder.pgData];
    await promisify(execFile)(folder.binaries.pgCtl, args).catch(() => {});
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

async function readLogFrom(path: string, start: number): Promise<string> {
  const { size } = await stat(path);
  const handle = await open(path, 'r');
  try {
    const length = Math.min(Math.max(size - start, 0), 64_000);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}
