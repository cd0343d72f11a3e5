// @ts-check
// Reports in one sentence that Node is too old, before a module fails to load.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The sentence, or null where `version` will do. @param {string} version @param {string} [needed] as in package.json */
export function problemOfNode(version, needed = engines.node) {
  const least = needed.replace('>=', '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `Node ${least} or newer is needed, this is ${version} (${process.execPath}). See docs/install.md.`;
}

/** Ends the process where Node is too old. */
export function refuseOldNode() {
  const problem = problemOfNode(process.versions.node);
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
