// A backup made while visitors buy, read back into an empty folder: everything that was acknowledged before it is there.
// Backups that were killed while they were made, and damaged ones.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoad } from '../support/load.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { runProgram, startProgram, until } from '../support/program.ts';

const secrets = {
  JWT_SECRET: 'the same secret before and after, long enough',
  SECRETS_KEY: 'the same key before and after, and long enough',
};

let folder: string;
let store: StoreProcess;
let restored: StoreProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-backup-'));
  store = await startProcess({ env: { ...secrets, RATE_LIMIT_FACTOR: '1000', DEMO_DATA: 'on' } });
});
afterAll(async () => {
  await restored?.close();
  await store?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('one that was killed leaves a file, which the next one removes; one that is being made keeps its own', async () => {
  const to = join(folder, 'killed');
  const partsIn = async () => (await readdir(to).catch(() => [])).filter((name) => name.endsWith('.part'));
  const blocker = new pg.Client({ connectionString: await store.databaseUrl() });
  await blocker.connect();
  try {
    await blocker.query('begin; lock table orders in access exclusive mode');
    const killed = await startProgram('backup', store.env, ['--to', to]);
    const [left = ''] = await until('the first one is being made', async () => {
      const parts = await partsIn();
      return parts.length === 1 ? parts : null;
    });
    const other = await startProgram('backup', store.env, ['--to', to]);
    await until('the second one is being made beside it', async () => (await partsIn()).length === 2);
    expect(await partsIn()).toContain(left);
    killed.kill('SIGKILL');
    await killed.ended;
    await blocker.query('commit');
    expect(await other.ended).toBe(0);
    expect(other.output()).toMatch(/^Wrote .*\n$/);
    expect(await partsIn()).toEqual([left]);
    const next = await runProgram('backup', store.env, ['--to', to], 60_000);
    expect(next.output).toMatch(/^Removed .*\.part, which a backup that was killed left behind\.\nWrote .*\n$/);
    expect(await partsIn()).toEqual([]);
  } finally {
    await blocker.end();
  }
});

test('one is verified without a store; a cut or damaged one ends verify and import with one sentence', async () => {
  const to = join(folder, 'verified');
  expect(await runProgram('backup', store.env, ['--to', to], 60_000)).toMatchObject({ exitCode: 0 });
  const [name = ''] = await readdir(to);
  const good = await runProgram('backup', {}, ['--verify', join(to, name)]);
  expect(good).toEqual({
    exitCode: 0,
    output: expect.stringMatching(
      /is a whole backup\. Its checksum is right\.\nMade at 20\S+Z in sandbox mode, file format 2, .*\n\d+ tables, \d+ rows\.\n$/,
    ),
  });
  const whole = await readFile(join(to, name));
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1] = (damaged[whole.length >> 1] ?? 0) ^ 1;
  const elsewhere = { ...store.env, DATA_DIR: join(folder, 'empty') };
  for (const [bytes, sentence] of [
    [whole.subarray(0, -1), 'The backup is cut off, its end is missing: use another copy of it.\n'],
    [damaged, 'The backup is damaged, its checksum differs: use another copy of it.\n'],
  ] as const) {
    const bad = join(folder, 'bad.gz');
    await writeFile(bad, bytes);
    const refused = { exitCode: 1, output: sentence };
    expect(await runProgram('backup', {}, ['--verify', bad])).toEqual(refused);
    expect(await runProgram('store-import', elsewhere, ['--from', bad], 60_000)).toEqual(refused);
  }
  const usage = await runProgram('backup', {}, ['--verify', name, '--to', to]);
  expect(usage).toMatchObject({ exitCode: 2, output: expect.stringMatching(/^Usage: npm run backup.*\n$/) });
  const old = join('server', 'database', 'transfer', 'test-data', 'format-1.gz');
  const oldOne = await runProgram('store-import', elsewhere, ['--from', old], 60_000);
  expect(oldOne).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^The file carries no checksum, .*\nRead \d+ rows .*\n$/),
  });
});

test('encrypted to a public key, one is read with the secret key only', async () => {
  const [to, key] = [join(folder, 'encrypted'), join(folder, 'key.txt')];
  const made = await runProgram('backup', {}, ['--make-key', key]);
  const [, publicKey = ''] = /BACKUP_PUBLIC_KEY=(age1\S+)/.exec(made.output) ?? [];
  const env = { ...store.env, BACKUP_PUBLIC_KEY: publicKey };
  expect(await runProgram('backup', env, ['--to', to], 60_000)).toMatchObject({ exitCode: 0 });
  const [name = ''] = await readdir(to);
  expect(name).toMatch(/\.gz\.age$/);
  const file = join(to, name);
  expect(await runProgram('backup', {}, ['--verify', file])).toEqual({
    exitCode: 2,
    output: 'The backup is encrypted: name the file of its key with --key FILE.\n',
  });
  expect(await runProgram('backup', {}, ['--verify', file, '--key', key])).toMatchObject({ exitCode: 0 });
  const elsewhere = { ...store.env, DATA_DIR: join(folder, 'decrypted') };
  const read = await runProgram('store-import', elsewhere, ['--from', file, '--key', key], 60_000);
  expect(read).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Read \d+ rows/) });
  const wrong = { ...store.env, BACKUP_PUBLIC_KEY: 'age1nothing' };
  expect(await runProgram('backup', wrong, ['--to', to])).toEqual({
    exitCode: 2,
    output: 'BACKUP_PUBLIC_KEY must be a public key of age (age1...).\n',
  });
});

test('made under load, it holds every acknowledged order, and money and audit log are found right after it is read back', async () => {
  const load = startLoad(store.url);
  await until('visitors buy', () => load.acknowledged.length >= 20);
  const before = [...load.acknowledged];
  const to = join(folder, 'backups');
  const made = await runProgram('backup', store.env, ['--to', to], 60_000);
  expect(made).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Wrote .*\.gz \(\d+ bytes\)\.\n$/) });
  const whileMade = load.acknowledged.length;
  await until('visitors still buy', () => load.acknowledged.length >= whileMade + 5);
  await load.stop();
  const [name = ''] = await readdir(to);
  const from = ['--from', join(to, name)];

  const there = { ...store.env, DATA_DIR: join(folder, 'restored') };
  const refused = await runProgram('store-import', store.env, from, 60_000);
  expect(refused).toMatchObject({ exitCode: 2, output: expect.stringMatching(/another store uses this folder/) });
  const read = await runProgram('store-import', there, from, 60_000);
  expect(read).toMatchObject({ exitCode: 0, output: expect.stringMatching(/found every one as it was written/) });
  for (const check of ['money-verify', 'audit-verify'] as const) {
    expect(await runProgram(check, there, [], 60_000)).toMatchObject({ exitCode: 0 });
  }
  const again = await runProgram('store-import', there, from, 60_000);
  expect(again).toMatchObject({ exitCode: 2, output: expect.stringMatching(/not empty/) });

  await store.stop();
  restored = await startProcess({ env: { ...store.env, DATA_DIR: there.DATA_DIR } });
  for (const id of before) {
    expect((await fetch(`${restored.url}/api/orders/${id}`)).status).toBe(200);
  }
});
