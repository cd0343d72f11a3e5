// The channels that notify the operator: add, change, remove and test them.

import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { ChannelConfigs } from '../../../contract/notification-channels.ts';
import type { ChannelKind, NotificationKind, Severity } from '../../../contract/notification-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Admin } from '../../request-context.ts';
import { type KindAndConfig, openConfig, sealConfig, withKeptSecrets } from './channel-config.ts';
import { channelStateOf, healthyChannel } from './channel-state.ts';
import { composeMessage } from './compose-message.ts';
import * as messagesRepository from './messages.repository.ts';
import * as notificationChannelsRepository from './notification-channels.repository.ts';
import type { ChannelRow } from './plan.repository.ts';
import type { SendNotifications } from './send-notifications.ts';

/** A limit far above the number of channels of one store. */
const mostChannels = 20;

export type ChannelPreferences = {
  name: string;
  kinds: NotificationKind[] | null;
  leastSeverity: Severity;
  quietFrom: number | null;
  quietUntil: number | null;
  language: AdminLanguage;
};
export type ListedChannel = ChannelRow & { opened: ChannelConfigs[ChannelKind] | null };
/** A configuration of a kind that admins add by hand. */
export type AddedKind = Exclude<KindAndConfig, { kind: 'web-push' }>;

export type NotificationChannelsDeps = {
  database: Database;
  sender: SendNotifications;
  sealer: Sealer;
  audit: Audit;
  ids: Ids;
  clock: Clock;
  publicUrl: string;
  keepOwner: (tx: Tx, adminId: string) => Promise<boolean>;
  /** Why a configuration is not acceptable, with its field; null where it is. */
  configProblem: (of: KindAndConfig) => { field: string; reason: StoreMessage } | null;
};

export type NotificationChannels = ReturnType<typeof createNotificationChannels>;

export function createNotificationChannels(deps: NotificationChannelsDeps) {
  const { database, sender, sealer, audit, ids, clock, publicUrl } = deps;

  async function list(): Promise<ListedChannel[]> {
    return (await notificationChannelsRepository.list(database.db)).map(withConfig);
  }

  /** Of the enabled channels: how many fail, the latest message, and what the other side of a failing one returned. */
  async function readFigures() {
    const states = (await list()).map((row) => ({
      row,
      state: channelStateOf({ ...row, isSealed: row.opened === null }),
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
  async function add(
    { to, ...preferences }: ChannelPreferences & { to: AddedKind },
    admin: Admin,
  ): Promise<ListedChannel> {
    checkQuietHours(preferences);
    assertValidConfig(withKeptSecrets(to, null));
    const row = await database.transaction(async (tx) => {
      if (!(await deps.keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
      return addRow(tx, { preferences, to, adminId: null, fingerprint: null }, admin);
    });
    return withConfig(row);
  }

  /** Adds a channel in the caller's transaction, with its audit entry. Throws conflict. */
  async function addRow(
    tx: Tx,
    added: {
      preferences: ChannelPreferences;
      to: KindAndConfig;
      adminId: string | null;
      fingerprint: string | null;
    },
    admin: Admin,
  ): Promise<ChannelRow> {
    if ((await notificationChannelsRepository.count(tx)) >= mostChannels) {
      throw new StoreError('conflict', { reason: storeMessage('too_many_channels', { most: mostChannels }) });
    }
    const { preferences, to, adminId, fingerprint } = added;
    const id = ids.uuid();
    const config = sealConfig(sealer, id, to);
    const row = await notificationChannelsRepository.add(tx, {
      id,
      kind: to.kind,
      config,
      adminId,
      fingerprint,
      enabled: true,
      ...preferences,
    });
    const details = { kind: to.kind, name: preferences.name };
    await audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'notification_channel.created',
      subject: id,
      details,
    });
    return row;
  }

  /** Throws invalid_input with the field, or not_found. */
  async function change(
    id: string,
    { to: sent, enabled, ...preferences }: ChannelPreferences & { enabled: boolean; to?: AddedKind | undefined },
    admin: Admin,
  ): Promise<ListedChannel> {
    checkQuietHours(preferences);
    const row = await database.transaction(async (tx) => {
      const before = await notificationChannelsRepository.lock(tx, id);
      if (!before) throw new StoreError('not_found');
      if (!(await deps.keepOwner(tx, admin.id))) throw new StoreError('unauthorized');
      if (sent && sent.kind !== before.kind) {
        throw new StoreError('invalid_input', { field: 'to', reason: 'channel_kind_fixed' });
      }
      const to = sent && withKeptSecrets(sent, openConfig(sealer, before));
      if (to) assertValidConfig(to);
      const config = to ? { config: sealConfig(sealer, id, to) } : {};
      // Earlier failures do not apply to a new address, nor to a channel that was switched on again.
      const isRestarted = to !== undefined || (enabled && !before.enabled);
      const health = isRestarted ? { ...healthyChannel, lastFailedAt: null } : {};
      if (!enabled) {
        await messagesRepository.dropWaiting(tx, id, 'The channel was switched off.');
        await notificationChannelsRepository.clearWindows(tx, id);
      }
      const after = await notificationChannelsRepository.change(tx, id, {
        ...preferences,
        enabled,
        ...config,
        ...health,
      });
      const details = { kind: before.kind, name: preferences.name, enabled, newConfig: to !== undefined };
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'notification_channel.changed',
        subject: id,
        details,
      });
      return after;
    });
    return withConfig(row);
  }

  /** Throws not_found. */
  async function remove(id: string, admin: Admin): Promise<void> {
    await database.transaction(async (tx) => {
      const before = await notificationChannelsRepository.lock(tx, id);
      if (!before) throw new StoreError('not_found');
      await notificationChannelsRepository.remove(tx, id);
      const details = { kind: before.kind, name: before.name };
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'notification_channel.removed',
        subject: id,
        details,
      });
    });
  }

  /** Sends at once, before pending messages. Throws not_found. */
  async function test(id: string, admin: Admin): Promise<{ arrived: boolean; answer: StoreMessage }> {
    const channel = await notificationChannelsRepository.find(database.db, id);
    if (!channel) throw new StoreError('not_found');
    const content = composeMessage(
      { kind: 'test', severity: 'info', count: 1, facts: {} },
      { language: channel.language, publicUrl },
    );
    const message = { ...content, id: ids.uuid(), kind: 'test' as const, severity: 'info' as const, badge: null };
    const result = await sender.call(channel, { ...message, sentAt: clock.now() });
    await database.transaction(async (tx) => {
      await sender.note(tx, channel, result);
      const details = { outcome: result.outcome };
      await audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'notification_channel.tested',
        subject: id,
        details,
      });
    });
    return { arrived: result.outcome === 'ok', answer: result.answer };
  }

  /** Throws invalid_input with the field. */
  function assertValidConfig(to: KindAndConfig): void {
    const problem = deps.configProblem(to);
    if (problem) throw new StoreError('invalid_input', problem);
  }

  function withConfig(row: ChannelRow): ListedChannel {
    return { ...row, opened: openConfig(sealer, row) };
  }

  return { list, readFigures, add, addRow, change, remove, test };
}

function checkQuietHours({ quietFrom, quietUntil }: ChannelPreferences): void {
  if ((quietFrom === null) === (quietUntil === null)) return;
  throw new StoreError('invalid_input', { field: 'quietFrom', reason: 'quiet_hours_incomplete' });
}
