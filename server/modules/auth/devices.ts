// Browsers that signed in before: each has its own key, stored as a hash.
import { createHash } from 'node:crypto';
import type { StoreContext } from '../../context.ts';
import type { Admin } from '../../request-context.ts';
import * as devicesRepository from './devices.repository.ts';

const keyBytes = 32;
/** Limit per admin; the browser that was used longest ago is removed first. */
const mostDevices = 20;

/** The ID of the known browser of this admin with the key; else null. */
export async function findDevice(
  { database }: StoreContext,
  key: string | undefined,
  email: string,
): Promise<string | null> {
  return key ? devicesRepository.findDevice(database.db, hashOf(key), email) : null;
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
    await devicesRepository.addDevice(tx, { id, adminId: admin.id, keyHash: hashOf(key), userAgent }, mostDevices);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'device.known', subject: id });
  });
  return { deviceKey: key };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
