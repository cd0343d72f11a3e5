// A key of this browser for its next sign-in, so that failed sign-ins of others do not lock it out. Signing out keeps
// it.
import type { Api } from '../../api.ts';

const key = 'adminDeviceKey';

export type DeviceKey = {
  read: () => string | undefined;
  /** Requests a key, or checks the stored one. Never throws: the next sign-in works without one, too. */
  renew: (api: Api) => Promise<void>;
};

export function createDeviceKey(storage: Storage | null): DeviceKey {
  function read(): string | undefined {
    try {
      return storage?.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  async function renew(api: Api): Promise<void> {
    const kept = read();
    try {
      const { deviceKey } = await api.call('POST /api/admin/device-key', { body: kept ? { deviceKey: kept } : {} });
      storage?.setItem(key, deviceKey);
    } catch {
      // The next sign-in requests it again.
    }
  }

  return { read, renew };
}
