// Runs faults one after the other under load, verifies the stores after each, and writes the report.
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { startClusterLoad } from './load.ts';
import { type FaultResult, printSummary, writeReport } from './report.ts';
import type { RunningCluster } from './store-machines.ts';
import { type Acknowledged, verifyStores } from './verify.ts';

type Pace = {
  beforeMs: number;
  afterMs: number;
  /** Everything acknowledged so far is verified after each so many faults, and after the last one. */
  verifyEvery: number;
  /** Of the report. */
  folder: string;
};
const oneByOne: Pace = { beforeMs: 6_000, afterMs: 9_000, verifyEvery: 1, folder: 'cluster-report' };
export const atRandom: Pace = { beforeMs: 2_000, afterMs: 3_000, verifyEvery: 10, folder: 'cluster-report/random' };

export async function runFaults(
  cluster: RunningCluster,
  faults: readonly Fault[],
  { beforeMs, afterMs, verifyEvery, folder }: Pace = oneByOne,
): Promise<boolean> {
  const { databases, network, stores } = cluster;
  const acknowledged: Acknowledged = { placed: [], accepted: [] };
  const results: FaultResult[] = [];
  for (const [at, fault] of faults.entries()) {
    if (fault.needsNamespaces && !network.hasNamespaces) {
      console.log(`${fault.name}: left out, because machines have no network of their own here`);
      continue;
    }
    await databases.waitUntilHealthy();
    const load = startClusterLoad(stores);
    const startedMs = Date.now();
    const problems: string[] = [];
    await wait(beforeMs);
    const fromMs = Date.now();
    await fault
      .make(cluster, fault.lastsMs ?? 0)
      .catch((error: Error) => problems.push(`fault: ${error.message.slice(0, 500)}`));
    const toMs = Date.now();
    await databases.waitUntilHealthy().catch((error: Error) => problems.push(error.message));
    const healthyMs = Date.now();
    await wait(afterMs);
    await load.stop();
    acknowledged.placed.push(...load.buyers.placed);
    acknowledged.accepted.push(...load.buyers.accepted);
    const isLast = at === faults.length - 1;
    const isVerified = isLast || (at + 1) % verifyEvery === 0;
    const verdict = isVerified
      ? await verifyStores(stores, acknowledged, isLast)
      : { lost: [], doubled: [], problems: [] };
    const result: FaultResult = {
      name: fault.name,
      lastedMs: fault.lastsMs ?? 0,
      times: { startedMs, fromMs, toMs, healthyMs, endedMs: Date.now() },
      placedAtMs: load.buyers.placed.map(({ atMs }) => atMs),
      pages: load.pages,
      counts: load.buyers.counts,
      ...verdict,
      problems: [...problems, ...load.buyers.unexpected, ...verdict.problems],
    };
    results.push(result);
    await writeReport(result, folder, verifyEvery > 1 ? at + 1 : null);
    if (result.problems.length + result.lost.length + result.doubled.length > 0)
      console.log(JSON.stringify({ lost: result.lost, doubled: result.doubled, problems: result.problems }, null, 2));
  }
  printSummary(results);
  return results.every(({ lost, doubled, problems }) => lost.length + doubled.length + problems.length === 0);
}
