// A store that moves from the bundled PostgreSQL to the system's own, of another version, and back. Where none is installed
// this says that it was passed over.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOtherPostgres } from '../../scripts/other-postgres.mjs';
import { clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { type ProgramName, runProgram } from '../support/program.ts';

type Env = Record<string, string>;

const secrets = {
  JWT_SECRET: 'the same secret here and there, long enough',
  SECRETS_KEY: 'the same key here and there, and long enough',
};
let folder: string;
let other: Awaited<ReturnType<typeof startOtherPostgres>>;
const running: StoreProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-moving-'));
  other = await startOtherPostgres();
});
afterAll(async () => {
  for (const store of running) await store.close();
  await other?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create database moved').finally(() => client.end());
  return url.replace('/postgres?', '/moved?');
}

/** Starts a store, buys in it, and stops it again. Returns its variables, and all orders so far. */
async function live(env: Env, orders: readonly string[]): Promise<{ env: Env; orders: string[] }> {
  const store = await startProcess({ env: { ...secrets, ...env } });
  running.push(store);
  const { orderId } = await clientOf(store.url, null).call('POST /api/create-order', { body: orderBody() });
  for (const id of orders) expect((await fetch(`${store.url}/api/orders/${id}`)).status).toBe(200);
  await store.stop();
  return { env: store.env, orders: [...orders, orderId] };
}

async function run(name: ProgramName, env: Env, ...args: string[]): Promise<string> {
  const { exitCode, output } = await runProgram(name, env, args, 60_000);
  expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
  return output;
}

/** Every row arrives, and money and audit log are right there. */
async function move(from: Env, to: Env): Promise<void> {
  const file = join(folder, `${running.length}.gz`);
  const written = await run('store-export', from, '--to', file);
  const read = await run('store-import', to, '--from', file);
  const rows = (output: string) => /(\d+ rows of \d+ tables)/.exec(output)?.[1];
  expect(rows(written)).toBeDefined();
  expect(rows(read)).toBe(rows(written));
  expect(await run('money-verify', to)).toContain(' 0 differences');
  expect(await run('audit-verify', to)).toContain(' 0 differences');
}

test('a store with a history moves to another version of PostgreSQL and back, and sells at each place', async ({
  skip,
}) => {
  if (!other) return skip('no PostgreSQL of the system is installed');
  const bundled = await live({ DEMO_DATA: 'on' }, []);
  const outside = { ...bundled.env, DATABASE_URL: await emptyDatabase(other.url) };
  await move(bundled.env, outside);
  const there = await live({ ...outside, DATA_DIR: join(folder, 'unused') }, bundled.orders);
  const home = { ...bundled.env, DATA_DIR: join(folder, 'home') };
  await move(there.env, home);
  const back = await live(home, there.orders);
  expect(back.orders).toHaveLength(3);
}, 300_000);
