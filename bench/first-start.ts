// What a store keeps in memory after an `npm start` that builds first, beside one that finds the build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAfterExit } from '../scripts/clean-up-after.mjs';
import { stampFile } from '../scripts/freshness.mjs';
import { freePort } from '../tests/support/free-port.ts';
import { until } from '../tests/support/program.ts';
import { benchEnv } from './bench-env.ts';
import { residentMegabytesOf } from './process-usage.ts';
import { printTable } from './table.ts';

export async function benchFirstStart(): Promise<boolean> {
  await rm(stampFile, { force: true });
  const building = await residentAfterStart();
  const built = await residentAfterStart();
  return printTable('Memory of the store after a start in an empty folder', [
    { name: 'npm start that builds', figures: { 'resident, MB': { value: building, unit: '', atMost: 200 } } },
    { name: 'npm start', figures: { 'resident, MB': { value: built, unit: '', atMost: 200 } } },
  ]);
}

async function residentAfterStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-start-'));
  cleanUpAfterExit(folder);
  const { PATH = '', HOME = '' } = process.env;
  const env = { ...benchEnv, PATH, HOME, PORT: String(await freePort()), DATA_DIR: folder, DEMO_DATA: 'off' };
  const args = ['--max-semi-space-size=8', 'scripts/start.mjs'];
  const store = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(store, 'exit');
  let output = '';
  store.stdout.on('data', (text) => {
    output += text;
  });
  await until('the store is open', () => output.includes('is open at'), 300_000);
  const megabytes = await residentMegabytesOf(store.pid ?? 0);
  store.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
  return megabytes;
}
