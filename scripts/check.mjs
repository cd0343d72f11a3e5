// @ts-check
// `npm run check`, before each commit: what is checked without running anything, and the tests that need no database and
// no browser.
import process from 'node:process';
import { checkStatically, runVitest } from './tools.mjs';

await checkStatically();
process.exit(runVitest(['--project', 'unit', '--project', 'web']) === 'passed' ? 0 : 1);
