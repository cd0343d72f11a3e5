// @ts-check
// Checks whether dist/ was built from the present sources. Of folders it reads names, sizes and times only.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const stampFile = join(root, 'dist', '.stamp');

const folders = ['contract', 'web', 'server', 'sandbox', 'scripts/notices'];
/** Compared by content: npm rewrites the lockfile when it changes nothing. */
const files = [
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/notices.mjs',
  'scripts/trim-react.mjs',
];

/** A digest over everything that the build reads. */
export function sourceStamp() {
  const digest = createHash('sha256');
  for (const folder of folders) addTo(digest, folder);
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(join(root, file)));
  return digest.digest('hex');
}

/** True when dist/ matches the sources, or when there are no sources to build from (a packed image). */
export function isFresh() {
  if (!existsSync(stampFile)) return false;
  if (!existsSync(join(root, 'web'))) return true;
  return readFileSync(stampFile, 'utf8') === sourceStamp();
}

/** @param {import('node:crypto').Hash} digest @param {string} path */
function addTo(digest, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(digest, `${path}/${name}`);
  } else if (!/\.test\.tsx?$/.test(path)) {
    digest.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
  }
}
