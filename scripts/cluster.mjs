// @ts-check
// `node scripts/cluster.mjs [up|quick|faults|random|restore]`: three PostgreSQL under Patroni, and two stores before them,
// as docs/cluster.md describes them. Exit code 1: something did not hold; 2: no cluster could be made.
import process from 'node:process';
import { runnerImport } from 'vite';
import { buildIfStale } from './build.mjs';
import { whyNoCluster } from './cluster/packages.mjs';
import { root } from './freshness.mjs';
import { installTools } from './tools.mjs';

const args = process.argv.slice(2);
const reason = whyNoCluster({ install: true });
if (reason !== null) {
  console.error(`${reason}.`);
  process.exit(2);
}
installTools();
await buildIfStale();
/** @type {{ module: { run(args: string[]): Promise<boolean> } }} */
const { module } = await runnerImport('scripts/cluster/run.ts', { configFile: false, root, logLevel: 'warn' });
try {
  process.exit((await module.run(args)) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(2);
}
