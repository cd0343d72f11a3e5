import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedSetup } from '../../tests/support/embedded-setup.ts';
import { showVersion } from '../platform/postgres-releases.ts';
import { findPackage, prepareBinaries } from './embedded-binaries.ts';

const setup = embeddedSetup();
afterAll(setup.close);

/** The package as an installation leaves it that ran no scripts. */
async function packageWithoutLinks(): Promise<string> {
  const copy = await setup.folder('package');
  await cp(findPackage(), copy, { recursive: true });
  const lib = join(copy, 'native', 'lib');
  const entries = await readdir(lib, { withFileTypes: true });
  await Promise.all(entries.filter((entry) => entry.isSymbolicLink()).map((entry) => rm(join(lib, entry.name))));
  return copy;
}

async function versionOf(binaries: Awaited<ReturnType<typeof prepareBinaries>>): Promise<string> {
  const env = { PATH: process.env.PATH, ...binaries.env };
  return (await promisify(execFile)(binaries.postgres, ['--version'], { env })).stdout;
}

describe.skipIf(process.platform === 'win32')('the bundled programs', () => {
  test('get the links that the installation left out, also when two stores make them at once', async () => {
    const copy = await packageWithoutLinks();
    const [one, two] = await Promise.all([prepareBinaries(copy, '/nowhere'), prepareBinaries(copy, '/nowhere')]);
    expect(one).toEqual(two);
    expect(one.env).toEqual({});
    expect(await versionOf(one)).toContain(`PostgreSQL) ${showVersion(one.version)}`);
  });

  test('work in a folder that cannot be written, with links elsewhere', async ({ skip }) => {
    const copy = await packageWithoutLinks();
    if (process.getuid?.() !== 0) await chmod(join(copy, 'native', 'lib'), 0o500);
    else {
      spawnSync('mount', ['--bind', copy, copy]);
      const isReadOnly = spawnSync('mount', ['-o', 'remount,bind,ro', copy]).status === 0;
      skip(!isReadOnly, 'root may write everywhere, and nothing can be mounted read-only here');
    }
    try {
      const links = await setup.folder('links');
      const binaries = await prepareBinaries(copy, links);
      expect(Object.values(binaries.env)).toEqual([links]);
      expect(await versionOf(binaries)).toContain(`PostgreSQL) ${showVersion(binaries.version)}`);
      const nowhere = join(copy, 'native', 'lib', 'elsewhere');
      await expect(prepareBinaries(copy, nowhere)).rejects.toThrow(/links .* missing .*DATABASE_URL/);
    } finally {
      if (process.getuid?.() === 0) spawnSync('umount', ['-l', copy]);
      else await chmod(join(copy, 'native', 'lib'), 0o700);
    }
  });

  test('are not there for every platform', () => {
    expect(() => findPackage('aix', 'ppc64')).toThrow(/no bundled PostgreSQL .*aix ppc64.* DATABASE_URL/);
  });
});
