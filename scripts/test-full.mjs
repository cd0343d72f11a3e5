// @ts-check
// `npm run test:full`: the tests that `npm test` leaves out, in parts. `--within <minutes>` runs only the parts that fit. The
// day decides where it begins: every part runs within a few days, and on one day each run repeats the same parts.

import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { whyNoCluster } from './cluster/packages.mjs';
import { findOtherNode, otherNodes } from './other-node.mjs';
import { startOtherPostgres } from './other-postgres.mjs';
import { runVitest } from './run-checks.mjs';
import { totalOf } from './summary-reporter.mjs';
import { installTools } from './tools.mjs';

/**
 * @typedef {'passed' | 'failed' | 'unfinished' | 'left out'} Outcome
 * @typedef {{ name: string, minutes: number, run: (limitMs?: number) => Outcome | Promise<Outcome> }} Part
 */

/** `minutes`: the duration on two idle processors, plus a fifth. @type {Part[]} */
const parts = [
  { name: 'API tests on another PostgreSQL', minutes: 3, run: runOnOtherPostgres },
  vitest('fuzz tests', 1, ['fuzz']),
  vitest('more histories', 9, ['api'], ['histories'], {
    MONEY_HISTORIES: '40',
    ORDER_HISTORIES: '100',
    DELIVERY_HISTORIES: '1000',
  }),
  { name: 'loss of a machine', minutes: 5, run: runCluster },
  vitest('API and component tests that take long', 14, ['slow-api', 'slow-web']),
  vitest('all journeys in a browser', 12, ['slow-e2e']),
  vitest('pictures of the admin, Portuguese', 2, ['slow-visual']),
  vitest('every scene in English', 3, ['visual'], [], { EVERY_SCENE: '1' }),
  vitest('the store as a process', 11, ['process'], ['--exclude', '**/chaos-*']),
  vitest('faults under load', 5, ['process'], ['chaos-']),
  ...otherNodes.map((version) => ({
    name: `unit and API tests on Node ${version}`,
    minutes: 5,
    run: (/** @type {number | undefined} */ limitMs) => runOnOtherNode(version, limitMs),
  })),
];

const { within } = parseArgs({ options: { within: { type: 'string' } } }).values;
const deadlineMs = within === undefined ? null : Date.now() + Number(within) * 60_000;
installTools();
await buildIfStale();

/** @type {Record<Outcome, string[]>} */
const outcomes = { passed: [], failed: [], unfinished: [], 'left out': [] };
for (const part of deadlineMs === null ? parts : inOrderOfDay(parts)) {
  const leftMs = deadlineMs === null ? undefined : deadlineMs - Date.now();
  if (leftMs !== undefined && leftMs < part.minutes * 60_000) {
    outcomes['left out'].push(part.name);
    continue;
  }
  console.log(`\n== ${part.name}`);
  const startedMs = Date.now();
  const outcome = await part.run(leftMs);
  outcomes[outcome].push(`${part.name} (${((Date.now() - startedMs) / 60_000).toFixed(1)} min)`);
}
console.log('\n== parts of the full tier');
for (const [outcome, names] of Object.entries(outcomes)) {
  if (names.length > 0) console.log(`  ${outcome}: ${names.join(', ')}`);
}
if (process.env.TEST_COUNTS) console.log(`\n${totalOf(process.env.TEST_COUNTS)}`);
process.exit(outcomes.failed.length > 0 ? 1 : 0);

/** @param {string} name @param {number} minutes @param {string[]} projects @param {string[]} [args] @param {Record<string, string>} [env] @returns {Part} */
function vitest(name, minutes, projects, args = [], env = {}) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  return { name, minutes, run: (limitMs) => runVitest([...chosen, ...args], env, limitMs) };
}

/** @param {number} [limitMs] @returns {Promise<Outcome>} */
async function runOnOtherPostgres(limitMs) {
  const other = await startOtherPostgres();
  if (!other) return 'left out';
  try {
    return await runVitest(['--project', 'api'], { DATABASE_URL: other.url }, limitMs);
  } finally {
    await other.stop();
  }
}

/** @param {number} [limitMs] @returns {Outcome} */
function runCluster(limitMs) {
  const reason = whyNoCluster({ install: false });
  if (reason !== null) {
    console.log(`Left out: ${reason}.`);
    return 'left out';
  }
  const { status, error } = spawnSync(process.execPath, ['scripts/cluster.mjs', 'quick'], {
    stdio: 'inherit',
    ...(limitMs === undefined ? {} : { timeout: limitMs }),
  });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return 'unfinished';
  return status === 0 ? 'passed' : 'failed';
}

/** @param {string} version @param {number} [limitMs] @returns {Promise<Outcome>} */
async function runOnOtherNode(version, limitMs) {
  const found = findOtherNode(version);
  if ('program' in found) return runVitest(['--project', 'unit', '--project', 'api'], {}, limitMs, found.program);
  console.log(`Left out: ${found.reason}.`);
  return 'left out';
}

/** @param {Part[]} all */
function inOrderOfDay(all) {
  const first = Math.floor(Date.now() / 86_400_000) % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}
