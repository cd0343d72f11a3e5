// Ten backup codes come with an admin's first factor. Each replaces one use of a factor, once.
import { createHmac } from 'node:crypto';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as backupCodesRepository from './backup-codes.repository.ts';

const backupCodeCount = 10;

async function replaceCodes(ctx: StoreContext, tx: Tx, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: backupCodeCount }, () => spaced(ctx.ids.secretHex(5)));
  await backupCodesRepository.replaceCodes(
    tx,
    adminId,
    codes.map((code) => hashOf(ctx, code)),
  );
  return codes;
}

/** Adds a factor, and codes where it is the only one or none are left. Only this result contains them. */
export async function addFactor<T>(
  ctx: StoreContext,
  tx: Tx,
  adminId: string,
  add: () => Promise<T>,
): Promise<[T, string[]]> {
  const { hasFactor, codes } = await backupCodesRepository.lockFactors(tx, adminId);
  const added = await add();
  return [added, hasFactor && codes > 0 ? [] : await replaceCodes(ctx, tx, adminId)];
}

/** Removes a factor, and the codes with the last one. */
export async function removeFactor(tx: Tx, adminId: string, remove: () => Promise<boolean>): Promise<boolean> {
  await backupCodesRepository.lockFactors(tx, adminId);
  const isRemoved = await remove();
  if (!(await backupCodesRepository.lockFactors(tx, adminId)).hasFactor)
    await backupCodesRepository.replaceCodes(tx, adminId, []);
  return isRemoved;
}

/** Replaces all codes of the admin. Throws conflict without a factor. */
export async function renewBackupCodes(ctx: StoreContext, admin: Admin): Promise<{ backupCodes: string[] }> {
  return ctx.database.transaction(async (tx) => {
    if (!(await backupCodesRepository.lockFactors(tx, admin.id)).hasFactor)
      throw new StoreError('conflict', { reason: 'factor_missing' });
    const backupCodes = await replaceCodes(ctx, tx, admin.id);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.backup_codes', subject: admin.id });
    return { backupCodes };
  });
}

/** True once for each code, which the caller's transaction consumes. */
export async function takeBackupCode(ctx: StoreContext, tx: Tx, adminId: string, code: string): Promise<boolean> {
  if (!(await backupCodesRepository.takeCode(tx, adminId, hashOf(ctx, code)))) return false;
  await ctx.audit.record(tx, { actor: `admin:${adminId}`, action: 'second_factor.backup_code', subject: adminId });
  return true;
}

function spaced(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

function hashOf({ jwtSecret }: StoreContext, code: string): string {
  return createHmac('sha256', jwtSecret)
    .update(`backup code ${cleanCode(code)}`)
    .digest('hex');
}
