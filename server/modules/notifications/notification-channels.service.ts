// The channels that notify the operator, with the devices that get push messages: add, change, remove and test them.
import { createHash } from 'node:crypto';
import { isPlainAddress } from '../../../contract/email-address.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import type { addPushDevice, ChannelConfigs, renewPushDevice } from '../../../contract/notification-channels.ts';
import type { ChannelKind } from '../../../contract/notification-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { keepOwner } from '../../platform/owners.ts';
import type { Admin } from '../../request-context.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import {
  computeChannelState,
  healthyChannel,
  type KindAndConfig,
  openConfig,
  sealConfig,
  withKeptSecrets,
} from './channel-config.ts';
import { composeMessage } from './compose-message.ts';
import type { ChannelRow } from './notifications.repository.ts';
import * as notificationsRepository from './notifications.repository.ts';
import { recordHealth, sendToChannel } from './send-notifications.ts';

/** A limit far above the number of channels of one store. */
const mostChannels = 20;
/** Nothing of an earlier failure is left. */
const healthy = { ...healthyChannel, lastFailedAt: null };

export type ChannelPreferences = Pick<
  ChannelRow,
  'name' | 'kinds' | 'leastSeverity' | 'quietFrom' | 'quietUntil' | 'language'
>;
export type ListedChannel = ChannelRow & { opened: ChannelConfigs[ChannelKind] | null };
/** A configuration of a kind that admins add by hand. */
export type AddedKind = Exclude<KindAndConfig, { kind: 'web-push' }>;

export async function listChannels(ctx: StoreContext): Promise<ListedChannel[]> {
  return (await notificationsRepository.listChannels(ctx.database.db)).map((row) => withConfig(ctx, row));
}

/** Of the enabled channels: how many fail, the latest message, and what the other side of a failing one returned. */
export async function readChannelFigures(ctx: StoreContext) {
  const states = (await listChannels(ctx)).map((row) => ({
    row,
    state: computeChannelState({ ...row, isSealed: row.opened === null }),
  }));
  const enabled = states.filter(({ state }) => state !== 'off');
  const failing = enabled.filter(({ state }) => state === 'failing');
  const sent = enabled.map(({ row }) => row.lastSentAt).filter((at) => at !== null);
  return {
    enabled: enabled.length,
    failing: failing.length,
    sentAt: sent.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
    problem: failing[0]?.row.lastAnswerCoded ?? failing[0]?.row.lastAnswer ?? null,
  };
}

/** Throws invalid_input with the field, or conflict. */
export async function addChannel(
  ctx: StoreContext,
  { to, ...preferences }: ChannelPreferences & { to: AddedKind },
  admin: Admin,
): Promise<ListedChannel> {
  checkQuietHours(preferences);
  assertValidConfig(ctx, withKeptSecrets(to, null));
  const row = await ctx.database.transaction(async (tx) => {
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    return addChannelRow(ctx, tx, { preferences, to, adminId: null, fingerprint: null }, admin);
  });
  return withConfig(ctx, row);
}

/** Adds a channel in the caller's transaction, with its audit entry. Throws conflict. */
async function addChannelRow(
  ctx: StoreContext,
  tx: Tx,
  added: { preferences: ChannelPreferences; to: KindAndConfig } & Pick<ChannelRow, 'adminId' | 'fingerprint'>,
  admin: Admin,
): Promise<ChannelRow> {
  if ((await notificationsRepository.countChannels(tx)) >= mostChannels) {
    throw new StoreError('conflict', { reason: storeMessage('too_many_channels', { most: mostChannels }) });
  }
  const { preferences, to, adminId, fingerprint } = added;
  const id = ctx.ids.uuid();
  const config = sealConfig(ctx.sealer, id, to);
  const channel = { id, kind: to.kind, config, adminId, fingerprint, enabled: true, ...preferences };
  const row = await notificationsRepository.addChannel(tx, channel);
  await recordAct(ctx, tx, admin, 'created', id, { kind: to.kind, name: preferences.name });
  return row;
}

/** Throws invalid_input with the field, or not_found. */
export async function changeChannel(
  ctx: StoreContext,
  id: string,
  { to: sent, enabled, ...preferences }: ChannelPreferences & { enabled: boolean; to?: AddedKind | undefined },
  admin: Admin,
): Promise<ListedChannel> {
  checkQuietHours(preferences);
  const row = await ctx.database.transaction(async (tx) => {
    const before = await notificationsRepository.lockChannel(tx, { id });
    if (!before) throw new StoreError('not_found');
    if (!(await keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
    if (sent && sent.kind !== before.kind) {
      throw new StoreError('invalid_input', { field: 'to', reason: 'channel_kind_fixed' });
    }
    const to = sent && withKeptSecrets(sent, openConfig(ctx.sealer, before));
    if (to) assertValidConfig(ctx, to);
    const config = to && { config: sealConfig(ctx.sealer, id, to) };
    // Earlier failures do not apply to a new address, nor to a channel that was switched on again.
    const isRestarted = to !== undefined || (enabled && !before.enabled);
    const health = isRestarted ? healthy : {};
    if (!enabled) {
      await notificationsRepository.dropWaiting(tx, id, 'The channel was switched off.');
      await notificationsRepository.clearWindows(tx, id);
    }
    const after = await notificationsRepository.changeChannel(tx, id, {
      ...preferences,
      enabled,
      ...config,
      ...health,
    });
    if (!after) throw new StoreError('not_found');
    const details = { kind: before.kind, name: preferences.name, enabled, newConfig: to !== undefined };
    await recordAct(ctx, tx, admin, 'changed', id, details);
    return after;
  });
  return withConfig(ctx, row);
}

/** Throws not_found. */
export async function removeChannel(ctx: StoreContext, id: string, admin: Admin): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const before = await notificationsRepository.lockChannel(tx, { id });
    if (!before) throw new StoreError('not_found');
    await notificationsRepository.removeChannel(tx, id);
    await recordAct(ctx, tx, admin, 'removed', id, { kind: before.kind, name: before.name });
  });
}

/** Sends at once, before pending messages. Throws not_found. */
export async function testChannel(
  ctx: StoreContext,
  id: string,
  admin: Admin,
): Promise<{ arrived: boolean; answer: StoreMessage }> {
  const channel = await notificationsRepository.findChannel(ctx.database.db, id);
  if (!channel) throw new StoreError('not_found');
  const content = composeMessage(
    { kind: 'test', severity: 'info', count: 1, facts: {} },
    { language: channel.language, publicUrl: ctx.config.publicUrl },
  );
  const message = { ...content, id: ctx.ids.uuid(), kind: 'test' as const, severity: 'info' as const, badge: null };
  const result = await sendToChannel(ctx, channel, { ...message, sentAt: ctx.clock.now() });
  await ctx.database.transaction(async (tx) => {
    await recordHealth(ctx, tx, channel, result);
    await recordAct(ctx, tx, admin, 'tested', id, { outcome: result.outcome });
  });
  return { arrived: result.outcome === 'ok', answer: result.answer };
}

async function recordAct(
  ctx: StoreContext,
  tx: Tx,
  { id }: Admin,
  act: 'created' | 'changed' | 'removed' | 'tested',
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await ctx.audit.record(tx, { actor: `admin:${id}`, action: `notification_channel.${act}`, subject, details });
}

/** Throws invalid_input with the field. */
function assertValidConfig(ctx: StoreContext, to: KindAndConfig): void {
  const reason = configProblem(ctx, to);
  if (reason) throw new StoreError('invalid_input', { field: 'to', reason });
}

function withConfig(ctx: StoreContext, row: ChannelRow): ListedChannel {
  return { ...row, opened: openConfig(ctx.sealer, row) };
}

function configProblem({ config: { mode } }: StoreContext, { kind, config }: KindAndConfig): StoreMessage | null {
  const check = (url: string) => urlProblem(url, addressRule({ mode }, 'channel'));
  if (kind === 'email') return isPlainAddress(config.address) ? null : { code: 'channel_email_missing' };
  if (kind === 'ntfy') return check(config.server);
  return 'url' in config ? check(config.url) : null;
}

function checkQuietHours({ quietFrom, quietUntil }: ChannelPreferences): void {
  if ((quietFrom === null) === (quietUntil === null)) return;
  throw new StoreError('invalid_input', { field: 'quietFrom', reason: 'quiet_hours_incomplete' });
}

type Added = InputOf<typeof addPushDevice>['body'];
type Renewal = InputOf<typeof renewPushDevice>['body'];
type Subscription = Added['subscription'];

/** Safe to repeat. Throws invalid_input with the field, or conflict at the limit of channels. */
export async function addDevice(
  ctx: StoreContext,
  { subscription, name, language }: Added,
  admin: Admin,
): Promise<ChannelRow> {
  checkAddress(ctx, subscription);
  return ctx.database.transaction(async (tx) => {
    await notificationsRepository.removeGoneDevices(tx, admin.id);
    const fingerprint = computeFingerprint(subscription);
    const known = await notificationsRepository.lockChannel(tx, { fingerprint });
    const to = toConfig(subscription, { adminId: admin.id, deviceName: name });
    if (known) {
      const config = sealConfig(ctx.sealer, known.id, to);
      const change = { ...healthy, adminId: admin.id, name, language, config, enabled: true };
      await notificationsRepository.changeChannel(tx, known.id, change);
      return { ...known, ...change };
    }
    const everything = { kinds: null, leastSeverity: 'info', quietFrom: null, quietUntil: null } as const;
    const preferences = { name, language, ...everything };
    return addChannelRow(ctx, tx, { preferences, to, adminId: admin.id, fingerprint }, admin);
  });
}

/** `former` is the proof. Throws not_found for an unknown pair, invalid_input with the field. */
export async function renewDevice(ctx: StoreContext, { former, subscription }: Renewal): Promise<void> {
  checkAddress(ctx, subscription);
  await ctx.database.transaction(async (tx) => {
    const device = await notificationsRepository.lockChannel(tx, { fingerprint: computeFingerprint(former) });
    if (!device?.adminId) throw new StoreError('not_found');
    const fingerprint = computeFingerprint(subscription);
    // Two pages of the browser renewed it at the same time.
    if (await notificationsRepository.lockChannel(tx, { fingerprint })) return;
    const to = toConfig(subscription, { adminId: device.adminId, deviceName: device.name });
    const config = sealConfig(ctx.sealer, device.id, to);
    await notificationsRepository.changeChannel(tx, device.id, { ...healthy, fingerprint, config });
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
  if (!(await notificationsRepository.findDevice(ctx.database.db, id, admin.id))) throw new StoreError('not_found');
}

function checkAddress(ctx: StoreContext, { endpoint }: Subscription): void {
  const reason = urlProblem(endpoint, addressRule(ctx.config, 'push'));
  if (reason !== null) throw new StoreError('invalid_input', { reason, field: 'subscription' });
}

function toConfig(subscription: Subscription, whose: { adminId: string; deviceName: string }): KindAndConfig {
  return { kind: 'web-push', config: { ...subscription, ...whose } };
}

/** Finds a subscription without decrypting any: both values are needed to compute it. */
function computeFingerprint({ endpoint, auth }: Pick<Subscription, 'endpoint' | 'auth'>): string {
  return createHash('sha256')
    .update(`${auth.replace(/=+$/, '')} ${endpoint}`)
    .digest('hex');
}
