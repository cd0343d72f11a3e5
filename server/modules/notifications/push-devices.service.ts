// The devices of admins that get push messages: add, renew, remove and test them.

import { createHash } from 'node:crypto';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { addPushDevice, renewPushDevice } from '../../../contract/notification-channels.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Admin } from '../../request-context.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import { type KindAndConfig, sealConfig } from './channel-config.ts';
import { healthyChannel } from './channel-state.ts';
import { addChannelRow, removeChannel, testChannel } from './notification-channels.service.ts';
import type { DeviceRow } from './push-devices.repository.ts';
import * as pushDevicesRepository from './push-devices.repository.ts';

type Added = InputOf<typeof addPushDevice>['body'];
type Renewal = InputOf<typeof renewPushDevice>['body'];
type Subscription = Added['subscription'];

const healthy = { ...healthyChannel, lastFailedAt: null };

/** Safe to repeat. Throws invalid_input with the field, or conflict at the limit of channels. */
export async function addDevice(
  ctx: StoreContext,
  { subscription, name, language }: Added,
  admin: Admin,
): Promise<DeviceRow> {
  checkAddress(ctx, subscription);
  return ctx.database.transaction(async (tx) => {
    await pushDevicesRepository.removeGone(tx, admin.id);
    const fingerprint = fingerprintOf(subscription);
    const known = await pushDevicesRepository.lockByFingerprint(tx, fingerprint);
    const to = configOf(subscription, { adminId: admin.id, deviceName: name });
    if (known) {
      const config = sealConfig(ctx.sealer, known.id, to);
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
    return addChannelRow(ctx, tx, { preferences, to, adminId: admin.id, fingerprint }, admin);
  });
}

/** `former` is the proof. Throws not_found for an unknown pair, invalid_input with the field. */
export async function renewDevice(ctx: StoreContext, { former, subscription }: Renewal): Promise<void> {
  checkAddress(ctx, subscription);
  await ctx.database.transaction(async (tx) => {
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
      config: sealConfig(ctx.sealer, device.id, to),
    });
    await ctx.audit.record(tx, { actor: 'system', action: 'notification_channel.renewed', subject: device.id });
  });
}

/** Throws not_found for the device of another admin. */
export async function removeDevice(ctx: StoreContext, id: string, admin: Admin): Promise<void> {
  await assertOwnDevice(ctx, id, admin);
  await removeChannel(ctx, id, admin);
}

/** Throws not_found for the device of another admin. */
export async function testDevice(ctx: StoreContext, id: string, admin: Admin): ReturnType<typeof testChannel> {
  await assertOwnDevice(ctx, id, admin);
  return testChannel(ctx, id, admin);
}

async function assertOwnDevice(ctx: StoreContext, id: string, admin: Admin): Promise<void> {
  if (!(await pushDevicesRepository.find(ctx.database.db, id, admin.id))) throw new StoreError('not_found');
}

function checkAddress(ctx: StoreContext, { endpoint }: Subscription): void {
  const reason = urlProblem(endpoint, addressRule(ctx.config, 'push'));
  if (reason !== null) throw new StoreError('invalid_input', { reason, field: 'subscription' });
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
