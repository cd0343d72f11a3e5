import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { readConfig } from '../../config/config.ts';
import { silentLog } from '../../observability/log.ts';
import { listBackups, makeBackup } from './backups.service.ts';

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
  expect(store.app.schedule.map(({ job }) => job)).toContain('start_daily_backup');
});

test('one that fails leaves the older ones, and files of others are not touched', async () => {
  store = await startStore();
  const others = ['applaud-sandbox-20250101T000000Z.gz', 'applaud-live-notes.txt', 'mine.gz'];
  for (const name of others) await writeFile(join(folder, name), 'mine');
  await writeFile(join(folder, 'applaud-live-20250101T000000Z.gz'), 'older');
  const ctx = contextOf(store);
  const nowhere = { ...ctx, connection: { ...ctx.connection, database: 'there_is_none' } };
  await expect(makeBackup(nowhere, { folder, keep: 1 })).rejects.toThrow('there_is_none');
  expect((await listBackups(ctx))?.map(({ name }) => name)).toEqual(['applaud-live-20250101T000000Z.gz']);
  await makeBackup(ctx, { folder, keep: 1 });
  expect((await listBackups(ctx))?.map(({ name }) => name)).toEqual(['applaud-live-20260102T030405Z.gz']);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others));
});

test('what an earlier one left unfinished is removed first, and the log names it', async () => {
  store = await startStore();
  const warned: object[] = [];
  const parts = [
    'applaud-live-20250101T000000Z.gz.part',
    'applaud-sandbox-20250101T000000Z.gz.part',
    'applaud-live-20250102T000000Z.gz.part',
  ];
  for (const name of parts) await writeFile(join(folder, name), 'half');
  for (const name of parts.slice(0, 2)) await utimes(join(folder, name), new Date(0), new Date(0));
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) };
  const made = await makeBackup({ ...contextOf(store), log }, { folder, keep: 1 });
  expect(made.removed).toEqual([parts[0]]);
  expect((await readdir(folder)).sort()).toEqual([made.name, ...parts.slice(1)].sort());
  expect(warned).toEqual([{ name: parts[0] }]);
});

/** Of a live store that keeps one backup. */
function contextOf({ db }: TestStore) {
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1:3000' });
  return {
    config: { ...config, mode: 'live' as const },
    infrastructure: {
      mail: async () => null,
      imapUrl: async () => null,
      backup: async () => ({ folder, keep: 1, hour: 2 }),
    },
    connection: db.connection,
    clock: { now: () => new Date('2026-01-02T03:04:05.678Z') },
    log: silentLog,
  };
}

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
