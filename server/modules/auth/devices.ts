// Browsers that signed in before: each has its own key, stored as a hash.
import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import { adminDevices, admins } from './auth.schema.ts';

const keyBytes = 32;
/** Limit per admin; the browser that was used longest ago is removed first. */
const mostDevices = 20;

/** The ID of the known browser of this admin with the key; else null. */
export async function findDevice(
  { database }: StoreContext,
  key: string | undefined,
  email: string,
): Promise<string | null> {
  if (!key) return null;
  const [found] = await database.db
    .select({ id: adminDevices.id })
    .from(adminDevices)
    .innerJoin(admins, eq(admins.id, adminDevices.adminId))
    .where(and(eq(adminDevices.keyHash, hashKey(key)), eq(sql`lower(${admins.email})`, email.toLowerCase())));
  return found?.id ?? null;
}

/** Returns a valid key unchanged, else creates a new one. */
export async function makeDeviceKey(
  ctx: StoreContext,
  admin: Admin,
  { deviceKey, userAgent }: { deviceKey: string | undefined; userAgent: string },
): Promise<{ deviceKey: string }> {
  if (deviceKey && (await findDevice(ctx, deviceKey, admin.email))) return { deviceKey };
  const [id, key] = [ctx.ids.uuid(), ctx.ids.secretHex(keyBytes)];
  await ctx.database.transaction(async (tx) => {
    const now = dbNow(tx);
    await tx
      .insert(adminDevices)
      .values({ id, adminId: admin.id, keyHash: hashKey(key), userAgent, createdAt: now, lastUsedAt: now });
    await tx.execute(sql`
      delete from ${adminDevices} where id in (
        select id from ${adminDevices} where admin_id = ${admin.id} order by last_used_at desc, id offset ${mostDevices})`);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'device.known', subject: id });
  });
  return { deviceKey: key };
}

export async function noteDeviceUse(tx: Tx, id: string): Promise<void> {
  await tx
    .update(adminDevices)
    .set({ lastUsedAt: dbNow(tx) })
    .where(eq(adminDevices.id, id));
}

export async function removeDevices(tx: Tx, adminId: string): Promise<void> {
  await tx.delete(adminDevices).where(eq(adminDevices.adminId, adminId));
}

export async function purgeDevices(at: Queryable): Promise<void> {
  await at.execute(sql`delete from ${adminDevices} where last_used_at < ${dbNow(at)} - interval '180 days'`);
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
