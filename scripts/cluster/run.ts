// `node scripts/cluster.mjs`: keeps a cluster running, or runs the faults, in order or at random, or loses everything and
// restores it.
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseCluster, removeFolder } from './database-cluster.ts';
import { faults, quickFaults, randomFaults } from './faults.ts';
import { openNetwork } from './network.ts';
import { runRestore } from './restore.ts';
import { atRandom, runFaults } from './run-faults.ts';
import { createStoreDatabase, type RunningCluster, type Stores, startStores } from './store-machines.ts';

/** True: everything held. */
export async function run([command = 'up', ...args]: string[]): Promise<boolean> {
  const network = openNetwork();
  const folder = mkdtempSync(join(tmpdir(), 'applaud-cluster-'));
  chmodSync(folder, 0o755);
  const databases = databaseCluster(network, folder);
  let stores: Stores | null = null;
  const stop = async () => {
    await stores?.close().catch(console.error);
    await databases.stop();
    network.close();
    if (process.env.CLUSTER_KEEP) console.log(`Logs and files stay in ${folder}`);
    else removeFolder(folder);
  };
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const work = async (): Promise<boolean> => {
    const startedMs = Date.now();
    await databases.start();
    await databases.waitUntilHealthy();
    await createStoreDatabase(databases);
    stores = await startStores(network, databases, folder);
    console.log(`The cluster and two stores run after ${Math.round((Date.now() - startedMs) / 1000)} s.`);
    const running = { network, databases, stores, folder };
    if (command === 'quick') return runFaults(running, quickFaults);
    if (command === 'restore') return runRestore(running);
    if (command === 'faults') return runFaults(running, chosenFaults());
    if (command === 'random') return runRandomFaults(running, args);
    const [minutes = '60'] = args;
    await describe(running, minutes);
    await new Promise((resolve) => setTimeout(resolve, Number(minutes) * 60_000).unref());
    return true;
  };
  try {
    return await Promise.race([work(), interrupted.then(() => command === 'up')]);
  } finally {
    await stop();
  }
}

function chosenFaults() {
  const names = (process.env.CLUSTER_ONLY ?? '').split(',');
  return faults.filter(({ name }) => names.some((part) => name.includes(part)));
}

/** `count` faults at random; the `seed` repeats a run. */
function runRandomFaults(running: RunningCluster, [count = '50', seed = String(Date.now() % 1_000_000)]: string[]) {
  console.log(`Seed ${seed}`);
  return runFaults(running, randomFaults(Number(count), Number(seed)), atRandom);
}

async function describe({ databases, stores, folder }: RunningCluster, minutes: string): Promise<void> {
  console.log(await databases.patronictl('list'));
  console.log(`Store      ${stores.url} (admin ${stores.login.email}, ${stores.login.password})`);
  for (const { name, process: store } of stores.machines) console.log(`${name}     ${store.env.DATABASE_URL}`);
  console.log(`Files      ${folder}\nStops by itself after ${minutes} minutes, or with Ctrl-C.`);
}
