// The way around the store's own backups: a dump by PostgreSQL's programs, restored into a new data folder. The programs are
// not bundled: a test without a fitting pg_dump on this machine is skipped.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOtherPostgres } from '../../scripts/other-postgres.mjs';
import { bundledMajor } from '../../server/database/embedded-refusal.ts';
import { clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { type ProgramName, runProgram } from '../support/program.ts';

type Env = Record<string, string>;

const secrets = {
  JWT_SECRET: 'the same secret here and there, long enough',
  SECRETS_KEY: 'the same key here and there, and long enough',
};
const { PATH = '', POSTGRES_BIN_DIR } = process.env;
const limitMs = 120_000;
let folder: string;
let other: Awaited<ReturnType<typeof startOtherPostgres>>;
const running: StoreProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-dump-'));
  other = await startOtherPostgres();
});
afterAll(async () => {
  for (const store of running) await store.close();
  await other?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The folder of a pg_dump for a server of this major version, or null. */
function findClient(major: number): string | null {
  const debian = '/usr/lib/postgresql';
  const installed = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name, 'bin')) : [];
  const folders = [POSTGRES_BIN_DIR ?? '', ...installed, ...PATH.split(delimiter)];
  return folders.find((path) => path !== '' && majorOf(join(path, 'pg_dump')) >= major) ?? null;
}

function majorOf(program: string): number {
  if (!existsSync(program)) return 0;
  try {
    return Number(/\(PostgreSQL\) (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function run(name: ProgramName, env: Env, ...args: string[]): Promise<string> {
  const { exitCode, output } = await runProgram(name, env, args, limitMs);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  return output;
}

async function open(env: Env): Promise<StoreProcess> {
  // A folder of this test is removed with it.
  const { DATA_DIR: keptDir } = env;
  const store = await startProcess({ env: { ...secrets, ...env }, ...(keptDir ? { keptDir } : {}) });
  running.push(store);
  return store;
}

/** A store with a history, and one order of which a visitor has the address. */
async function openWithOrders(env: Env = {}): Promise<{ store: StoreProcess; orderId: string }> {
  const store = await open({ DEMO_DATA: 'on', ...env });
  const { orderId } = await clientOf(store.url, null).call('POST /api/create-order', { body: orderBody() });
  return { store, orderId };
}

const readOrders = (store: StoreProcess) =>
  store.sql('select id, customer_email, post_links, amount_cents, payment_state, created_at from orders order by id');

/** Restores the dump into a new folder, opens a store there, and makes a backup, which a third folder takes. */
async function restoreAndOpen(dump: string, bin: string, from: Env, orders: unknown[], orderId: string): Promise<void> {
  const { DATABASE_URL: _, ...rest } = from;
  const there = { ...rest, DATA_DIR: join(folder, `restored-${running.length}`), PATH: `${bin}${delimiter}${PATH}` };
  await run(
    'database',
    there,
    'pg_restore',
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    '--dbname=applaud',
    dump,
  );
  expect(await run('money-verify', there)).toContain(' 0 differences');
  expect(await run('audit-verify', there)).toContain(' 0 differences');
  const restored = await open({ ...there, DEMO_DATA: 'off' });
  expect(await readOrders(restored)).toEqual(orders);
  expect((await fetch(`${restored.url}/api/orders/${orderId}`)).status).toBe(200);
  const { orderId: next } = await clientOf(restored.url, null).call('POST /api/create-order', { body: orderBody() });

  const backups = join(folder, `backups-${running.length}`);
  await run('backup', restored.env, '--to', backups);
  await restored.stop();
  const [name = ''] = await readdir(backups);
  expect(await run('backup', {}, '--verify', join(backups, name))).toContain('is a whole backup');
  const third = { ...there, DATA_DIR: join(folder, `third-${running.length}`) };
  await run('store-import', third, '--from', join(backups, name));
  expect(await run('money-verify', third)).toContain(' 0 differences');
  const opened = await open({ ...third, DEMO_DATA: 'off' });
  expect((await fetch(`${opened.url}/api/orders/${next}`)).status).toBe(200);
  await opened.stop();
}

test('D-113: a pg_dump of a running store on the bundled database opens in a new folder with the same orders', async ({
  skip,
}) => {
  const bin = findClient(bundledMajor);
  if (bin === null) return skip(`there is no pg_dump of PostgreSQL ${bundledMajor} or newer`);
  const { store, orderId } = await openWithOrders();
  const orders = await readOrders(store);
  expect(orders.length).toBeGreaterThan(10);
  const dump = join(folder, 'bundled.dump');
  await run(
    'database',
    { ...store.env, PATH: `${bin}${delimiter}${PATH}` },
    'pg_dump',
    '--format=custom',
    `--file=${dump}`,
  );
  await store.stop();
  await restoreAndOpen(dump, bin, store.env, orders, orderId);
}, 400_000);

test('D-113: a pg_dump of an outside database opens on the bundled one, in a new folder', async ({ skip }) => {
  if (other === null) return skip('no PostgreSQL of the system is installed');
  const client = new pg.Client({ connectionString: other.url });
  await client.connect();
  await client.query('create database dumped').finally(() => client.end());
  const DATABASE_URL = other.url.replace('/postgres?', '/dumped?');
  const { store, orderId } = await openWithOrders({ DATABASE_URL });
  const orders = await readOrders(store);
  const dump = join(folder, 'outside.dump');
  execFileSync(join(other.bin, 'pg_dump'), ['--format=custom', `--file=${dump}`, DATABASE_URL]);
  await store.stop();
  await restoreAndOpen(dump, other.bin, store.env, orders, orderId);
}, 400_000);

test('D-113: the command for programs of PostgreSQL names what it cannot run', async () => {
  const env = { ...secrets, DATA_DIR: join(folder, 'none') };
  expect(await runProgram('database', env)).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^Usage: /) });
  expect(await runProgram('database', env, ['no-such-program'])).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^There is no program no-such-program: install the client programs of PostgreSQL 18/),
  });
  expect(await runProgram('database', { ...env, DATABASE_URL: 'postgres://x/y' }, ['psql'])).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^DATABASE_URL is set: /),
  });
  const { exitCode } = await runProgram('database', env, [
    process.execPath,
    '-e',
    'process.exit(process.env.PGHOST ? 7 : 8)',
  ]);
  expect(exitCode).toBe(7);
});
