// As whom PostgreSQL runs when the store runs as root. Needs root on Linux; elsewhere nothing here applies.
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bundleEmbedded,
  embeddedSetup,
  hasNamespaces,
  queryRows,
  serverPid,
  startStoreProcess,
} from '../../tests/support/embedded-setup.ts';
import { EmbeddedRefusal } from './embedded.ts';

const setup = embeddedSetup();
let bundle: Awaited<ReturnType<typeof bundleEmbedded>>;
beforeAll(async () => {
  bundle = await bundleEmbedded();
});
afterAll(async () => {
  await setup.close();
  await bundle.remove();
});

const normalUser = 65_534;
const isRootOnLinux = process.getuid?.() === 0 && process.platform === 'linux';

async function ownersOf(pid: number): Promise<number[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split('\t').map(Number);
}

async function folderOf(uid: number): Promise<string> {
  const dataDir = await setup.folder();
  await chmod(dirname(dataDir), 0o755);
  await mkdir(dataDir);
  await chown(dataDir, uid, uid);
  return dataDir;
}

describe.skipIf(!isRootOnLinux)('a store that runs as root', () => {
  test('runs PostgreSQL as the normal user that owns the folder, who can go on with it', async () => {
    const dataDir = await folderOf(normalUser);
    const asRoot = await setup.start(dataDir);
    await queryRows(asRoot.connection, 'CREATE TABLE notes AS SELECT 3 AS note');
    expect(new Set(await ownersOf(await serverPid(dataDir)))).toEqual(new Set([normalUser]));
    for (const name of ['postgres', 'postgres/superuser.password', 'postgres/applaud.password', 'postgres.log']) {
      expect((await stat(join(dataDir, name))).uid).toBe(normalUser);
    }
    await asRoot.stop();
    await chmod(dirname(bundle.script), 0o755);
    const asUser = await startStoreProcess(bundle.script, dataDir, { uid: normalUser, gid: normalUser });
    expect(await queryRows(asUser.connection, 'SELECT note FROM notes')).toEqual([{ note: 3 }]);
    asUser.child.kill('SIGTERM');
    await once(asUser.child, 'exit');
    expect(await queryRows((await setup.start(dataDir)).connection, 'SELECT note FROM notes')).toEqual([{ note: 3 }]);
  });

  test('runs PostgreSQL inside a user namespace in a folder of root, and stays with it', async ({ skip }) => {
    skip(!hasNamespaces(), 'user namespaces are not available here');
    const dataDir = await folderOf(0);
    await (await setup.start(dataDir)).stop();
    await setup.start(dataDir);
    const map = await readFile(`/proc/${await serverPid(dataDir)}/uid_map`, 'utf8');
    expect(map.trim().split(/\s+/)).toEqual(['1000', '0', '1']);
    expect(await readFile(join(dataDir, 'postgres.owner'), 'utf8')).toContain('namespace');
  });

  test('refuses a folder of root where user namespaces are forbidden', async () => {
    const forbidding = await setup.folder('bin');
    await mkdir(forbidding);
    await writeFile(join(forbidding, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${forbidding}${delimiter}${path}`;
    try {
      const start = setup.start(await folderOf(0));
      await expect(start).rejects.toThrow(EmbeddedRefusal);
      await expect(start).rejects.toThrow(/root .*user namespaces.* normal user .*DATABASE_URL/);
    } finally {
      process.env.PATH = path;
    }
  });

  test('refuses files of several owners', async ({ skip }) => {
    skip(!hasNamespaces(), 'user namespaces are not available here');
    const dataDir = await folderOf(0);
    await (await setup.start(dataDir)).stop();
    await chown(join(dataDir, 'postgres', 'PG_VERSION'), normalUser, normalUser);
    await expect(setup.start(dataDir)).rejects.toThrow(/different users .*PG_VERSION.*chown -R/);
  });

  test('refuses a folder that changed its owner while the server runs', async ({ skip }) => {
    skip(!hasNamespaces(), 'user namespaces are not available here');
    const dataDir = await folderOf(0);
    await setup.start(dataDir);
    const paths = ['', 'PG_VERSION', 'base', 'global/pg_control', 'superuser.password'];
    const give = (uid: number) => Promise.all(paths.map((path) => chown(join(dataDir, 'postgres', path), uid, uid)));
    await give(normalUser);
    await expect(setup.start(dataDir)).rejects.toThrow("still runs for the folder's former owner");
    await give(0);
  });

  test('a normal user does not touch a database of root', async ({ skip }) => {
    skip(!hasNamespaces(), 'user namespaces are not available here');
    const dataDir = await folderOf(0);
    await (await setup.start(dataDir)).stop();
    await chmod(dirname(bundle.script), 0o755);
    const user = { uid: normalUser, gid: normalUser };
    await expect(startStoreProcess(bundle.script, dataDir, user)).rejects.toThrow('the store process ended');
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(0);
  });
});
