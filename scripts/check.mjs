// @ts-check
// `npm run check`, before each commit: the static checks, and the tests that need no database and no browser.
import process from 'node:process';
import { runStaticChecks, runVitest } from './run-checks.mjs';

await runStaticChecks();
process.exit(runVitest(['--project', 'unit', '--project', 'web']) === 'passed' ? 0 : 1);
