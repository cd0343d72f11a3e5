// Endpoints of the owner's address.
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { cancelOwnerAddress, changeOwnerAddress, readOwnerAddress } from './owner-address.ts';

export const ownerAddressRoutes: Routes<'getOwnerAddress' | 'setOwnerAddress' | 'cancelOwnerAddress'> = {
  getOwnerAddress: (ctx) => readOwnerAddress(ctx),
  setOwnerAddress: (ctx, { body }, call) => changeOwnerAddress(ctx, body.address, adminOf(call)),
  cancelOwnerAddress: (ctx, _input, call) => cancelOwnerAddress(ctx, adminOf(call)),
};
