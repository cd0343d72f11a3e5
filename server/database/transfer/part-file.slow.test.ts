// Unfinished files of exports: which are removed, and which never are.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/database.ts';
import { startStore } from '../../../tests/support/store.ts';
import { exportStore } from './export-store.ts';
import { buildPartPath, keepTouching, removeAbandonedPartFiles } from './part-file.ts';

const hourMs = 3_600_000;
const isOwn = (name: string) => name.startsWith('applaud-live-');
let folder: string;
let writer: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-parts-'));
  writer = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(writer, 'spawn');
});
afterEach(async () => {
  await end(writer);
  await rm(folder, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function makePart(path: string, ageMs: number): Promise<string> {
  await writeFile(path, 'half of a backup');
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
  return basename(path);
}

const final = () => join(folder, 'applaud-live-20260102T030405Z.gz');

describe('an unfinished file', () => {
  test.runIf(process.platform === 'linux')('is removed once its writer is dead, and not a moment earlier', async () => {
    const name = await makePart(await buildPartPath(final(), writer.pid), 2 * hourMs);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([]);
    expect(await readdir(folder)).toEqual([name]);
    await end(writer);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([name]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('of another machine, or an older version, is removed after half a day without a sign of life', async () => {
    const elsewhere = `${final()}.0123456789ab-${writer.pid}.part`;
    const older = `${final()}.part`;
    await end(writer);
    for (const path of [elsewhere, older]) await makePart(path, 11 * hourMs);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([]);
    for (const path of [elsewhere, older]) await makePart(path, 13 * hourMs);
    expect((await removeAbandonedPartFiles(folder, isOwn)).sort()).toEqual(
      [basename(elsewhere), basename(older)].sort(),
    );
  });

  test('of this very process is kept while it is written, and removed when an earlier one left it', async () => {
    const name = await makePart(await buildPartPath(final()), 0);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([]);
    await makePart(join(folder, name), 13 * hourMs);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([name]);
  });

  test('of another naming is never removed, nor a finished file, nor a folder', async () => {
    const others = ['applaud-sandbox-1.gz.part', 'mine.part', 'applaud-live-1.gz', 'notes.txt'];
    for (const name of others) await makePart(join(folder, name), 100 * hourMs);
    expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual([...others].sort());
    expect(await removeAbandonedPartFiles(join(folder, 'missing'), isOwn)).toEqual([]);
  });

  test('is touched as long as it is written', async () => {
    const path = final();
    await makePart(path, 13 * hourMs);
    const touching = keepTouching(path, 5);
    try {
      await expect.poll(async () => Date.now() - (await stat(path)).mtimeMs).toBeLessThan(hourMs);
    } finally {
      touching.stop();
    }
  });

  test('of an export that is under way is named after its process', async () => {
    const db = await freshDatabase();
    const blocker = await db.database.pool.connect();
    try {
      await (await startStore({}, { db })).stop();
      await blocker.query('begin; lock table orders in access exclusive mode');
      const made = exportStore(db.connection, final(), new Date());
      const part = basename(await buildPartPath(final()));
      await expect.poll(() => readdir(folder)).toEqual([part]);
      expect(await removeAbandonedPartFiles(folder, isOwn)).toEqual([]);
      await blocker.query('commit');
      await made;
      expect(await readdir(folder)).toEqual([basename(final())]);
    } finally {
      blocker.release();
      await db.drop();
    }
  });
});
