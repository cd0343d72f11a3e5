// The code of a buyer's address: equal for one address, so that orders can be counted by it, and readable only with the
// store's key, so that an alert can name the address.
import { addressKey } from '../request-context.ts';
import type { Sealer } from './secrets.ts';

export type AddressCodes = ReturnType<typeof createAddressCodes>;

const purpose = 'buyer address';

export function createAddressCodes(sealer: Sealer) {
  return {
    toCode: (ip: string): string => sealer.sealSame(addressKey(ip), purpose),

    /** An IPv4 address, or the /64 network of an IPv6 one. Null for a code of another key or of an earlier version. */
    findAddress(code: string): string | null {
      const address = sealer.open(code, purpose);
      return address === 'unknown' ? null : address;
    },
  };
}
