// Encrypted backups: only the secret key reads them, here and in the program `age`.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { projectRoot } from '../../platform/project-root.ts';
import { requirePublicKey, withReadableFile, writeKey } from './encryption.ts';
import { exportStore } from './export-store.ts';
import { importStore } from './import-store.ts';
import { verifyFile } from './verify-file.ts';

const run = promisify(execFile);
const hasAge = await run('age', ['--version']).then(
  () => true,
  () => false,
);
const words = 'a message that nobody else may read';

let folder: string;
let key: string;
let file: string;
let publicKey: string;
let db: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-encryption-'));
  key = join(folder, 'key.txt');
  file = join(folder, 'store.gz.age');
  publicKey = await writeKey(key);
  db = await freshDatabase();
  await db.database.pool.query(
    "insert into store_meta (mode, created_at) values ('sandbox', now()) on conflict do nothing",
  );
  await db.database.pool.query(
    `insert into contact_messages (id, name, email, subject, message, urgent, received_at)
     select gen_random_uuid(), 'n', 'n@example.com', 's', $1 || md5(i::text), false, now() from generate_series(1, 5000) i`,
    [words],
  );
  await exportStore(db.connection, file, new Date(), publicKey);
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const read = (path: string, keyPath: string | null = key) =>
  withReadableFile(path, keyPath, (readable) => verifyFile(readable, projectRoot()));

describe('an encrypted backup', () => {
  test('is read with its key, and no decrypted copy stays', async () => {
    const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('applaud-backup-'));
    const before = await copies();
    let copy = '';
    const verified = await withReadableFile(file, key, (readable) => {
      copy = readable;
      return verifyFile(readable, projectRoot());
    });
    expect(verified).toMatchObject({ hasChecksum: true, head: { mode: 'sandbox' } });
    expect(verified.rows).toBeGreaterThan(5000);
    await expect(stat(copy)).rejects.toThrow('ENOENT');
    expect(await copies()).toEqual(before);
  });

  test('is restored whole', async () => {
    const empty = await emptyDatabase();
    try {
      const options = { rootDir: projectRoot(), mode: 'sandbox' };
      await withReadableFile(file, key, (path) => importStore(empty.connection, path, options));
    } finally {
      await empty.drop();
    }
  });

  test('is refused without a key, with another key, and when a byte of it was changed or is missing', async () => {
    await expect(read(file, null)).rejects.toThrow(
      'The backup is encrypted: name the file of its key with --key FILE.',
    );
    await expect(read(file, join(folder, 'none'))).rejects.toThrow(
      `There is no such key file: ${join(folder, 'none')}`,
    );
    await expect(read(file, folder)).rejects.toThrow(`The key file cannot be read (EISDIR): ${folder}`);
    await expect(read(file, file)).rejects.toThrow('The key file holds no secret key of age');
    const other = join(folder, 'other.txt');
    await writeKey(other);
    await expect(read(file, other)).rejects.toThrow('The backup was encrypted for another key.');
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed[whole.length - 40] = (changed[whole.length - 40] ?? 0) ^ 1;
    for (const bytes of [changed, whole.subarray(0, -1), whole.subarray(0, 100)]) {
      await writeFile(join(folder, 'bad.age'), bytes);
      await expect(read(join(folder, 'bad.age'))).rejects.toThrow('The backup is damaged');
    }
  });

  test('holds nothing in clear, and its key file is the reader’s alone and is never overwritten', async () => {
    expect((await readFile(file)).subarray(0, 2).toString('hex')).not.toBe('1f8b');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    await expect(writeKey(key)).rejects.toThrow('a key is never overwritten');
  });

  test.runIf(hasAge)('is read by age, and the store reads what age wrote', async () => {
    const plain = join(folder, 'plain.gz');
    await run('age', ['--decrypt', '--identity', key, '--output', plain, file]);
    expect((await read(plain, null)).hasChecksum).toBe(true);
    const back = join(folder, 'back.age');
    await run('age', ['--recipient', publicKey, '--output', back, plain]);
    expect((await read(back)).hasChecksum).toBe(true);
  });
});

test('a backup that is not encrypted needs no key', async () => {
  const plain = join(folder, 'open.gz');
  await exportStore(db.connection, plain, new Date());
  expect((await read(plain, null)).rows).toBeGreaterThan(5000);
});

test('a text that is no public key ends the start with a sentence', async () => {
  await requirePublicKey(publicKey);
  await requirePublicKey(null);
  for (const text of ['', 'age1', publicKey.slice(0, -1), `${publicKey.slice(0, -1)}!`])
    await expect(requirePublicKey(text)).rejects.toThrow('BACKUP_PUBLIC_KEY must be a public key of age');
});
