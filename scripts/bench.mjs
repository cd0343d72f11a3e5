// @ts-check
// `node scripts/bench.mjs <name>`: measures what bench/<name>.ts measures, on a fresh build. Exit code 1: a budget is missed; 2: it
// could not be measured.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';
import { buildIfStale } from './build.mjs';
import { root } from './freshness.mjs';
import { installTools } from './tools.mjs';

const [name = '', ...args] = process.argv.slice(2);
const file = join(root, 'bench', `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error(`There is no bench named "${name}".`);
  process.exit(1);
}
installTools();
await buildIfStale();
/** @type {{ module: { run(args: string[]): Promise<boolean> } }} */
const { module } = await runnerImport(file, { configFile: false, root, logLevel: 'warn' });
try {
  process.exitCode = (await module.run(args)) ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
