// Stores with an invented history of any size, kept in a folder from one run of a bench to the next.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientOf } from '../tests/support/client.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import type { Known } from './dashboard-requests.ts';

const admin = { email: 'bench@admin.example', password: 'a password of the bench' };

type Size = { orders: number; visits: number };
export type SeededStore = { store: StoreProcess; token: string; known: Known };

export const seededEnv = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'error',
};

/** Fills the folder at the first time, which takes minutes; starts a store on it. */
export async function startSeeded(dataDir: string, size: Size): Promise<SeededStore> {
  await fillOnce(dataDir, size);
  const store = await startProcess({ env: seededEnv, keptDir: dataDir });
  try {
    return { store, ...(await signIn(store)), known: await lookAround(store) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

export async function signIn(store: StoreProcess): Promise<{ token: string }> {
  return clientOf(store.url, null).call('POST /api/admin/login', { body: admin });
}

/** `root`: the checkout that fills it. */
export async function fillOnce(dataDir: string, size: Size, root = '.'): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const filled = join(dataDir, 'filled.json');
  if (existsSync(filled)) return;
  console.log(`Filling ${dataDir} with ${size.orders} orders and ${size.visits} visits ...`);
  await seed(dataDir, size, root);
  await writeFile(filled, JSON.stringify(size));
}

async function seed(dataDir: string, { orders, visits }: Size, cwd: string): Promise<void> {
  const args = ['scripts/start.mjs', 'seed', '--orders', String(orders), '--visits', String(visits), '--seed', '1'];
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, DATA_DIR: dataDir }, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Filling ${dataDir} ended with ${code}.`);
}

async function lookAround(store: StoreProcess): Promise<Known> {
  const position = async (columns: string, order: string) => {
    const [found] = await store.sql(
      `select ${columns} as by, id, customer_email as email, customer_username as username from orders
       where deleted_at is null order by ${order} offset (select count(*) / 2 from orders) limit 1`,
    );
    return found as { by: Date | number; id: string; email: string; username: string };
  };
  const newest = await position('created_at', 'created_at desc, id desc');
  const highest = await position('amount_cents', 'amount_cents desc, id desc');
  const { id, email, username } = newest;
  const cursorOf = (by: string, id: string) => Buffer.from(`${by} ${id}`).toString('base64url');
  const middle = {
    newest: cursorOf(new Date(newest.by as Date).toISOString(), id),
    highest: cursorOf(String(highest.by), highest.id),
  };
  return { id, email, username, middle };
}
