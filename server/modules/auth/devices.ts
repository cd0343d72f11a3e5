// Browsers that signed in before: each has its own key, stored as a hash.
import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import * as devicesRepository from './devices.repository.ts';

export type Devices = ReturnType<typeof createDevices>;

const keyBytes = 32;
/** Limit per admin; the browser that was used longest ago is removed first. */
const mostDevices = 20;

type DevicesDeps = { database: Database; ids: Ids; audit: Audit };

export function createDevices({ database, ids, audit }: DevicesDeps) {
  const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

  return {
    /** The ID of the known browser of this admin with the key; else null. */
    async find(key: string | undefined, email: string): Promise<string | null> {
      return key ? devicesRepository.findDevice(database.db, hashOf(key), email) : null;
    },

    /** Returns a valid key unchanged, else creates a new one. */
    async makeKey(admin: Admin, { deviceKey, userAgent }: { deviceKey: string | undefined; userAgent: string }) {
      if (deviceKey && (await devicesRepository.findDevice(database.db, hashOf(deviceKey), admin.email)))
        return { deviceKey };
      const [id, key] = [ids.uuid(), ids.secretHex(keyBytes)];
      await database.transaction(async (tx) => {
        await devicesRepository.addDevice(tx, { id, adminId: admin.id, keyHash: hashOf(key), userAgent }, mostDevices);
        await audit.record(tx, { actor: `admin:${admin.id}`, action: 'device.known', subject: id });
      });
      return { deviceKey: key };
    },
  };
}
