// `npm run bench -- install`: how much of a disk the store takes where it runs. Asks the registry for what is not in npm's cache.
import { execFile } from 'node:child_process';
import { copyFile, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runBenchmarks } from './parts.ts';
import { printTable } from './table.ts';

/** True when every budget is kept. */
export async function run(args: string[]): Promise<boolean> {
  return runBenchmarks(args, { install: benchInstall });
}

async function benchInstall(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'applaud-install-'));
  try {
    await mkdir(join(folder, 'tools'));
    for (const name of ['package.json', 'package-lock.json', 'tools/package.json', '.npmrc']) {
      await copyFile(resolve(name), join(folder, name));
    }
    const args = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
    const [modules, built] = [await megabytesOf(join(folder, 'node_modules')), await megabytesOf(resolve('dist'))];
    return printTable('What is installed, MB on the disk', [
      {
        name: 'npm ci --omit=dev, and the build',
        figures: {
          packages: { value: Math.round(modules), unit: '' },
          'the build': { value: Math.round(built), unit: '' },
          'in all': { value: Math.round(modules + built), unit: '', atMost: 350 },
        },
      },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As blocks, of which a small file takes one whole. */
async function megabytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    bytes += (await lstat(join(entry.parentPath, entry.name))).blocks * 512;
  }
  return bytes / 1_000_000;
}
