// The devices of admins that get push messages: add, renew, remove and test them.
import { createHash } from 'node:crypto';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { addPushDevice, renewPushDevice } from '../../../contract/push-devices.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import { type KindAndConfig, sealConfig } from './channel-config.ts';
import { healthyChannel } from './channel-state.ts';
import type { NotificationChannels } from './notification-channels.service.ts';
import type { DeviceRow } from './push-devices.repository.ts';
import * as pushDevicesRepository from './push-devices.repository.ts';

type Added = InputOf<typeof addPushDevice>['body'];
type Renewal = InputOf<typeof renewPushDevice>['body'];
type Subscription = Added['subscription'];

export type PushDevicesDeps = {
  database: Database;
  channels: Pick<NotificationChannels, 'addRow' | 'remove' | 'test'>;
  sealer: Sealer;
  audit: Audit;
  /** The public key of the store, for browsers. */
  key: string;
  /** Why an address is not allowed; null for an allowed one. */
  urlProblem: (url: string) => StoreMessage | null;
};

export type PushDevices = ReturnType<typeof createPushDevices>;

const healthy = { ...healthyChannel, lastFailedAt: null };

export function createPushDevices(deps: PushDevicesDeps) {
  const { database, channels, sealer, audit, key } = deps;

  /** Safe to repeat. Throws invalid_input with the field, or conflict at the limit of channels. */
  async function add({ subscription, name, language }: Added, admin: Admin): Promise<DeviceRow> {
    checkAddress(subscription);
    return database.transaction(async (tx) => {
      await pushDevicesRepository.removeGone(tx, admin.id);
      const fingerprint = fingerprintOf(subscription);
      const known = await pushDevicesRepository.lockByFingerprint(tx, fingerprint);
      const to = configOf(subscription, { adminId: admin.id, deviceName: name });
      if (known) {
        const config = sealConfig(sealer, known.id, to);
        return pushDevicesRepository.change(tx, known.id, {
          ...healthy,
          adminId: admin.id,
          name,
          language,
          config,
          enabled: true,
        });
      }
      const preferences = {
        name,
        language,
        kinds: null,
        leastSeverity: 'info' as const,
        quietFrom: null,
        quietUntil: null,
      };
      return channels.addRow(tx, { preferences, to, adminId: admin.id, fingerprint }, admin);
    });
  }

  /** `former` is the proof. Throws not_found for an unknown pair, invalid_input with the field. */
  async function renew({ former, subscription }: Renewal): Promise<void> {
    checkAddress(subscription);
    await database.transaction(async (tx) => {
      const device = await pushDevicesRepository.lockByFingerprint(tx, fingerprintOf(former));
      if (!device?.adminId) throw new StoreError('not_found');
      const fingerprint = fingerprintOf(subscription);
      const other = await pushDevicesRepository.lockByFingerprint(tx, fingerprint);
      // Two pages of the browser renewed it at the same time.
      if (other) return;
      const to = configOf(subscription, { adminId: device.adminId, deviceName: device.name });
      await pushDevicesRepository.change(tx, device.id, {
        ...healthy,
        fingerprint,
        config: sealConfig(sealer, device.id, to),
      });
      await audit.record(tx, { actor: 'system', action: 'notification_channel.renewed', subject: device.id });
    });
  }

  /** Throws not_found for the device of another admin. */
  async function remove(id: string, admin: Admin): Promise<void> {
    await assertOwnDevice(id, admin);
    await channels.remove(id, admin);
  }

  /** Throws not_found for the device of another admin. */
  async function test(id: string, admin: Admin): ReturnType<NotificationChannels['test']> {
    await assertOwnDevice(id, admin);
    return channels.test(id, admin);
  }

  async function assertOwnDevice(id: string, admin: Admin): Promise<void> {
    if (!(await pushDevicesRepository.find(database.db, id, admin.id))) throw new StoreError('not_found');
  }

  function checkAddress({ endpoint }: Subscription): void {
    const reason = deps.urlProblem(endpoint);
    if (reason !== null) throw new StoreError('invalid_input', { reason, field: 'subscription' });
  }

  return { key, list: ({ id }: Admin) => pushDevicesRepository.list(database.db, id), add, renew, remove, test };
}

function configOf(subscription: Subscription, whose: { adminId: string; deviceName: string }): KindAndConfig {
  return { kind: 'web-push', config: { ...subscription, ...whose } };
}

/** Finds a subscription without opening any; only who has both values can name it. */
function fingerprintOf({ endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>): string {
  return createHash('sha256')
    .update(`${auth.replace(/=+$/, '')} ${endpoint}`)
    .digest('hex');
}
