// @ts-check
// The order in which the test files start. Those in a browser take longest, so they do not begin when all else is done;
// files of one project follow one another, since only they share a process.
import { BaseSequencer } from 'vitest/node';

const order = ['e2e', 'visual', 'api', 'unit', 'web'];

export class BrowserTestsFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files @override */
  async sort(files) {
    const sorted = await super.sort(files);
    /** @param {import('vitest/node').TestSpecification} file */
    const rank = ({ project }) => order.indexOf(project.name);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
