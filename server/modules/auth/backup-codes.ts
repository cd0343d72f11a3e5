// Ten backup codes come with an admin's first factor. Each replaces one use of a factor, once.
import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { cleanCode } from '../../../contract/characters.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import { adminBackupCodes, adminPasskeys, admins } from './auth.schema.ts';

const backupCodeCount = 10;

async function replaceCodes(ctx: StoreContext, tx: Tx, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: backupCodeCount }, () => spaced(ctx.ids.secretHex(5)));
  await deleteCodes(tx, adminId);
  await tx.insert(adminBackupCodes).values(codes.map((code) => ({ adminId, codeHash: hashCode(ctx, code) })));
  return codes;
}

async function deleteCodes(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminBackupCodes).where(eq(adminBackupCodes.adminId, adminId));
}

/** Locks the factors of the admin until the end of the transaction. `codes`: how many are left. */
async function lockFactors(tx: Tx, adminId: string): Promise<{ hasFactor: boolean; codes: number }> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('no key update');
  const { rows } = await tx.execute<{ hasFactor: boolean; codes: number }>(sql`
    select ${admins.totpConfirmedAt} is not null
        or exists (select from ${adminPasskeys} where ${adminPasskeys.adminId} = ${admins.id}) as "hasFactor",
      (select count(*)::int from ${adminBackupCodes} where ${adminBackupCodes.adminId} = ${admins.id}) as codes
    from ${admins} where ${admins.id} = ${adminId}`);
  return rows[0] ?? { hasFactor: false, codes: 0 };
}

/** Adds a factor, and codes where it is the only one or none are left. Only this result contains them. */
export async function addFactor<T>(
  ctx: StoreContext,
  tx: Tx,
  adminId: string,
  add: () => Promise<T>,
): Promise<[T, string[]]> {
  const { hasFactor, codes } = await lockFactors(tx, adminId);
  const added = await add();
  return [added, hasFactor && codes > 0 ? [] : await replaceCodes(ctx, tx, adminId)];
}

/** Removes a factor, and the codes with the last one. */
export async function removeFactor(tx: Tx, adminId: string, remove: () => Promise<boolean>): Promise<boolean> {
  await lockFactors(tx, adminId);
  const isRemoved = await remove();
  if (!(await lockFactors(tx, adminId)).hasFactor) await deleteCodes(tx, adminId);
  return isRemoved;
}

/** Deletes app, passkeys and codes. False when there was nothing. */
export async function deleteFactors(tx: Tx, adminId: string): Promise<boolean> {
  if (!(await lockFactors(tx, adminId)).hasFactor) return false;
  const off = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.update(admins).set(off).where(eq(admins.id, adminId));
  await tx.delete(adminPasskeys).where(eq(adminPasskeys.adminId, adminId));
  await deleteCodes(tx, adminId);
  return true;
}

/** Replaces all codes of the admin. Throws conflict without a factor. */
export async function renewBackupCodes(ctx: StoreContext, admin: Admin): Promise<{ backupCodes: string[] }> {
  return ctx.database.transaction(async (tx) => {
    if (!(await lockFactors(tx, admin.id)).hasFactor) throw new StoreError('conflict', { reason: 'factor_missing' });
    const backupCodes = await replaceCodes(ctx, tx, admin.id);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'second_factor.backup_codes', subject: admin.id });
    return { backupCodes };
  });
}

/** True once for each code, which the caller's transaction consumes. */
export async function takeBackupCode(ctx: StoreContext, tx: Tx, adminId: string, code: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(adminBackupCodes)
    .where(and(eq(adminBackupCodes.adminId, adminId), eq(adminBackupCodes.codeHash, hashCode(ctx, code))));
  if (rowCount !== 1) return false;
  await ctx.audit.record(tx, { actor: `admin:${adminId}`, action: 'second_factor.backup_code', subject: adminId });
  return true;
}

function spaced(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

function hashCode({ jwtSecret }: StoreContext, code: string): string {
  return createHmac('sha256', jwtSecret)
    .update(`backup code ${cleanCode(code)}`)
    .digest('hex');
}
