// @ts-check
// `npm run check`, before each commit: the static checks, and the tests that need no database and no browser.
import { runChecksAndTests } from './run-checks.mjs';

await runChecksAndTests(['unit', 'web']);
