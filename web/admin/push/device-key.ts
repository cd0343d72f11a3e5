// Whether push messages are on in this browser. Apart from what turns them on, which few pages load.
import { browserStorage } from '../sign-in/token-storage.ts';

export const deviceKey = 'adminPushDevice';

export function hasDevice(): boolean {
  try {
    return browserStorage()?.getItem(deviceKey) != null;
  } catch {
    return false;
  }
}
