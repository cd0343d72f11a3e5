// SQL of backup codes, and of the factors that they stand in for.
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../database/database.ts';
import { adminBackupCodes, adminPasskeys, admins } from './auth.schema.ts';

/** Locks the factors of the admin until the end of the transaction. `codes`: how many are left. */
export async function lockFactors(tx: Tx, adminId: string): Promise<{ hasFactor: boolean; codes: number }> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, adminId)).for('no key update');
  const { rows } = await tx.execute<{ hasFactor: boolean; codes: number }>(sql`
    select ${admins.totpConfirmedAt} is not null
        or exists (select from ${adminPasskeys} where ${adminPasskeys.adminId} = ${admins.id}) as "hasFactor",
      (select count(*)::int from ${adminBackupCodes} where ${adminBackupCodes.adminId} = ${admins.id}) as codes
    from ${admins} where ${admins.id} = ${adminId}`);
  return rows[0] ?? { hasFactor: false, codes: 0 };
}

export async function replaceCodes(tx: Tx, adminId: string, codeHashes: string[]): Promise<void> {
  await tx.delete(adminBackupCodes).where(eq(adminBackupCodes.adminId, adminId));
  if (codeHashes.length === 0) return;
  await tx.insert(adminBackupCodes).values(codeHashes.map((codeHash) => ({ adminId, codeHash })));
}

/** Deletes the code, so that it works once. */
export async function takeCode(tx: Tx, adminId: string, codeHash: string): Promise<boolean> {
  const taken = await tx
    .delete(adminBackupCodes)
    .where(and(eq(adminBackupCodes.adminId, adminId), eq(adminBackupCodes.codeHash, codeHash)))
    .returning({ codeHash: adminBackupCodes.codeHash });
  return taken.length > 0;
}

/** Deletes app, passkeys and codes. False when there was nothing. */
export async function removeFactors(tx: Tx, adminId: string): Promise<boolean> {
  const { hasFactor } = await lockFactors(tx, adminId);
  if (!hasFactor) return false;
  const off = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.update(admins).set(off).where(eq(admins.id, adminId));
  await tx.delete(adminPasskeys).where(eq(adminPasskeys.adminId, adminId));
  await replaceCodes(tx, adminId, []);
  return true;
}
