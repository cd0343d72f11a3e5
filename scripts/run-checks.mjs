// @ts-check
// How a script calls the tools of the project.
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { findChromium } from './find-chromium.mjs';

/** Not by npx: ended, it would leave the runner behind. */
const vitest = 'node_modules/vitest/vitest.mjs';
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';

/** What is checked without running anything, and what to do where it fails. */
const checks = [
  { name: 'format', command: 'biome format .', otherwise: 'npx biome format --write . puts it right.' },
  { name: 'lint', command: 'biome lint .', otherwise: 'npx biome lint --write . puts right what can be.' },
  {
    name: 'boundaries',
    command: 'depcruise --config dependency-cruiser.mjs contract server web sandbox tests scripts bench',
    otherwise: 'A file imports what its module may not: dependency-cruiser.mjs names the rule and its reason.',
  },
  {
    name: 'types',
    command: 'node node_modules/typescript-native/bin/tsc -p tsconfig.json',
    otherwise: 'Each line names the place.',
  },
  { name: 'unused code', command: 'knip', otherwise: 'Delete what nobody uses, or import it where it belongs.' },
];

/** All at once; ends the run with what the failed ones said. */
export async function checkStatically() {
  const results = await Promise.all(checks.map(async (check) => ({ ...check, ...(await outcomeOf(check.command)) })));
  for (const { name, seconds } of results) console.log(`  ${seconds.toFixed(0).padStart(4)} s  ${name}`);
  const failed = results.filter(({ status }) => status !== 0);
  for (const { name, output, otherwise } of failed) console.error(`\n== ${name} failed\n${output}\n${otherwise}`);
  if (failed.length > 0) process.exit(1);
}

/** Runs Vitest with its output as it comes. @param {string[]} args @param {Record<string, string>} [env] @param {number} [limitMs] */
export function runVitest(args, env = {}, limitMs) {
  const reporters = ['--reporter=default', '--reporter=./scripts/summary-reporter.mjs'];
  // A machine that stood still for a moment is no failure: a second try, of which the summary tells. A race is looked for
  // with `npx vitest run <file>`, which tries once.
  const { status, error } = spawnSync(process.execPath, [vitest, 'run', '--retry=1', ...reporters, ...args], {
    stdio: 'inherit',
    env: { ...environment(), CHROMIUM_PATH: findChromium(), ...env },
    ...(limitMs === undefined ? {} : { timeout: limitMs }),
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return 'unfinished';
  return status === 0 ? 'passed' : 'failed';
}

/** @param {string} command @returns {Promise<{ status: number | null, output: string, seconds: number }>} */
function outcomeOf(command) {
  const startedMs = performance.now();
  const [tool = '', ...args] = command.startsWith('node ')
    ? command.split(' ')
    : [npx, '--no-install', ...command.split(' ')];
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output, seconds: (performance.now() - startedMs) / 1_000 }));
  });
}

function environment() {
  // A database from outside would be used by every test: only where it is meant. The build leaves its NODE_ENV behind.
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
  return inherited;
}
