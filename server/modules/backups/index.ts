import { backupMinute } from '../../../contract/infrastructure-rules.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { backUp } from '../../workflows/back-up.ts';
import { listBackups } from './backups.service.ts';

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
async function startDailyBackup({ infrastructure, database, clock, jobs }: StoreContext): Promise<void> {
  const backup = await infrastructure.backup();
  if (backup?.hour !== clock.now().getUTCHours()) return;
  await jobs.enqueue(database.db, 'make_backup', {}, { key: 'make_backup', maxAttempts: 1 });
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
