// @ts-check
// `npm test`, the fast tier: what is checked without running anything; the build; then the tests of every project that
// do not take long, journeys in a real browser included, on the bundled PostgreSQL. The rest is `npm run test:full`.
import process from 'node:process';
import { buildIfStale } from './build.mjs';
import { checkStatically, runVitest } from './tools.mjs';

console.log('== format, lint, boundaries, types, unused code; build');
await Promise.all([checkStatically(), buildIfStale()]);
console.log('\n== tests');
const fast = ['unit', 'web', 'api', 'e2e', 'visual'];
process.exit(runVitest(fast.flatMap((name) => ['--project', name])) === 'passed' ? 0 : 1);
