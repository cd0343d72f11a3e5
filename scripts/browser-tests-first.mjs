// @ts-check
// Orders the test files. Browser tests take longest and start first. Files of one project run in sequence, because only
// they can share a process.
import { BaseSequencer } from 'vitest/node';

const order = ['e2e', 'visual', 'server', 'api', 'unit', 'web'];

export class BrowserTestsFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files @override */
  async sort(files) {
    const sorted = await super.sort(files);
    /** @param {import('vitest/node').TestSpecification} file */
    const rank = ({ project }) => order.indexOf(project.name);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
