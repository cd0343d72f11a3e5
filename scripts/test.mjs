// @ts-check
// `npm test`, the fast tier: static checks and the build side by side, then the fast tests. `npm run test:full` runs the
// other tests.
import process from 'node:process';
import { buildIfStale } from './build.mjs';
import { runStaticChecks, runVitest } from './run-checks.mjs';

console.log('== format, lint, boundaries, types, unused code; build');
await Promise.all([runStaticChecks(), buildIfStale()]);
console.log('\n== tests');
const projects = ['unit', 'web', 'api', 'e2e', 'visual'];
process.exit(runVitest(projects.flatMap((name) => ['--project', name])) === 'passed' ? 0 : 1);
