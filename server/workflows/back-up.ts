// The daily backup, read to its end once it is made. A failure notifies the operator.
import { join } from 'node:path';
import type { StoreContext } from '../context.ts';
import { TransferRefusal } from '../database/transfer/refusal.ts';
import { verifyFile } from '../database/transfer/verify-file.ts';
import { makeBackup } from '../modules/backups/backups.service.ts';
import { syncProblems, whole } from '../modules/notifications/problems.ts';
import * as systemRepository from '../modules/system/system.repository.ts';
import { projectRoot } from '../platform/project-root.ts';

/** Throws what the export throws; that is a problem until the next backup succeeds. */
export async function backUp(ctx: StoreContext): Promise<void> {
  const { database, notifications } = ctx;
  try {
    await makeAndVerify(ctx);
  } catch (error) {
    await notifications.notify(database.db, { kind: 'backup_failed', problem: 'backup' });
    throw error;
  }
  await notifications.resolve(database.db, 'backup_failed', 'backup');
  await syncProblems(ctx, [whole('backup_late', [])]);
}

// An encrypted one is not read: the store has no key for that.
async function makeAndVerify(ctx: StoreContext): Promise<void> {
  const { config, database, log } = ctx;
  const backup = await ctx.infrastructure.backup();
  if (!backup) return;
  const { name } = await makeBackup(ctx, backup);
  if (config.backupPublicKey !== null) return;
  try {
    await verifyFile(join(backup.folder, name), projectRoot());
    await systemRepository.recordBackupCheck(database.db, name, null);
  } catch (error) {
    if (!(error instanceof TransferRefusal)) throw error;
    log.error({ name, problem: error.message }, 'a backup is not whole');
    await systemRepository.recordBackupCheck(database.db, name, error.message);
  }
}
