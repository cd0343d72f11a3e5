// Damaged files of a store: every bit and every length of a small one. None may change the database.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { startStore } from '../../../tests/support/store.ts';
import { projectRoot } from '../../platform/project-root.ts';
import { checksumRecordBytes } from './checksum.ts';
import { exportStore } from './export-store.ts';
import { importStore } from './import-store.ts';
import { FileRefusal } from './refusal.ts';
import { verifyFile } from './verify-file.ts';

const here = { rootDir: projectRoot(), mode: 'sandbox' };
const oldFile = join(import.meta.dirname, 'test-data', 'format-1.gz');

let folder: string;
let whole: Buffer;
let path: string;
let target: Awaited<ReturnType<typeof emptyDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-damage-'));
  path = join(folder, 'store.gz');
  const db = await freshDatabase();
  const store = await startStore({}, { db });
  await placeOrder(store);
  await store.stop();
  await exportStore(db.connection, path, new Date());
  whole = await readFile(path);
  await db.drop();
  target = await emptyDatabase();
});
afterAll(async () => {
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function refusalOf(bytes: Buffer): Promise<string> {
  const bad = join(folder, 'bad.gz');
  await writeFile(bad, bytes);
  const messageOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: unknown) => (error instanceof FileRefusal ? error.message : `not foreseen: ${error}`),
    );
  const sentence = await messageOf(importStore(target.connection, bad, here));
  // Both ways to read a file say the same.
  expect(await messageOf(verifyFile(bad, here.rootDir))).toBe(sentence);
  return sentence;
}

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
}

async function tablesOfTarget(): Promise<unknown[]> {
  const client = new pg.Client(target.connection);
  await client.connect();
  const statement = "select relname from pg_class where relnamespace = 'public'::regnamespace";
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** Every position of both ends, some of the middle. */
function positionsOf(bytes: Buffer): number[] {
  const ends = 40 + checksumRecordBytes;
  const step = Math.ceil(bytes.length / 150);
  return [...bytes.keys()].filter((at) => at < 40 || at >= bytes.length - ends || at % step === 0);
}

describe('a file with a checksum', () => {
  test('is refused when any one bit of it differs', async () => {
    const wrong: string[] = [];
    for (const at of positionsOf(whole)) {
      const sentence = await refusalOf(flipped(whole, at, at % 8));
      // A flipped bit of the compressed bytes can also look like an early end.
      if (!/^The backup is (damaged|cut off)\b[^\n]*\.$/.test(sentence)) wrong.push(`byte ${at}: ${sentence}`);
    }
    for (let bit = 0; bit < 8; bit += 1) {
      const sentence = await refusalOf(flipped(whole, whole.length - 1, bit));
      if (!/^The backup is damaged\b/.test(sentence)) wrong.push(`last byte, bit ${bit}: ${sentence}`);
    }
    expect(wrong).toEqual([]);
    expect(await tablesOfTarget()).toEqual([]);
  });

  test('is refused when it is cut at any length', async () => {
    expect(await refusalOf(Buffer.alloc(0))).toBe('The file is empty, so it is not a backup of a store.');
    const wrong: string[] = [];
    for (const length of positionsOf(whole)) {
      if (length === 0) continue;
      const sentence = await refusalOf(whole.subarray(0, length));
      if (!/^The backup is cut off\b[^\n]*\.$/.test(sentence)) wrong.push(`${length} bytes: ${sentence}`);
    }
    expect(wrong).toEqual([]);
    expect(await tablesOfTarget()).toEqual([]);
  });

  test('is refused with anything behind its end, or taken from its middle', async () => {
    const more = [Buffer.from('x'), Buffer.from([0]), Buffer.alloc(100_000), Buffer.from('\x1f\x8b', 'latin1'), whole];
    for (const garbage of more) {
      expect(await refusalOf(Buffer.concat([whole, garbage]))).toMatch(/^The backup is (damaged|cut off)\b[^\n]*\.$/);
    }
    for (const bytes of [1, 20, Math.floor(whole.length / 4)]) {
      const middle = Buffer.concat([whole.subarray(0, 2000), whole.subarray(2000 + bytes)]);
      expect(await refusalOf(middle)).toMatch(/^The backup is damaged\b/);
    }
    expect(await tablesOfTarget()).toEqual([]);
  });

  test('is still a gzip file, and is taken afterwards', async () => {
    expect(gunzipSync(whole).toString('utf8')).toMatch(/\n{"end":true,.*}\n{"checksum":{.*}} *\n$/);
    const verified = await verifyFile(path, here.rootDir);
    expect(verified).toMatchObject({ hasChecksum: true, head: { format: 2, mode: 'sandbox' } });
    const imported = await importStore(target.connection, path, here);
    expect(imported).toMatchObject({ hasChecksum: true, rows: verified.rows, tables: verified.tables });
  });
});

describe('a whole file that this version cannot use', () => {
  /** A version of the store with these migrations alone. */
  async function versionWith(chosen: (entries: { when: number }[]) => { when: number }[]): Promise<string> {
    const rootDir = await mkdtemp(join(folder, 'version-'));
    const meta = join('server', 'database', 'migrations', 'meta');
    await mkdir(join(rootDir, meta), { recursive: true });
    const journal = JSON.parse(await readFile(join(here.rootDir, meta, '_journal.json'), 'utf8'));
    await writeFile(
      join(rootDir, meta, '_journal.json'),
      JSON.stringify({ ...journal, entries: chosen(journal.entries) }),
    );
    return rootDir;
  }

  test('is refused with one sentence, when it is verified and when it is imported', async () => {
    const older = await versionWith((entries) => entries.slice(0, -1));
    const newer = await versionWith((entries) => entries.map(({ when }) => ({ when: when + 1_000_000_000_000 })));
    for (const [rootDir, sentence] of [
      [older, 'The backup was made by a newer version of the store: update this one first.'],
      [newer, /^The backup is too old for this version of the store: /],
    ] as const) {
      await expect(verifyFile(path, rootDir)).rejects.toThrow(FileRefusal);
      await expect(verifyFile(path, rootDir)).rejects.toThrow(sentence);
      await expect(importStore(target.connection, path, { ...here, rootDir })).rejects.toThrow(sentence);
    }
  });
});

describe('a file of the version before checksums', () => {
  test('is read, and reported as one without a checksum', async () => {
    const there = await emptyDatabase();
    try {
      const verified = await verifyFile(oldFile, here.rootDir);
      expect(verified).toMatchObject({ hasChecksum: false, head: { format: 1 } });
      const imported = await importStore(there.connection, oldFile, here);
      expect(imported).toMatchObject({ hasChecksum: false, rows: verified.rows, tables: verified.tables });
    } finally {
      await there.drop();
    }
  });

  test('is refused in one sentence when it is cut, or a bit of what it holds differs', async () => {
    const old = await readFile(oldFile);
    const wrong: string[] = [];
    const oneSentence = /^The (file|backup) is [^\n]*\.$/;
    // Time and system in the header of a gzip file mean nothing and have no checksum there.
    const positions = positionsOf(old).filter((at) => at >= 10);
    for (const at of positions) {
      const [cut, changed] = [await refusalOf(old.subarray(0, at)), await refusalOf(flipped(old, at, at % 8))];
      if (!/^The backup is cut off\b/.test(cut)) wrong.push(`${at} bytes: ${cut}`);
      if (!oneSentence.test(changed)) wrong.push(`byte ${at}: ${changed}`);
    }
    expect(wrong).toEqual([]);
  });
});
