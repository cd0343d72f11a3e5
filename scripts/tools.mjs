// @ts-check
// `npm run tools`: the packages of tools/package.json, which `npm ci` leaves out (.npmrc): checks, tests and benchmarks need
// them, a store does not. Those commands install what is missing by themselves.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { root } from './freshness.mjs';

/** Installs them where one is missing or of another version; exits with a sentence where that fails. */
export function installTools() {
  if (findMissing(root).length === 0) return;
  console.log('Installing the packages of checks and tests, once (npm run tools) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Versions come from the lockfile, which stays as it is. What is installed stays, too: a store may be running on it.
  const args = [
    'install',
    '--no-save',
    '--workspaces',
    '--include-workspace-root',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const missing = findMissing(root);
  if (status === 0 && missing.length === 0) return;
  console.error(
    `The packages of checks and tests could not be installed: ${missing.join(', ') || `npm ended with ${status}`}.`,
  );
  process.exit(1);
}

/** Those of tools/package.json that are missing or have another version. @param {string} folder */
export function findMissing(folder) {
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'tools', 'package.json'), 'utf8'));
  return Object.entries(devDependencies).flatMap(([name, wanted]) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    const version = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
    // `npm:typescript@7.0.2` is another package under this name.
    return version === wanted.replace(/^npm:.*@/, '') ? [] : [name];
  });
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) installTools();
