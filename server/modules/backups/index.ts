import { backupMinute } from '../../../contract/infrastructure-rules.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { backUp } from '../../workflows/back-up.ts';
import { listBackups } from './backups.service.ts';

const hourMs = 3_600_000;

const backupRoutes = routes({
  listBackups: async (ctx) => {
    const backups = await listBackups(ctx);
    return {
      configured: backups !== null,
      backups: (backups ?? []).map(({ name, sizeBytes, madeAt }) => ({
        name,
        size_bytes: sizeBytes,
        made_at: madeAt.toISOString(),
      })),
    };
  },

  makeBackup: async ({ infrastructure, database, jobs, audit }, _input, call) => {
    if ((await infrastructure.backup()) === null) throw new StoreError('conflict', { reason: 'backup_folder_missing' });
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_backup', {}, { key: 'make_backup', maxAttempts: 1 });
      await audit.record(tx, { action: 'backup.asked', actor: `admin:${getAdmin(call).id}`, subject: 'store' });
    });
    return { status: 'success' };
  },
});

/** Runs each hour, so that a change of the hour needs no restart. */
async function startDailyBackup(ctx: StoreContext): Promise<void> {
  const { infrastructure, database, clock, jobs } = ctx;
  const backup = await infrastructure.backup();
  if (!backup) return;
  if (backup.hour !== clock.now().getUTCHours() && !(await wasMissed(ctx, backup.hour))) return;
  await jobs.enqueue(database.db, 'make_backup', {}, { key: 'make_backup', maxAttempts: 1 });
}

// The store was stopped in the hour of the backup. Once a start: a backup that fails is not repeated.
async function wasMissed(ctx: StoreContext, hour: number): Promise<boolean> {
  const now = ctx.clock.now();
  if (now.getTime() - ctx.startedAt.getTime() > hourMs) return false;
  const due = new Date(now);
  due.setUTCHours(hour, backupMinute, 0, 0);
  if (due > now) due.setTime(due.getTime() - 24 * hourMs);
  const [newest] = (await listBackups(ctx)) ?? [];
  return newest === undefined || newest.madeAt < due;
}

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    make_backup: NoPayload;
    start_daily_backup: NoPayload;
  }
}

export const backups = {
  routes: backupRoutes,
  jobs: {
    make_backup: { run: backUp },
    start_daily_backup: { run: startDailyBackup, schedule: `${backupMinute} * * * *` },
  },
} satisfies StoreModule;
