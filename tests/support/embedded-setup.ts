// For the tests of the embedded server: a folder of their own, a log that remembers, a store in a process of its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chown, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { build } from 'vite';
import { expect } from 'vitest';
import { cleanUpAfterExit } from '../../scripts/clean-up-after.mjs';
import {
  type EmbeddedConnection,
  type EmbeddedDatabase,
  type EmbeddedOptions,
  EmbeddedRefusal,
  startEmbedded,
} from '../../server/database/embedded.ts';
import { readPidFile } from '../../server/database/embedded-postmaster.ts';
import { projectRoot } from '../../server/platform/project-root.ts';

/** Starts servers in fresh folders and, with `close`, leaves nothing running and nothing on disk. */
export function embeddedSetup() {
  const folders: string[] = [];
  const started: EmbeddedDatabase[] = [];
  const messages: string[] = [];
  return {
    messages,
    async folder(name = 'data'): Promise<string> {
      const root = await mkdtemp(join(await quickFolder(), 'embedded-'));
      folders.push(root);
      cleanUpAfterExit(root);
      await giveAway(root);
      return join(root, name);
    },
    async start(dataDir: string, options: Pick<EmbeddedOptions, 'waitMs' | 'onWait' | 'binDir'> = {}) {
      const logged = new EventEmitter();
      const logMessage = (_: object, message: string) => {
        messages.push(message);
        logged.emit(message);
      };
      const log = { info: logMessage, warn: logMessage, error: logMessage };
      const database = await startEmbedded({ dataDir, log, ...options });
      started.push(database);
      return {
        ...database,
        onDown: (listener: () => void) => void logged.on('PostgreSQL went away; it is started again', listener),
        onUp: (listener: () => void) => void logged.on('PostgreSQL is back', listener),
      };
    },
    async close(): Promise<void> {
      await Promise.all(started.map((database) => database.stop()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

/** Whether root may run PostgreSQL in a folder of its own here; many containers forbid it. */
/** The sentence with which a start is refused. */
export async function refusalOf(start: Promise<unknown>): Promise<string> {
  const error = await start.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedRefusal);
  const message = error instanceof Error ? error.message : '';
  expect(message).toMatch(/^[A-Z/].*[^.]\.$/);
  expect(message).not.toContain('\n');
  return message;
}

export function hasNamespaces(): boolean {
  return spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', '--', 'true']).status === 0;
}

/** Where root may not run PostgreSQL in its own folders, hands one to a normal user. */
export async function giveAway(path: string): Promise<void> {
  if (process.getuid?.() === 0 && !hasNamespaces()) await chown(path, 65_534, 65_534);
}

/** Memory instead of a disk, where there is plenty: a killed process loses nothing of either. */
async function quickFolder(): Promise<string> {
  const space = await statfs('/dev/shm').catch(() => null);
  return space !== null && space.bavail * space.bsize > 2_000_000_000 ? '/dev/shm' : tmpdir();
}

/** One session for one question. */
export async function queryRows<Row extends object>(
  to: EmbeddedConnection,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(to);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export async function serverPid(dataDir: string): Promise<number> {
  const file = await readPidFile(join(dataDir, 'postgres'));
  if (file === null) throw new Error('no server runs');
  return file.pid;
}

export async function until(what: string, isSo: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await wait(10);
  }
}

/** The module as plain JavaScript inside the checkout, where its imports are found by any Node. */
export async function bundleEmbedded(): Promise<{ script: string; remove: () => Promise<void> }> {
  const cache = join(projectRoot(), 'node_modules');
  const outDir = await mkdtemp(join(cache, '.embedded-test-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(new URL('../../server/database/embedded.ts', import.meta.url)),
      outDir,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'embedded.mjs' } },
    },
  });
  return { script: join(outDir, 'embedded.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
}

export type StoreProcess = { child: ChildProcess; connection: EmbeddedConnection; adopted: boolean };

/** A store that does nothing but hold its database, in a process of its own that can be killed. */
export async function startStoreProcess(
  script: string,
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
): Promise<StoreProcess> {
  const child = spawnStoreProcess(script, dataDir, identity);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the store process ended')));
  failed.catch(() => {});
  const [message] = await Promise.race([once(child, 'message'), failed]);
  return { child, ...(message as { connection: EmbeddedConnection; adopted: boolean }) };
}

/** The same, not waited for: its first message is sent when it is up; SIGTERM stops it and its server. */
export function spawnStoreProcess(
  script: string,
  dataDir: string,
  identity: { uid?: number; gid?: number } = {},
): ChildProcess {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(script)});
    const log = { info() {}, warn() {}, error() {} };
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log });
    process.once('SIGTERM', () => database.stop().then(() => process.exit()));
    process.send({ connection: database.connection, adopted: database.adopted });
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...identity,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
