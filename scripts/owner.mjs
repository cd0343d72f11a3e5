// @ts-check
// Who owns the project, and where reports of vulnerabilities go: `author` and `bugs.email` of package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const placeholder = 'the owners of Applaud';

/** Why no release may be made yet, as a sentence. Null: nothing. @param {string} root @returns {string | null} */
export function findOwnerProblem(root) {
  const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
  const { author, bugs } = JSON.parse(read('package.json'));
  const owner = typeof author === 'string' ? author.trim() : '';
  const address = typeof bugs?.email === 'string' ? bugs.email : '';
  if (owner === '' || owner === placeholder) {
    return 'A release needs an owner: enter who owns the project as `author` in package.json, and in LICENSE.';
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || /[@.]example(\.(com|net|org))?$/i.test(address)) {
    return 'A release needs an address for reports of vulnerabilities: enter it as `bugs.email` in package.json, and in SECURITY.md.';
  }
  if (!read('LICENSE').includes(owner)) return 'LICENSE names another owner than `author` in package.json.';
  if (!read('SECURITY.md').includes(`**${address}**`)) {
    return 'SECURITY.md names another address than `bugs.email` in package.json.';
  }
  return null;
}
