// @ts-check
// `node scripts/start.mjs [name]`: builds what is missing, then runs dist/server/<name>.js in this very process,
// so that signals reach the store itself.
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
// Stack traces name our own files and lines.
process.setSourceMapsEnabled(true);

if (!isFresh()) {
  const { buildIfStale } = await import('./build.mjs');
  await buildIfStale().catch(refuse);
}
stopWithNpm();
const entry = join(root, 'dist', 'server', `${name}.js`);
if (!existsSync(entry)) {
  console.error(`There is no command named "${name}".`);
  process.exit(1);
}
if (named) process.argv.splice(2, 1);
process.argv[1] = entry;
await import(pathToFileURL(entry).href);

/** @param {NodeJS.ErrnoException} error */
function refuse(error) {
  if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  console.error(
    'What was built is older than the code, and this user may not build: `npm run build` as the code’s owner.',
  );
  process.exit(1);
}

// A SIGTERM for `npm start` ends npm and the shell between, and does not reach this process: it sees its parent go.
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
