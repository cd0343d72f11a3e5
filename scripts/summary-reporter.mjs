// @ts-check
// The runner's last lines: the slowest tests, which tests passed at their second try only, and how many passed, failed and
// were skipped. With TEST_COUNTS, a file, those of all runs that wrote to it.
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export default class SummaryReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) counts[test.result().state] += 1;
    // A file that could not be read at all, and an error outside any test, are failures too.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    const failed = counts.failed + broken.length + unhandledErrors.length;
    const { passed, skipped, pending } = counts;
    if (process.env.TEST_COUNTS) {
      appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify({ passed, failed, skipped: skipped + pending })}\n`);
    }
    setTimeout(() => {
      tellSlowest(tests);
      tellSkipped(tests);
      tellSecondTries(tests);
      console.log(`\n${sentenceOf({ passed, failed, skipped: skipped + pending })}`);
    }, 0);
  }
}

/** Of all runs that wrote to the file. @param {string} file */
export function totalOf(file) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { passed, failed, skipped } = /** @type {Counts} */ (JSON.parse(line));
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return sentenceOf(total);
}

/** @param {Counts} counts */
function sentenceOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @param {import('vitest/node').TestCase[]} tests */
function tellSlowest(tests) {
  const timed = tests.map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 }));
  const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, 20);
  console.log('\nThe slowest tests:');
  for (const { test, ms } of slowest) {
    console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}

/** Those that said why. @param {import('vitest/node').TestCase[]} tests */
function tellSkipped(tests) {
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  for (const test of tests) {
    const result = test.result();
    if (result.state !== 'skipped' || !result.note) continue;
    byReason.set(result.note, [...(byReason.get(result.note) ?? []), test.name]);
  }
  for (const [reason, names] of byReason) console.log(`\nSkipped, ${reason}:\n  ${names.join(', ')}`);
}

/** @param {import('vitest/node').TestCase[]} tests */
function tellSecondTries(tests) {
  const late = tests.filter((test) => test.diagnostic()?.flaky);
  if (late.length === 0) return;
  console.log(`\n${late.length} passed at the second try only. Each is a race in the store or in the test: find it.`);
  for (const test of late) {
    console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message } of test.result().errors ?? []) console.log(`    ${message.split('\n')[0]}`);
  }
}
