// SQL of the browsers that admins signed in with.
import { and, eq, sql } from 'drizzle-orm';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { adminDevices, admins } from './auth.schema.ts';

export async function findDevice(db: Queryable, keyHash: string, email: string): Promise<string | null> {
  const [found] = await db
    .select({ id: adminDevices.id })
    .from(adminDevices)
    .innerJoin(admins, eq(admins.id, adminDevices.adminId))
    .where(and(eq(adminDevices.keyHash, keyHash), eq(sql`lower(${admins.email})`, email.toLowerCase())));
  return found?.id ?? null;
}

export async function addDevice(
  tx: Tx,
  device: { id: string; adminId: string; keyHash: string; userAgent: string },
  most: number,
): Promise<void> {
  await tx.insert(adminDevices).values({ ...device, createdAt: dbNow(tx), lastUsedAt: dbNow(tx) });
  // Deletes the browsers beyond `most` that were used longest ago.
  await tx.execute(sql`
    delete from ${adminDevices} where id in (
      select id from ${adminDevices} where admin_id = ${device.adminId} order by last_used_at desc, id offset ${most})`);
}

export async function noteUse(tx: Tx, id: string): Promise<void> {
  await tx
    .update(adminDevices)
    .set({ lastUsedAt: dbNow(tx) })
    .where(eq(adminDevices.id, id));
}

export async function removeDevices(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminDevices).where(eq(adminDevices.adminId, adminId));
}

export async function purgeUnused(at: Queryable): Promise<void> {
  await at.execute(sql`delete from ${adminDevices} where last_used_at < ${dbNow(at)} - interval '180 days'`);
}
