// A store that starts while another one still uses the folder. Only processes that this file started are killed.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  bundleEmbedded,
  embeddedSetup,
  queryRows,
  serverPid,
  startStoreProcess,
  until,
} from '../../tests/support/embedded-setup.ts';
import { readPidFile } from './embedded-postmaster.ts';

const setup = embeddedSetup();
const waitMs = 20_000;
let bundle: Awaited<ReturnType<typeof bundleEmbedded>>;
beforeAll(async () => {
  bundle = await bundleEmbedded();
});
afterAll(async () => {
  await setup.close();
  await bundle.remove();
});

/** A start beside a running store, once it waits. */
async function startBeside(dataDir: string) {
  const onWait = vi.fn();
  const start = setup.start(dataDir, { waitMs, onWait });
  start.catch(() => {});
  await until('the start waits', () => onWait.mock.calls.length > 0);
  return { start, onWait };
}

test('a store that waits goes on when the other one stops', async () => {
  const dataDir = await setup.folder();
  const other = await startStoreProcess(bundle.script, dataDir);
  await queryRows(other.connection, 'CREATE TABLE notes AS SELECT 7 AS note');
  const { start, onWait } = await startBeside(dataDir);
  other.child.kill('SIGTERM');
  const database = await start;
  expect(await queryRows(database.connection, 'SELECT note FROM notes')).toEqual([{ note: 7 }]);
  expect(onWait).toHaveBeenCalledTimes(1);
  expect(setup.messages).not.toContain('PostgreSQL went away; it is started again');
  await database.stop();
});

test.each([0, 5, 10, 20, 40, 80])('a start %i ms after the stop signal to the other store succeeds', async (ms) => {
  const dataDir = await setup.folder();
  const other = await startStoreProcess(bundle.script, dataDir);
  setup.messages.length = 0;
  other.child.kill('SIGTERM');
  await wait(ms);
  const database = await setup.start(dataDir, { waitMs });
  expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(setup.messages).not.toContain('PostgreSQL went away; it is started again');
  await database.stop();
});

test('a start while the server shuts down, its store killed, waits for its end', async () => {
  const dataDir = await setup.folder();
  const other = await startStoreProcess(bundle.script, dataDir);
  const pgData = join(dataDir, 'postgres');
  const pid = await serverPid(dataDir);
  other.child.kill('SIGKILL');
  await once(other.child, 'exit');
  process.kill(pid, 'SIGINT');
  await until('the server shuts down', async () => (await readPidFile(pgData))?.status !== 'ready');
  const database = await setup.start(dataDir, { waitMs });
  expect(await serverPid(dataDir)).not.toBe(pid);
  expect(await queryRows(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
});

test('a store that waits takes over the server when the other store is killed', async () => {
  const dataDir = await setup.folder();
  const other = await startStoreProcess(bundle.script, dataDir);
  const { start } = await startBeside(dataDir);
  other.child.kill('SIGKILL');
  const database = await start;
  expect(database.adopted).toBe(true);
  await database.stop();
});

test.each(['server', 'session'] as const)(
  'a store that waits does not take the folder when the other one loses its %s',
  async (lost) => {
    const dataDir = await setup.folder();
    const other = await setup.start(dataDir);
    const { start } = await startBeside(dataDir);
    const up = new Promise<void>((resolve) => other.onUp(resolve));
    if (lost === 'server') process.kill(await serverPid(dataDir), 'SIGKILL');
    else {
      await queryRows(
        other.superuser,
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`,
      );
    }
    await up;
    expect(await queryRows(other.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await other.stop();
    await (await start).stop();
  },
);

test('a store that does not stop is waited for as long as was said, and then the start is refused', async () => {
  const dataDir = await setup.folder();
  const other = await setup.start(dataDir);
  const startMs = performance.now();
  await expect(setup.start(dataDir, { waitMs: 4_000 })).rejects.toThrow('another store uses this folder');
  expect(performance.now() - startMs).toBeGreaterThan(3_900);
  expect(await queryRows(other.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
