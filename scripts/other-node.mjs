// @ts-check
// Another version of Node for a test run, from the package registry. Its packages hold the program and no install script.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from './freshness.mjs';

/** The newest releases of the lines that the store supports beside the one of `.nvmrc`. */
export const otherNodes = ['22.23.3', '24.21.0', '26.12.1'];

/**
 * The path of the program, or why there is none. npm keeps the download, so that a second run needs no network.
 * @param {string} version @param {string} [platform] @param {string} [arch]
 * @returns {{ program: string } | { reason: string }}
 */
export function findOtherNode(version, platform = process.platform, arch = process.arch) {
  if (platform !== 'linux' && platform !== 'darwin') return { reason: `no package has Node for ${platform}` };
  const name = `node-${platform}-${arch}`;
  const folder = join(root, 'node_modules', '.cache', `node-${version}`);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--prefer-offline',
      `${name}@${version}`,
    ];
    spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 });
  }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${version}`) return { program };
  return { reason: `${name} ${version} cannot be installed` };
}
