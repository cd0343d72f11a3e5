// @ts-check
// `node scripts/release-notes.mjs [--tag vVERSION]`: the section of this version in CHANGELOG.md, and its figures in
// docs/performance-history.csv beside those of the version before. Exit code 1: the tag names another version, the version has no
// section, or the history is broken.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { formatNotesOfVersion, historyFile, readHistory } from './bench-history.mjs';
import { root } from './freshness.mjs';

/** The lines below the heading of `version`; null where there is none. @param {string} changelog @param {string} version */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const isOf = (/** @type {string} */ section) => /^\[?([^\s\],]+)/.exec(section)?.[1] === version;
  const notes = sections
    .find(isOf)
    ?.replace(/^.*\n/, '')
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
  return notes ? `${notes}\n` : null;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { tag } = parseArgs({ options: { tag: { type: 'string' } } }).values;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (tag !== undefined && tag !== `v${version}`)
    refuse(`The tag ${tag} does not name version ${version} of package.json.`);
  if (notes === null) refuse(`CHANGELOG.md has no section for ${version}.`);
  const measured = formatNotesOfVersion(readHistoryOrRefuse(), version);
  if (measured === null) console.error(`${historyFile} has no run of ${version}: npm run bench -- --record`);
  process.stdout.write(measured === null ? notes : `${notes}\n${measured}`);
}

function readHistoryOrRefuse() {
  try {
    return readHistory(join(root, historyFile));
  } catch (error) {
    return refuse(/** @type {Error} */ (error).message);
  }
}

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
