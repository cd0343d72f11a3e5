// The address that notices about access and money go to. A change waits a day, and the present address gets an
// email at once: who takes over an admin's session cannot silence the owner.
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { ownerAddressHours } from '../../../contract/owner-address-rules.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import * as ownerAddressRepository from './owner-address.repository.ts';

export type OwnerAddressDeps = {
  database: Database;
  alerts: Alerts;
  audit: Audit;
  settings: Pick<Settings, 'timeZone'>;
  canMail: boolean;
};

export type OwnerAddress = ReturnType<typeof createOwnerAddress>;

export function createOwnerAddress({ database, alerts, audit, settings, canMail }: OwnerAddressDeps) {
  async function read() {
    const [set, address, pending] = await Promise.all([
      ownerAddressRepository.findSet(database.db),
      ownerAddressRepository.findAddress(database.db),
      ownerAddressRepository.findPending(database.db),
    ]);
    return {
      address: address ?? '',
      is_set: set !== null,
      can_mail: canMail,
      pending: pending && {
        address: pending.address,
        takes_effect_at: pending.takesEffectAt.toISOString(),
        requested_by: pending.requestedBy,
      },
    };
  }

  /** Throws invalid_input for a text that is no email address. */
  async function change(wanted: string, admin: Admin) {
    const address = normalAddress(wanted);
    if (!isAcceptableEmail(address)) {
      throw new StoreError('invalid_input', { field: 'address', reason: 'email_invalid' });
    }
    const zone = await settings.timeZone();
    await database.transaction(async (tx) => {
      await ownerAddressRepository.lockChanges(tx);
      await ownerAddressRepository.cancelPending(tx);
      const present = await ownerAddressRepository.findSet(tx);
      if (present === address) return;
      // Read before the change: the notice goes to the address of before.
      const recipient = await ownerAddressRepository.findAddress(tx);
      const isFirst = present === null && !(await ownerAddressRepository.isStoreOpened(tx));
      const delayHours = isFirst ? 0 : ownerAddressHours;
      const effect = await ownerAddressRepository.addAddress(tx, { address, requestedBy: admin.email, delayHours });
      const from = delayHours === 0 ? null : timeIn(zone, effect);
      await alerts.raise(tx, {
        type: 'owner_address',
        severity: 'high',
        message: storeMessage('owner_address_changes', { address, from }),
        details: { email: admin.email },
        recipient,
        isMailedAtOnce: true,
      });
      const details = { delayHours };
      const entry = { actor: `admin:${admin.id}`, action: 'owner_address.changed', subject: 'owner-address', details };
      await audit.record(tx, { ...entry, personal: { address } });
    });
    return read();
  }

  async function cancel(admin: Admin) {
    await database.transaction(async (tx) => {
      if ((await ownerAddressRepository.cancelPending(tx)) === 0) return;
      const entry = { actor: `admin:${admin.id}`, action: 'owner_address.canceled', subject: 'owner-address' };
      await audit.record(tx, entry);
    });
    return read();
  }

  return { read, change, cancel };
}

/** The support email of a live store cannot be replaced to silence the owner: the one of before stays the address. */
export async function keepOwnerAddress(tx: Queryable, previous: string): Promise<void> {
  if ((await ownerAddressRepository.findSet(tx)) !== null) return;
  await ownerAddressRepository.addAddress(tx, { address: previous, requestedBy: 'system', delayHours: 0 });
}
