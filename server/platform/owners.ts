// Who may change what grants access: locked, so that a removal or another role waits.
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../database/database.ts';
import { admins } from '../modules/auth/auth.schema.ts';

/** False for an admin who was removed or is no owner any more. Else nobody changes that until the end of `tx`. */
export async function keepOwner(tx: Tx, id: string): Promise<boolean> {
  const owner = and(eq(admins.id, id), eq(admins.role, 'owner'));
  return (await tx.select({ id: admins.id }).from(admins).where(owner).for('share')).length > 0;
}
