import { StoreError } from '../../../contract/store-error.ts';
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

  makeBackup: async ({ config, database, jobs, audit }, _input, call) => {
    if (!config.backup) throw new StoreError('conflict', { reason: 'backup_folder_missing' });
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'make_backup', {}, { key: 'make_backup', maxAttempts: 1 });
      await audit.record(tx, { action: 'backup.asked', actor: `admin:${getAdmin(call).id}`, subject: 'store' });
    });
    return { status: 'success' };
  },
});

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    make_backup: NoPayload;
  }
}

export const backups = {
  routes: backupRoutes,
  jobs: {
    make_backup: { run: backUp, schedule: '7 2 * * *' },
  },
} satisfies StoreModule;
