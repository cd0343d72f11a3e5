// @ts-check
// Keeps the scripts and styles of the build before: pages that are open during an update still load theirs.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the assets that a build made itself, beside those that it kept. */
const listFile = 'own-assets.json';

/**
 * Copies the assets of the build in `former` into the build in `next`, without those that `former` had kept of a build
 * before it. A build that changes no asset keeps what the former one kept.
 * @param {string} former @param {string} next Folders with `assets/`; `former` may be missing.
 * @returns {number} How many files it copied.
 */
export function keepFormerAssets(former, next) {
  const own = ownAssets(next) ?? readdirSync(join(next, 'assets'));
  writeFileSync(join(next, listFile), JSON.stringify(own));
  if (!existsSync(join(former, 'assets'))) return 0;
  const present = readdirSync(join(former, 'assets'));
  const formerOwn = ownAssets(former) ?? present;
  const isSame = formerOwn.length === own.length && own.every((name) => formerOwn.includes(name));
  const kept = (isSame ? present : formerOwn).filter((name) => !own.includes(name) && present.includes(name));
  for (const name of kept) copyFileSync(join(former, 'assets', name), join(next, 'assets', name));
  return kept.length;
}

/** Null for a build without a list. @param {string} build @returns {string[] | null} */
export function ownAssets(build) {
  const file = join(build, listFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
