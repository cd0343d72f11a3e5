// When the bundled server must not start, and the sentence it leaves then.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { embeddedSetup, giveAway, queryRows, refusalOf } from '../../tests/support/embedded-setup.ts';
import { refusalOfServerText } from './embedded-refusal.ts';

const setup = embeddedSetup();
afterAll(setup.close);
const isRoot = process.getuid?.() === 0;

describe('the bundled PostgreSQL refuses', () => {
  test('a second store on the same folder, and the first one does not notice', async () => {
    const dataDir = await setup.folder();
    const first = await setup.start(dataDir);
    expect(await refusalOf(setup.start(dataDir))).toContain('another store uses this folder');
    expect(await queryRows(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('one of two stores that start on an empty folder at the same time', async () => {
    const dataDir = await setup.folder();
    const outcomes = await Promise.allSettled([setup.start(dataDir), setup.start(dataDir)]);
    const [started] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const [refused] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(String(refused)).toContain('another store uses this folder');
    expect(started && (await queryRows(started.connection, 'SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });

  test('a folder whose server runs where its process cannot be seen, as in another container', async () => {
    const dataDir = await setup.folder();
    await setup.start(dataDir);
    const path = join(dataDir, 'postgres', 'postmaster.pid');
    const text = await readFile(path, 'utf8');
    const ended = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(ended, 'exit');
    await writeFile(path, text.replace(/^\d+/, String(ended.pid)));
    expect(await refusalOf(setup.start(dataDir))).toContain('another store uses this folder');
    await writeFile(path, text);
  });

  test('a database of another major version, naming export and import', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
    const sentence = await refusalOf(setup.start(dataDir));
    expect(sentence).toMatch(/PostgreSQL 15 .* PostgreSQL 18/);
    expect(sentence).toMatch(/export .* import/);
  });

  test('a damaged database, naming the backup', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    await truncate(join(dataDir, 'postgres', 'global', 'pg_control'), 100);
    expect(await refusalOf(setup.start(dataDir))).toMatch(/damaged .* backup/);
    await rm(join(dataDir, 'postgres', 'PG_VERSION'));
    expect(await refusalOf(setup.start(dataDir))).toMatch(/damaged .*PG_VERSION.* backup/);
  });

  test('a folder whose password file is gone', async () => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    await rm(join(dataDir, 'postgres', 'superuser.password'));
    expect(await refusalOf(setup.start(dataDir))).toContain('superuser.password');
  });

  test.each(['', 'garbage'])('a folder whose password file holds %j', async (text) => {
    const dataDir = await setup.folder();
    await (await setup.start(dataDir)).stop();
    const path = join(dataDir, 'postgres', 'superuser.password');
    const password = await readFile(path, 'utf8');
    await writeFile(path, text, { mode: 0o600 });
    expect(await refusalOf(setup.start(dataDir))).toMatch(/superuser\.password (is empty|does not hold).* from a copy/);
    await writeFile(path, password);
    await (await setup.start(dataDir)).stop();
  });

  test('a file in the place of the folder', async () => {
    const dataDir = await setup.folder();
    await writeFile(dataDir, '');
    await giveAway(dataDir);
    expect(await refusalOf(setup.start(dataDir))).toContain('cannot be written');
  });

  test.skipIf(isRoot)('a folder it may not write (needs a normal user: root may write everywhere)', async () => {
    const dataDir = await setup.folder();
    await mkdir(dataDir, { mode: 0o500 });
    expect(await refusalOf(setup.start(dataDir))).toContain('cannot be written');
  });

  test('a full disk', async ({ skip }) => {
    const dataDir = await setup.folder();
    await mkdir(dataDir);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', dataDir]).status === 0;
    skip(!mounted, 'no small file system can be mounted here (needs root with the right to mount)');
    await giveAway(dataDir);
    try {
      expect(await refusalOf(setup.start(dataDir))).toMatch(/disk .* full/);
      expect(await readdir(dataDir)).toEqual([]);
      spawnSync('mount', ['-o', 'remount,size=120m', dataDir]);
      const database = await setup.start(dataDir);
      await database.stop();
      await writeFile(join(dataDir, 'filler'), Buffer.alloc(130_000_000)).catch(() => {});
      expect(await refusalOf(setup.start(dataDir))).toMatch(/disk .* full/);
      await rm(join(dataDir, 'filler'));
      await (await setup.start(dataDir)).stop();
    } finally {
      spawnSync('umount', ['-l', dataDir]);
    }
  });

  test('what PostgreSQL says of full shared memory is not taken for a full disk', () => {
    const place = { dataDir: '/d', pgData: '/d/postgres' };
    const shared = 'FATAL:  could not create shared memory segment: No space left on device\n';
    expect(refusalOfServerText(shared, place).message).toContain('shared memory');
    const full = 'FATAL:  could not write lock file "postmaster.pid": No space left on device\n';
    expect(refusalOfServerText(full, place).message).toContain('is full');
  });
});
