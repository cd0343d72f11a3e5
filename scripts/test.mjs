// @ts-check
// `npm test`: everything. Style, walls, types, dead code; the build; the API on another PostgreSQL where one is
// installed; then all tests, journeys in a real browser included, on the bundled PostgreSQL.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { buildIfStale } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { startOtherPostgres } from './other-postgres.mjs';

// A machine that stood still for a moment is no failure: a second try, of which the summary tells. A race is looked for
// with `npx vitest run <file>`, which tries once.
const vitest = ['vitest', 'run', '--retry=1', '--reporter=default', '--reporter=./scripts/summary-reporter.mjs'];

const steps = [
  ['format', 'biome', 'format', '.'],
  ['lint', 'biome', 'lint', '.'],
  [
    'walls',
    'depcruise',
    '--config',
    'dependency-cruiser.mjs',
    'contract',
    'server',
    'web',
    'sandbox',
    'tests',
    'scripts',
    'bench',
  ],
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['unused code', 'knip'],
];

for (const [name = '', ...command] of steps) {
  title(name);
  run(command);
}
title('build');
await buildIfStale();
process.env.CHROMIUM_PATH = await findChromium();

const other = await startOtherPostgres();
if (other) {
  title(`API tests on PostgreSQL ${other.version}`);
  try {
    run([...vitest, '--project', 'api'], { DATABASE_URL: other.url });
  } finally {
    await other.stop();
  }
} else {
  title('No other PostgreSQL is installed here: the API is tested on the bundled one only');
}

title('all tests');
run(vitest);

/** @param {string} text */
function title(text) {
  console.log(`\n== ${text}`);
}

/** Runs a tool of the project; ends the whole run when it fails. @param {string[]} command @param {Record<string, string>} [env] */
function run([tool = '', ...args], env = {}) {
  // A database from outside would be used by every test: only where it is meant. The build leaves its NODE_ENV behind.
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  const { status } = spawnSync(npx, ['--no-install', tool, ...args], {
    stdio: 'inherit',
    env: { ...inherited, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}
