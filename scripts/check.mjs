// @ts-check
// `npm run check`, before each commit: the static checks, the tests of the files themselves, and the unit and component
// tests of what changed.
import { spawnSync } from 'node:child_process';
import { runChecksAndTests, runVitest } from './run-checks.mjs';
import { installTools } from './tools.mjs';

installTools();
await runChecksAndTests(async () => {
  const { stdout } = spawnSync('git', ['merge-base', 'HEAD', 'origin/HEAD'], { encoding: 'utf8' });
  // Where this work left the main branch. Without such a commit, all tests run.
  const commit = stdout?.trim();
  if (!commit) return runVitest(['--project', 'unit', '--project', 'web']);
  const ofFiles = await runVitest(['--project', 'unit', 'tests/repo']);
  console.log(`\n== unit and component tests of what changed since ${commit.slice(0, 8)}`);
  const ofChanges = await runVitest(['--project', 'unit', '--project', 'web', '--changed', commit]);
  return ofFiles === 'passed' ? ofChanges : ofFiles;
});
