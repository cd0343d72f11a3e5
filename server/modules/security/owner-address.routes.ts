// Endpoints of the owner's address.
import { adminOf, type Handlers } from '../../request-context.ts';
import type { OwnerAddress } from './owner-address.ts';

export function ownerAddressRoutes(
  owner: OwnerAddress,
): Handlers<'getOwnerAddress' | 'setOwnerAddress' | 'cancelOwnerAddress'> {
  return {
    getOwnerAddress: () => owner.read(),
    setOwnerAddress: ({ body }, call) => owner.change(body.address, adminOf(call)),
    cancelOwnerAddress: (_input, call) => owner.cancel(adminOf(call)),
  };
}
