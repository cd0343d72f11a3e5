// @ts-check
// `node scripts/start.mjs [name]`: builds what is missing, then runs dist/server/<name>.js in this very process,
// so that signals reach the store itself.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isFresh, root } from './freshness.mjs';
import { refuseOldNode } from './node-version.mjs';

refuseOldNode();

const named = process.argv[2] && !process.argv[2].startsWith('-');
const name = named ? process.argv[2] : 'main';
process.env.NODE_ENV ??= 'production';
// Stack traces name our own files and lines. The store does so itself, in less memory (server/platform/stack-traces.ts).
if (name !== 'main') process.setSourceMapsEnabled(true);

if (!isFresh()) {
  // In a process of its own: what a build needs in memory, up to 800 MB, the store would keep.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (process.env.npm_lifecycle_event) await import('./end-with-parent.mjs');
const entry = join(root, 'dist', 'server', `${name}.js`);
if (!existsSync(entry)) {
  console.error(`There is no command named "${name}".`);
  process.exit(1);
}
if (named) process.argv.splice(2, 1);
process.argv[1] = entry;
await import(pathToFileURL(entry).href);
