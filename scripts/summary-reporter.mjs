// @ts-check
// The runner's last line: how many tests passed, failed and were skipped.

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
    setTimeout(
      () => console.log(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped + counts.pending} skipped`),
      0,
    );
  }
}
