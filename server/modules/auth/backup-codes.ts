// Ten backup codes come with an admin's first factor. Each replaces one use of a factor, once.
import { createHmac } from 'node:crypto';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import * as backupCodesRepository from './backup-codes.repository.ts';

const backupCodeCount = 10;

export type BackupCodes = ReturnType<typeof createBackupCodes>;

type BackupCodesDeps = {
  database: Database;
  ids: Ids;
  audit: Audit;
  /** Key of the stored hashes. */
  secret: string;
};

export function createBackupCodes({ database, ids, audit, secret }: BackupCodesDeps) {
  const hashOf = (code: string) =>
    createHmac('sha256', secret)
      .update(`backup code ${cleanCode(code)}`)
      .digest('hex');

  async function replace(tx: Tx, adminId: string): Promise<string[]> {
    const codes = Array.from({ length: backupCodeCount }, () => spaced(ids.secretHex(5)));
    await backupCodesRepository.replaceCodes(tx, adminId, codes.map(hashOf));
    return codes;
  }

  /** Adds a factor, and codes where it is the only one or none are left. Only this result contains them. */
  async function adding<T>(tx: Tx, adminId: string, addFactor: () => Promise<T>): Promise<[T, string[]]> {
    const { hasFactor, codes } = await backupCodesRepository.lockFactors(tx, adminId);
    const added = await addFactor();
    return [added, hasFactor && codes > 0 ? [] : await replace(tx, adminId)];
  }

  /** Removes a factor, and the codes with the last one. */
  async function removing(tx: Tx, adminId: string, removeFactor: () => Promise<boolean>): Promise<boolean> {
    await backupCodesRepository.lockFactors(tx, adminId);
    const isRemoved = await removeFactor();
    if (!(await backupCodesRepository.lockFactors(tx, adminId)).hasFactor)
      await backupCodesRepository.replaceCodes(tx, adminId, []);
    return isRemoved;
  }

  /** Replaces all codes of the admin. Throws conflict without a factor. */
  async function renew(admin: Admin): Promise<{ backupCodes: string[] }> {
    return database.transaction(async (tx) => {
      if (!(await backupCodesRepository.lockFactors(tx, admin.id)).hasFactor)
        throw new StoreError('conflict', { reason: 'factor_missing' });
      const backupCodes = await replace(tx, admin.id);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.backup_codes', subject: admin.id });
      return { backupCodes };
    });
  }

  /** True once for each code, which the caller's transaction consumes. */
  async function take(tx: Tx, adminId: string, code: string): Promise<boolean> {
    if (!(await backupCodesRepository.takeCode(tx, adminId, hashOf(code)))) return false;
    await audit.record(tx, { actor: `admin:${adminId}`, action: 'second_factor.backup_code', subject: adminId });
    return true;
  }

  return { adding, removing, renew, take };
}

function spaced(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
