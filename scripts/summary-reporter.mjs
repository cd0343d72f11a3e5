// @ts-check
// Prints at the end of a run: the slowest tests, why tests were skipped, the tests that passed only on retry, and the counts.
// Appends the counts and the failures to the file that TEST_COUNTS names.
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts */

export default class SummaryReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (/** @type {string[]} */ ...states) =>
      tests.filter((test) => states.includes(test.result().state)).length;
    // A file that cannot be loaded and an error outside any test are failures too.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    const counts = {
      passed: count('passed'),
      failed: count('failed') + broken.length + unhandledErrors.length,
      skipped: count('skipped', 'pending'),
      failures: [
        ...tests.filter((test) => test.result().state === 'failed').map(failureOf),
        ...broken.map((module) => `${module.relativeModuleId}\n    ${firstLines(module.errors()[0])}`),
        ...unhandledErrors.map((error) => `outside any test\n    ${firstLines(error)}`),
      ],
    };
    if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${JSON.stringify(counts)}\n`);
    setTimeout(() => {
      printSlowest(tests);
      printSkipped(tests);
      printRetried(tests);
      console.log(`\n${summaryOf(counts)}`);
    }, 0);
  }
}

/** The failures and the sum of all runs that appended to the file. @param {string} file */
export function totalOf(file) {
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { passed, failed, skipped, failures } = /** @type {Counts} */ (JSON.parse(line));
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  const listed = total.failures.map((failure) => `  ${failure}\n`).join('');
  return listed === '' ? summaryOf(total) : `The failed tests:\n${listed}\n${summaryOf(total)}`;
}

/** @param {import('vitest/node').TestCase} test */
function failureOf(test) {
  return `${test.module.relativeModuleId} > ${test.fullName}\n    ${firstLines(test.result().errors?.[0])}`;
}

/** The message and the place of an error, indented. @param {unknown} error */
function firstLines(error) {
  const { message, stacks } = /** @type {{ message?: string, stacks?: { file: string, line: number }[] }} */ (
    error ?? {}
  );
  const lines = (message ?? String(error)).trim().split('\n').slice(0, 8);
  const place = stacks?.[0];
  return [...lines, ...(place ? [`at ${place.file}:${place.line}`] : [])].join('\n    ');
}

/** @param {Counts} counts */
function summaryOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @param {import('vitest/node').TestCase[]} tests */
function printSlowest(tests) {
  const timed = tests.map((test) => ({ test, ms: test.diagnostic()?.duration ?? 0 }));
  const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, 20);
  console.log('\nThe slowest tests:');
  for (const { test, ms } of slowest) {
    console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}

/** Skipped tests with a reason. @param {import('vitest/node').TestCase[]} tests */
function printSkipped(tests) {
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
function printRetried(tests) {
  const late = tests.filter((test) => test.diagnostic()?.flaky);
  if (late.length === 0) return;
  console.log(`\n${late.length} passed at the second try only. Each is a race in the store or in the test: find it.`);
  for (const test of late) {
    console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message } of test.result().errors ?? []) console.log(`    ${message.split('\n')[0]}`);
  }
}
