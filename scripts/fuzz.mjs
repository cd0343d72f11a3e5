// @ts-check
// `npm run fuzz`: more hostile requests than CI sends, and how memory grows meanwhile. FUZZ_REQUESTS, FUZZ_SEED.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
const { status } = spawnSync(npx, ['--no-install', 'vitest', 'run', '--project', 'hostile'], {
  stdio: 'inherit',
  env: { FUZZ_REQUESTS: '20000', ...process.env },
});
process.exit(status ?? 1);
