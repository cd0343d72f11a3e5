import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { removeAbandonedPartFiles } from '../../database/transfer/part-file.ts';
import { silentLog } from '../../observability/log.ts';
import { createBackups } from './backups.service.ts';

let folder: string;
let store: TestStore | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'applaud-backups-'));
});
afterEach(async () => {
  await store?.stop();
  store = null;
  await rm(folder, { recursive: true, force: true });
});

test('the daily job makes one for its owner alone, and lets go of the oldest', async () => {
  const to = join(folder, 'made');
  store = await startStore({ BACKUP_DIR: to, BACKUP_KEEP: '2' });
  for (let day = 0; day < 3; day += 1) {
    await store.app.jobHandlers.make_backup({});
    store.advance(24 * 3_600_000);
  }
  const names = await readdir(to);
  expect(names).toHaveLength(2);
  for (const name of names) expect((await stat(join(to, name))).mode & 0o077).toBe(0);
  expect(names.every((name) => /^applaud-sandbox-\d{8}T\d{6}Z\.gz$/.test(name))).toBe(true);
});

test('without a folder the job does nothing', async () => {
  store = await startStore();
  await store.app.jobHandlers.make_backup({});
  expect(store.app.schedule.map(({ job }) => job)).toContain('make_backup');
});

test('one that fails leaves the older ones, and files of others are not touched', async () => {
  let fails = false;
  const backups = createBackups({
    folder,
    mode: 'live',
    encrypted: false,
    keep: 1,
    log: silentLog,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    removeAbandoned: async () => [],
    write: async (path) => {
      if (fails) throw new Error('the disk is full');
      await writeFile(path, 'x');
      return { sizeBytes: 1 };
    },
  });
  const others = ['applaud-sandbox-20250101T000000Z.gz', 'applaud-live-notes.txt', 'mine.gz'];
  for (const name of others) await writeFile(join(folder, name), 'mine');
  await writeFile(join(folder, 'applaud-live-20250101T000000Z.gz'), 'older');
  fails = true;
  await expect(backups.make()).rejects.toThrow('the disk is full');
  expect((await backups.list()).map(({ name }) => name)).toEqual(['applaud-live-20250101T000000Z.gz']);
  fails = false;
  await backups.make();
  expect((await backups.list()).map(({ name }) => name)).toEqual(['applaud-live-20260102T030405Z.gz']);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others));
});

test('what an earlier one left unfinished is removed first, and the log names it', async () => {
  const warned: object[] = [];
  const present: string[][] = [];
  const backups = createBackups({
    folder,
    mode: 'live',
    encrypted: false,
    keep: 1,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    log: { ...silentLog, warn: (fields) => void warned.push(fields) },
    removeAbandoned: removeAbandonedPartFiles,
    write: async () => {
      present.push(await readdir(folder));
      return { sizeBytes: 1 };
    },
  });
  const parts = [
    'applaud-live-20250101T000000Z.gz.part',
    'applaud-sandbox-20250101T000000Z.gz.part',
    'applaud-live-20250102T000000Z.gz.part',
  ];
  for (const name of parts) await writeFile(join(folder, name), 'half');
  for (const name of parts.slice(0, 2)) await utimes(join(folder, name), new Date(0), new Date(0));
  const { removed } = await backups.make();
  expect(removed).toEqual([parts[0]]);
  expect(present.map((names) => names.sort())).toEqual([parts.slice(1).sort()]);
  expect(warned).toEqual([{ name: parts[0] }]);
});

test('an admin asks for one, which a job makes once, and sees it; without a folder it is refused', async () => {
  store = await startStore({ BACKUP_DIR: folder });
  for (let times = 0; times < 2; times += 1) await store.admin.call('POST /api/admin/backups', {});
  await store.drain();
  const { configured, backups } = await store.admin.call('GET /api/admin/backups', {});
  expect(configured).toBe(true);
  expect(backups).toEqual([
    { name: expect.stringMatching(/^applaud-sandbox-/), size_bytes: expect.any(Number), made_at: expect.any(String) },
  ]);
  const [entry] = await store.admin.call('GET /api/admin/audit', { query: { search: 'backup.asked' } });
  expect(entry?.actor).toBe('owner@shop.example');
  await store.stop();
  store = await startStore();
  expect((await store.admin.ask('POST /api/admin/backups', {})).status).toBe(409);
  expect(await store.admin.call('GET /api/admin/backups', {})).toEqual({ configured: false, backups: [] });
});
