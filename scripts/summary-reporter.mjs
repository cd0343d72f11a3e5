// @ts-check
// The runner's last lines: which tests passed at their second try only, and how many passed, failed and were skipped.

export default class SummaryReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules @param {readonly unknown[]} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state] += 1;
    // A file that could not be read at all, and an error outside any test, are failures too.
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests()].length === 0,
    );
    const failed = counts.failed + broken.length + unhandledErrors.length;
    setTimeout(() => {
      tellSecondTries(modules);
      console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped + counts.pending} skipped`);
    }, 0);
  }
}

/** @param {readonly import('vitest/node').TestModule[]} modules */
function tellSecondTries(modules) {
  const late = modules.flatMap((module) => [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky));
  if (late.length === 0) return;
  console.log(`\n${late.length} passed at the second try only. Each is a race in the store or in the test: find it.`);
  for (const test of late) {
    console.log(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message } of test.result().errors ?? []) console.log(`    ${message.split('\n')[0]}`);
  }
}
