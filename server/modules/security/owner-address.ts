// The address that notices about access and money go to. A change waits a day, and the present address gets an
// email at once: who takes over an admin's session cannot silence the owner.

import { ownerAddressHours } from '../../../contract/account-rules.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as ownerAddressRepository from './owner-address.repository.ts';

/** The address for alerts, and one that waits for its confirmation. */
export async function readOwnerAddress(ctx: StoreContext) {
  const [set, address, pending, mail] = await Promise.all([
    ownerAddressRepository.findSet(ctx.database.db),
    ownerAddressRepository.findAddress(ctx.database.db),
    ownerAddressRepository.findPending(ctx.database.db),
    ctx.infrastructure.mail(),
  ]);
  return {
    address: address ?? '',
    is_set: set !== null,
    can_mail: mail !== null,
    pending: pending && {
      address: pending.address,
      takes_effect_at: pending.takesEffectAt.toISOString(),
      requested_by: pending.requestedBy,
    },
  };
}

/** Throws invalid_input for a text that is no email address. */
export async function changeOwnerAddress(ctx: StoreContext, wanted: string, admin: Admin) {
  const address = normalAddress(wanted);
  if (!isAcceptableEmail(address)) {
    throw new StoreError('invalid_input', { field: 'address', reason: 'email_invalid' });
  }
  const zone = await ctx.settings.timeZone();
  await ctx.database.transaction(async (tx) => {
    await ownerAddressRepository.lockChanges(tx);
    await ownerAddressRepository.cancelPending(tx);
    const present = await ownerAddressRepository.findSet(tx);
    if (present === address) return;
    // Read before the change: the notice goes to the former address.
    const recipient = await ownerAddressRepository.findAddress(tx);
    const isFirst = present === null && !(await ownerAddressRepository.isStoreOpened(tx));
    const delayHours = isFirst ? 0 : ownerAddressHours;
    const effect = await ownerAddressRepository.addAddress(tx, { address, requestedBy: admin.email, delayHours });
    const from = delayHours === 0 ? null : timeIn(zone, effect);
    await ctx.alerts.raise(tx, {
      type: 'owner_address',
      severity: 'high',
      message: storeMessage('owner_address_changes', { address, from }),
      details: { email: admin.email },
      recipient,
      isMailedAtOnce: true,
    });
    const details = { delayHours };
    const entry = { actor: `admin:${admin.id}`, action: 'owner_address.changed', subject: 'owner-address', details };
    await ctx.audit.record(tx, { ...entry, personal: { address } });
  });
  return readOwnerAddress(ctx);
}

/** Removes the address that waits for its confirmation. */
export async function cancelOwnerAddress(ctx: StoreContext, admin: Admin) {
  await ctx.database.transaction(async (tx) => {
    if ((await ownerAddressRepository.cancelPending(tx)) === 0) return;
    const entry = { actor: `admin:${admin.id}`, action: 'owner_address.canceled', subject: 'owner-address' };
    await ctx.audit.record(tx, entry);
  });
  return readOwnerAddress(ctx);
}

/**
 * Keeps the address that got the notices so far when the support email changes, so that a change cannot silence the owner.
 * Called before the save.
 */
export async function keepOwnerAddress(tx: Queryable): Promise<void> {
  if ((await ownerAddressRepository.findSet(tx)) !== null) return;
  const previous = await ownerAddressRepository.findAddress(tx);
  if (previous === null) return;
  await ownerAddressRepository.addAddress(tx, { address: previous, requestedBy: 'system', delayHours: 0 });
}
