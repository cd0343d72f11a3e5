// @ts-check
// `npm test`, the fast tier: static checks, and beside them the build and the fast tests. `npm run test:full` runs the
// other tests.
import { buildIfStale } from './build.mjs';
import { runChecksAndTests, runVitest } from './run-checks.mjs';
import { installTools } from './tools.mjs';

installTools();
console.log('== format, lint, boundaries, types, unused code; build and tests beside them');
const projects = ['server', 'web', 'e2e', 'visual'];
await runChecksAndTests(async () => {
  await buildIfStale();
  return runVitest(
    projects.flatMap((name) => ['--project', name]),
    { SERVER_TESTS: 'together' },
  );
});
