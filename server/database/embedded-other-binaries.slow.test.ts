// POSTGRES_BIN_DIR: programs of PostgreSQL that the operator brings, and which of them a folder accepts.
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findOtherPostgres } from '../../scripts/other-postgres.mjs';
import {
  bundleEmbedded,
  embeddedSetup,
  queryRows,
  refusalOf,
  serverPid,
  startStoreProcess,
} from '../../tests/support/embedded-setup.ts';
import { showVersion } from '../platform/postgres-releases.ts';
import { findPackage, prepareBinaries } from './embedded-binaries.ts';
import { bundledMajor } from './embedded-refusal.ts';

const setup = embeddedSetup();
afterAll(setup.close);

/** The bundled programs in a folder of their own, with their libraries beside it. */
async function copyOfBundled(): Promise<string> {
  const copy = await setup.folder('postgresql');
  await cp(findPackage(), copy, { recursive: true });
  const { postgres } = await prepareBinaries(copy, '/nowhere');
  return dirname(postgres);
}

const bundledVersion = async () => showVersion((await prepareBinaries(findPackage(), '/nowhere')).version);
const recordOf = (dataDir: string) => readFile(join(dataDir, 'postgres', 'server.version'), 'utf8');

/** A folder whose programs only print this version, and otherwise run those of `real`. */
async function standIn(printed: string, real: string | null = null): Promise<string> {
  const folder = await setup.folder('stand-in');
  await mkdir(folder);
  for (const name of ['postgres', 'initdb']) {
    const otherwise = real === null ? 'exit 1' : `exec "${join(real, name)}" "$@"`;
    const text = `#!/bin/sh\nif [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${printed}"; exit; fi\n${otherwise}\n`;
    await writeFile(join(folder, name), text, { mode: 0o755 });
  }
  return folder;
}

const refusalFor = (dataDir: string, binDir: string | null = null) => refusalOf(setup.start(dataDir, { binDir }));

test('the bundled programs are of the major version that the sentences name', async () => {
  expect((await prepareBinaries(findPackage(), '/nowhere')).version.major).toBe(bundledMajor);
});

describe.skipIf(process.platform === 'win32')('D-113: POSTGRES_BIN_DIR', () => {
  test('programs elsewhere start a folder and keep what bundled ones wrote, and the other way round', async () => {
    const binDir = await copyOfBundled();
    const dataDir = await setup.folder();
    const bundled = await setup.start(dataDir);
    await queryRows(bundled.connection, 'CREATE TABLE notes AS SELECT 7 AS note');
    await bundled.stop();
    expect(await recordOf(dataDir)).toBe(`${await bundledVersion()} bundled\n`);
    const other = await setup.start(dataDir, { binDir });
    expect(other.connection).toEqual(bundled.connection);
    expect(await queryRows(other.connection, 'SELECT note FROM notes')).toEqual([{ note: 7 }]);
    const command = await readFile(`/proc/${await serverPid(dataDir)}/cmdline`, 'utf8').catch(() => binDir);
    expect(command).toContain(binDir);
    await other.stop();
    expect(await recordOf(dataDir)).toBe(`${await bundledVersion()} ${binDir}\n`);
    const back = await setup.start(dataDir);
    expect(await queryRows(back.connection, 'SELECT note FROM notes')).toEqual([{ note: 7 }]);
  });

  test('programs elsewhere make a new folder', async () => {
    const dataDir = await setup.folder();
    const { connection } = await setup.start(dataDir, { binDir: await copyOfBundled() });
    expect(await queryRows(connection, `SELECT lower('ÉLAN') AS lower`)).toEqual([{ lower: 'élan' }]);
  });

  test("another major version is refused: Debian's 15, and a later one", async () => {
    const dataDir = await setup.folder();
    expect(await refusalFor(dataDir, await standIn('15.18 (Debian 15.18-0+deb12u1)'))).toMatch(
      /^POSTGRES_BIN_DIR \(.*\) has PostgreSQL 15\.18: set it to .* of PostgreSQL 18, .* DATABASE_URL/,
    );
    expect(await refusalFor(dataDir, await standIn('19.1'))).toContain('has PostgreSQL 19.1: ');
    expect(await refusalFor(dataDir, await standIn('18beta1'))).toContain(
      'no released version of PostgreSQL ("18beta1")',
    );
    const installed = findOtherPostgres();
    if (installed && Number(installed.version) < bundledMajor)
      expect(await refusalFor(dataDir, installed.bin)).toContain(`has PostgreSQL ${installed.version}.`);
  });

  test('what is no folder with working programs is refused', async () => {
    const dataDir = await setup.folder();
    const folder = await setup.folder('programs');
    expect(await refusalFor(dataDir, folder)).toContain('is not a folder');
    await mkdir(folder);
    expect(await refusalFor(dataDir, folder)).toContain('has no program postgres');
    const postgres = join(folder, 'postgres');
    await writeFile(postgres, '#!/bin/sh\necho "error while loading shared libraries: libicu" >&2\nexit 127\n');
    await chmod(postgres, 0o644);
    expect(await refusalFor(dataDir, folder)).toContain('has a file postgres that may not be executed');
    await chmod(postgres, 0o755);
    expect(await refusalFor(dataDir, folder)).toContain('has no program initdb');
    await writeFile(join(folder, 'initdb'), '', { mode: 0o755 });
    expect(await refusalFor(dataDir, folder)).toMatch(/postgres that does not run \(.*shared libraries: libicu\)/);
    await writeFile(postgres, '#!/bin/sh\necho hello\n');
    expect(await refusalFor(dataDir, folder)).toContain('no released version of PostgreSQL ("hello")');
  });

  test('programs without the extension that the store needs are refused', async () => {
    const binDir = await copyOfBundled();
    const control = join(dirname(binDir), 'share', 'postgresql', 'extension', 'pg_trgm.control');
    await rename(control, `${control}.away`);
    const dataDir = await setup.folder();
    expect(await refusalFor(dataDir, binDir)).toMatch(/lacks the extension pg_trgm: .*contrib/);
    await rename(`${control}.away`, control);
    expect(await queryRows((await setup.start(dataDir, { binDir })).connection, 'SELECT 1 AS one')).toHaveLength(1);
  });

  test('a folder that ran with newer programs is refused to older ones, bundled or not', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    const version = await bundledVersion();
    const record = join(dataDir, 'postgres', 'server.version');
    await writeFile(record, `${bundledMajor}.99 /usr/lib/postgresql/${bundledMajor}/bin\n`);
    expect(await refusalFor(dataDir)).toMatch(
      new RegExp(
        `last ran with PostgreSQL 18\\.99 \\(/usr/lib/postgresql/18/bin\\), and the bundled one is the older ${version}: ` +
          'set POSTGRES_BIN_DIR to the programs of PostgreSQL 18\\.99 or a newer 18\\.$',
      ),
    );
    const older = await standIn(`${bundledMajor}.98`);
    expect(await refusalFor(dataDir, older)).toContain('that of POSTGRES_BIN_DIR is the older 18.98');
    expect(await recordOf(dataDir)).toContain('18.99');

    // Bundled programs of a previous version of the store: its update is taken back.
    await writeFile(record, `${bundledMajor}.99 bundled\n`);
    await (await setup.start(dataDir)).stop();
    expect(await recordOf(dataDir)).toBe(`${bundledMajor}.99 bundled\n`);
    expect(await refusalFor(dataDir, older)).toContain('last ran with PostgreSQL 18.99, and');
  });

  test('the recorded version moves forward, and a missing or damaged record is made again', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    const record = join(dataDir, 'postgres', 'server.version');
    for (const text of [`${bundledMajor}.1 /usr/lib/postgresql/${bundledMajor}/bin\n`, 'x', null]) {
      if (text === null) await rm(record);
      else await writeFile(record, text);
      await (await setup.start(dataDir)).stop();
      expect(await recordOf(dataDir)).toBe(`${await bundledVersion()} bundled\n`);
    }
  });

  test('the server of older programs that a killed store left behind is started again with the newer ones', async () => {
    const dataDir = await setup.folder();
    const bundle = await bundleEmbedded();
    try {
      const killed = await startStoreProcess(bundle.script, dataDir);
      await queryRows(killed.connection, 'CREATE TABLE notes AS SELECT 7 AS note');
      const before = await serverPid(dataDir);
      killed.child.kill('SIGKILL');
      const newer = await standIn(`${bundledMajor}.98`, await copyOfBundled());
      const next = await setup.start(dataDir, { binDir: newer });
      expect(next.adopted).toBe(false);
      expect(await serverPid(dataDir)).not.toBe(before);
      expect(await queryRows(next.connection, 'SELECT note FROM notes')).toEqual([{ note: 7 }]);
    } finally {
      await bundle.remove();
    }
  });
});
