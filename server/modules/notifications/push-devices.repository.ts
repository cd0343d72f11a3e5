// SQL of the devices that get push messages: the channels of the kind web-push.
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../database/database.ts';
import { notificationChannels } from './notifications.schema.ts';

export type DeviceRow = typeof notificationChannels.$inferSelect;
const { id, adminId, kind, fingerprint, goneAt, createdAt } = notificationChannels;

function of(admin: string) {
  return and(eq(kind, 'web-push'), eq(adminId, admin));
}

export async function list(db: Queryable, admin: string): Promise<DeviceRow[]> {
  return db.select().from(notificationChannels).where(of(admin)).orderBy(asc(createdAt), asc(id));
}

export async function find(at: Queryable, device: string, admin: string): Promise<DeviceRow | null> {
  const [found] = await at
    .select()
    .from(notificationChannels)
    .where(and(of(admin), eq(id, device)));
  return found ?? null;
}

/** Locks the device until the end of the transaction. */
export async function lockByFingerprint(tx: Tx, wanted: string): Promise<DeviceRow | null> {
  const [found] = await tx.select().from(notificationChannels).where(eq(fingerprint, wanted)).for('update');
  return found ?? null;
}

export async function change(tx: Tx, device: string, change: Partial<DeviceRow>): Promise<DeviceRow> {
  // The caller holds the row lock.
  const [changed] = await tx.update(notificationChannels).set(change).where(eq(id, device)).returning();
  if (!changed) throw new Error('The device to change is gone.');
  return changed;
}

/** Of this admin, those whose subscription has ended. */
export async function removeGone(tx: Tx, admin: string): Promise<void> {
  await tx.delete(notificationChannels).where(and(of(admin), isNotNull(goneAt)));
}
