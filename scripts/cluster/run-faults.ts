// Runs faults one after the other under load, verifies the stores after each, and writes the report.
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { startClusterLoad } from './load.ts';
import { type FaultResult, writeReport } from './report.ts';
import type { RunningCluster } from './store-machines.ts';
import { type Acknowledged, verifyStores } from './verify.ts';

const beforeMs = 6_000;
const afterMs = 9_000;

export async function runFaults(cluster: RunningCluster, faults: readonly Fault[]): Promise<boolean> {
  const { databases, network, stores } = cluster;
  const acknowledged: Acknowledged = { placed: [], accepted: [], unexpected: [] };
  const results: FaultResult[] = [];
  for (const fault of faults) {
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
    await fault.make(cluster).catch((error: Error) => problems.push(`fault: ${error.message}`));
    const toMs = Date.now();
    await databases.waitUntilHealthy().catch((error: Error) => problems.push(error.message));
    const healthyMs = Date.now();
    await wait(afterMs);
    await load.stop();
    acknowledged.placed.push(...load.buyers.placed);
    acknowledged.accepted.push(...load.buyers.accepted);
    acknowledged.unexpected = load.buyers.unexpected;
    const verdict = await verifyStores(stores, acknowledged, fault === faults.at(-1));
    const result: FaultResult = {
      name: fault.name,
      times: { startedMs, fromMs, toMs, healthyMs, endedMs: Date.now() },
      placedAtMs: load.buyers.placed.map(({ atMs }) => atMs),
      pages: load.pages,
      counts: load.buyers.counts,
      ...verdict,
      problems: [...problems, ...verdict.problems],
    };
    results.push(result);
    await writeReport(result);
    if (result.problems.length + result.lost.length + result.doubled.length > 0)
      console.log(JSON.stringify({ lost: result.lost, doubled: result.doubled, problems: result.problems }, null, 2));
  }
  return results.every(({ lost, doubled, problems }) => lost.length + doubled.length + problems.length === 0);
}
