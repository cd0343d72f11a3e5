import { StoreError } from '../../../contract/store-error.ts';
import type { Database } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { Backups } from './backups.service.ts';

export type BackupRoutesDeps = { backups: Backups | null; database: Database; jobs: Jobs; audit: Audit };

export function backupRoutes(deps: BackupRoutesDeps): Handlers<'listBackups' | 'makeBackup'> {
  const { backups, database, jobs, audit } = deps;
  return {
    listBackups: async () => ({
      configured: backups !== null,
      backups: ((await backups?.list()) ?? []).map(({ name, sizeBytes, madeAt }) => ({
        name,
        size_bytes: sizeBytes,
        made_at: madeAt.toISOString(),
      })),
    }),

    makeBackup: async (_input, call) => {
      if (!backups) throw new StoreError('conflict', { reason: 'backup_folder_missing' });
      await database.transaction(async (tx) => {
        await jobs.enqueue(tx, 'make_backup', {}, { key: 'make_backup', maxAttempts: 1 });
        await audit.record(tx, { action: 'backup.asked', actor: `admin:${adminOf(call).id}`, subject: 'store' });
      });
      return { status: 'success' };
    },
  };
}
