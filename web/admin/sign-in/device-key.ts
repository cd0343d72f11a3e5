// What this browser shows at its next sign-in (D-22), so that strangers' guesses do not lock it out. Kept beside the
// token, and for longer: signing out does not forget it.
import type { Api } from '../../api.ts';

const key = 'adminDeviceKey';

export type DeviceKey = {
  read: () => string | undefined;
  /** Asks for a key, or whether the one that is there is still good. Never throws: without one the next sign-in works too. */
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
      // Asked again at the next sign-in.
    }
  }

  return { read, renew };
}
