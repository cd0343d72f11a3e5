// A run of the tests that is ended in the middle, as by a time limit, a failed check or Ctrl-C.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { isServerOf, readPidFile } from '../../server/database/embedded-postmaster.ts';

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'server/database/migrate.test.ts'];
let run: ReturnType<typeof spawn> | null = null;
afterEach(() => {
  run?.kill('SIGKILL');
});

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'a run that %s ends leaves no server and no folder, and does not touch a run beside it',
  async (signal) => {
    const { DATABASE_URL: _, ...env } = process.env;
    run = spawn(process.execPath, vitest, { env, detached: true, stdio: 'ignore' });
    const pid = run.pid ?? 0;
    await expect.poll(() => dataOf(pid)).not.toBeNull();
    const data = dataOf(pid) ?? '';
    await expect.poll(async () => (await readPidFile(data))?.status).toBe('ready');
    const server = (await readPidFile(data))?.pid ?? 0;
    expect(await isServerOf(server, data)).toBe(true);

    process.kill(pid, signal);
    await expect.poll(() => existsSync(dirname(data))).toBe(false);
    expect(read(`/proc/${server}/cmdline`)).toBe('');
    const beside = new pg.Client(inject('postgres').admin);
    await beside.connect();
    expect((await beside.query('select 1 as one').finally(() => beside.end())).rows).toEqual([{ one: 1 }]);
  },
);

/** The data folder of the PostgreSQL that this process has started. */
function dataOf(parent: number): string | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [stat, args] = ['stat', 'cmdline'].map((name) => read(`/proc/${pid}/${name}`));
    if (!stat?.match(`\\) \\w ${parent} `)) continue;
    const folder = args?.split('\0').find((arg) => /\/applaud-tests-\w+\/postgres$/.test(arg));
    if (folder) return folder;
  }
  return null;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
