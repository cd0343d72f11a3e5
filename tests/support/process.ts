// A store as operators run it: the built program in a process of its own, with its own bundled database,
// or with the one that DATABASE_URL names.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { cleanUpAfterExit } from '../../scripts/clean-up-after.mjs';
import { isServerOf } from '../../server/database/embedded-postmaster.ts';
import { freePort } from './free-port.ts';
import { type Program, startProgram, until } from './program.ts';

export type StoreProcess = {
  url: string;
  dataDir: string;
  env: Record<string, string>;
  pid(): number;
  /** What all its processes have written so far. */
  output(): string;
  /** As printed at the first start. */
  adminLogin(): { email: string; password: string };
  databasePid(): Promise<number>;
  /** The database server with everything it has started; Linux only. */
  databasePids(): Promise<number[]>;
  /** Of the store's own database: for another process that shares it. */
  databaseUrl(): Promise<string>;
  /** One statement on the store's own database, past the store. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The store alone dies at once; its database server lives on. */
  kill9(): Promise<void>;
  killDatabase9(): Promise<void>;
  /** Asks it to stop; answers its exit code. */
  stop(): Promise<number | null>;
  /** Starts it again after its end, in the same folder, on the same port; waits until it is ready. */
  restart(): Promise<void>;
  isReady(): Promise<boolean>;
  /** Ends whatever still runs and removes the folder that was made for it. */
  close(): Promise<void>;
};

/**
 * A ready store. `env` as an operator would set it; `dataDir` where its folder is not to be a new one, `keptDir` where that
 * folder also outlives it; `root` where it is not this build.
 */
export async function startProcess(
  given: { env?: Record<string, string>; dataDir?: string; keptDir?: string; root?: string } = {},
): Promise<StoreProcess> {
  const { env = {} } = given;
  const port = env.PORT ?? String(await freePort());
  const dataDir = given.keptDir ?? given.dataDir ?? (await mkdtemp(join(tmpdir(), 'applaud-process-')));
  if (!given.keptDir) cleanUpAfterExit(dataDir);
  const url = env.PUBLIC_URL || `http://127.0.0.1:${port}`;
  const whole = { PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir, DEMO_DATA: 'off', TZ: 'UTC', ...env };
  const pgData = join(dataDir, 'sandbox', 'postgres');
  const runs: Program[] = [];
  const current = () => runs.at(-1);
  const output = () => runs.map((run) => run.output()).join('');
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  async function start(): Promise<void> {
    const run = await startProgram('main', whole, [], given.root);
    runs.push(run);
    await until(`the store is ready\n${output()}`, () => {
      if (run.hasEnded()) throw new Error(`The store ended instead of starting:\n${run.output()}`);
      // It says so last of all, when jobs run too.
      return run.output().includes(' is open at ') && isReady();
    });
  }

  async function databasePid(): Promise<number> {
    const [pid = ''] = (await readFile(join(pgData, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  }

  async function databasePids(): Promise<number[]> {
    const server = await databasePid();
    const known = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const isChild = async (pid: string) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return status.includes(`\nPPid:\t${server}\n`);
    };
    const children = await Promise.all(known.map(async (pid) => ((await isChild(pid)) ? [Number(pid)] : [])));
    return [server, ...children.flat()];
  }

  async function databaseUrl(): Promise<string> {
    if (env.DATABASE_URL) return env.DATABASE_URL;
    const [, , , socketPort = '', socketDir] = (await readFile(join(pgData, 'postmaster.pid'), 'utf8')).split('\n');
    const password = (await readFile(join(pgData, 'superuser.password'), 'utf8')).trim();
    const to = new URLSearchParams({ host: socketDir || '127.0.0.1', port: socketPort });
    return `postgres://postgres:${encodeURIComponent(password)}@localhost/applaud?${to}`;
  }

  async function sql(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: await databaseUrl() });
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  }

  async function kill9(): Promise<void> {
    current()?.kill('SIGKILL');
    await current()?.ended;
  }

  async function killDatabase9(): Promise<void> {
    const pid = await databasePid();
    process.kill(pid, 'SIGKILL');
    await until('the database server is gone', async () => !(await isServerOf(pid, pgData)));
  }

  async function stop(): Promise<number | null> {
    const run = current();
    if (!run) return null;
    run.kill('SIGTERM');
    const limit = setTimeout(() => run.kill('SIGKILL'), 40_000);
    return run.ended.finally(() => clearTimeout(limit));
  }

  async function close(): Promise<void> {
    if (!current()?.hasEnded()) await stop();
    const left = await databasePid().catch(() => null);
    if (left !== null && (await isServerOf(left, pgData))) {
      process.kill(left, 'SIGINT');
      const gone = until('the database server has stopped', async () => !(await isServerOf(left, pgData)), 10_000);
      await gone.catch(() => process.kill(left, 'SIGKILL'));
    }
    if (!given.keptDir) await rm(dataDir, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    dataDir,
    env: whole,
    output,
    databasePid,
    databasePids,
    databaseUrl,
    sql,
    kill9,
    killDatabase9,
    stop,
    restart: start,
    isReady,
    close,
    pid: () => current()?.pid ?? 0,
    adminLogin: () => {
      const [, email, password] = output().match(/e-?mail\s+(\S+)\n\s+password\s+(\S+)/) ?? [];
      if (!email || !password) throw new Error('The store printed no admin login.');
      return { email, password };
    },
  };
}
