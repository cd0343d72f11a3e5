// @ts-check
// `npm run visual:update`: updates the reference pictures and layouts of the storefront. What is given after `--` goes
// to Vitest: `npm run visual:update -- -t checkout` takes those of some scenes only.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { buildIfStale } from './build.mjs';
import { findChromium } from './find-chromium.mjs';
import { installTools } from './tools.mjs';

installTools();
await buildIfStale();
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
const { NODE_ENV: _, ...inherited } = process.env;
const { status } = spawnSync(npx, ['--no-install', 'vitest', 'run', '--project', '*visual', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...inherited, CHROMIUM_PATH: findChromium(), VISUAL_UPDATE: '1' },
});
process.exit(status ?? 1);
