// @ts-check
// Runs the static checks and Vitest for `npm run check`, `npm test` and `npm run test:full`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { findChromium } from './find-chromium.mjs';

/** Started without npx, which would leave the runner behind when a time limit ends it. */
const vitest = 'node_modules/vitest/vitest.mjs';

/** Scripts of package.json, with what to do when one fails. */
const staticChecks = [
  { script: 'format', advice: 'Run: npx biome format --write .' },
  { script: 'lint', advice: 'Run: npx biome lint --write . It fixes what it can.' },
  {
    script: 'boundaries',
    advice: 'A file imports what its module may not import. dependency-cruiser.mjs gives the reason for each rule.',
  },
  // The compiler is written in Go. Without garbage collection: 22 to 27 instead of 32 s of processor time, 1.9 GB instead
  // of 1.6 GB.
  { script: 'types', advice: 'Fix the type errors above.', env: { GOGC: 'off' } },
  { script: 'unused', advice: 'Delete the unused code.' },
];

/** @typedef {'passed' | 'failed' | 'unfinished'} Outcome */

/** @type {Set<import('node:child_process').ChildProcess>} */
const testRuns = new Set();

/**
 * Runs the static checks and the tests beside each other. A failed check ends the tests. Exits with code 1 when anything
 * failed.
 * @param {() => Promise<Outcome>} runTests
 */
export async function runChecksAndTests(runTests) {
  const [outcome] = await Promise.all([runTests(), runStaticChecks()]);
  process.exit(outcome === 'passed' ? 0 : 1);
}

/** Runs all static checks at the same time. When one fails, ends the tests and exits with its output. */
async function runStaticChecks() {
  const results = await Promise.all(
    staticChecks.map(async (check) => ({ ...check, ...(await runScript(check.script, check.env)) })),
  );
  const failed = results.filter(({ status }) => status !== 0);
  if (failed.length === 0) {
    console.log(`Checked: ${results.map(({ script, seconds }) => `${script} ${seconds.toFixed(0)} s`).join(', ')}`);
    return;
  }
  for (const run of testRuns) run.kill();
  for (const { script, output, advice } of failed) console.error(`\n== ${script} failed\n${output}\n${advice}`);
  process.exit(1);
}

/**
 * Runs Vitest and shows its output. A failed test is retried once, because a busy machine can stall; the summary lists it.
 * `unfinished`: it still ran after `limitMs`.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {number} [limitMs]
 * @param {string} [node] the program that runs the tests
 * @returns {Promise<Outcome>}
 */
export async function runVitest(args, env = {}, limitMs, node = process.execPath) {
  const reporters = ['--reporter=default', '--reporter=./scripts/summary-reporter.mjs'];
  const run = spawn(node, [vitest, 'run', '--retry=1', ...reporters, ...args], {
    stdio: 'inherit',
    env: { ...testEnvironment(), CHROMIUM_PATH: findChromium(), ...env },
    ...(limitMs === undefined ? {} : { timeout: limitMs }),
  });
  testRuns.add(run);
  const startedMs = performance.now();
  const [status] = await once(run, 'close');
  testRuns.delete(run);
  if (status === 0) return 'passed';
  return limitMs !== undefined && performance.now() - startedMs >= limitMs ? 'unfinished' : 'failed';
}

/**
 * @param {string} script
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ status: number | null, output: string, seconds: number }>}
 */
function runScript(script, env = {}) {
  const startedMs = performance.now();
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(npm, ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...testEnvironment(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output, seconds: (performance.now() - startedMs) / 1_000 }));
  });
}

/** Without DATABASE_URL, which every test would use, and without the NODE_ENV that a build sets. */
function testEnvironment() {
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
  return inherited;
}
