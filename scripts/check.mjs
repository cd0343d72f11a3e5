// @ts-check
// `npm run check`, before each commit: the static checks, the unit tests, and the component tests of what changed.
import { spawnSync } from 'node:child_process';
import { runChecksAndTests, runVitest } from './run-checks.mjs';

await runChecksAndTests(async () => {
  const unit = await runVitest(['--project', 'unit']);
  const components = await runVitest(['--project', 'web', ...ofChanges()]);
  return unit === 'passed' ? components : unit;
});

/** Since the commit at which this work left the main branch. Without such a commit, all of them run. */
function ofChanges() {
  const { stdout } = spawnSync('git', ['merge-base', 'HEAD', 'origin/HEAD'], { encoding: 'utf8' });
  const commit = stdout?.trim();
  console.log(commit ? `\n== component tests of what changed since ${commit.slice(0, 8)}` : '\n== component tests');
  return commit ? ['--changed', commit] : [];
}
