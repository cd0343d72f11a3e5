// Composes what the operator is notified of: channels, planning, sending, and the search for problems.

import { type ActionItemKind, actionItemKinds } from '../../contract/action-item-kinds.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import type { StoreContext } from '../context.ts';
import { type ActionItemRow, countedAtMost } from '../modules/action-items/action-items.repository.ts';
import * as accountsRepository from '../modules/auth/accounts.repository.ts';
import { listBackups } from '../modules/backups/backups.service.ts';
import { listFunds, listUnreachable } from '../modules/fulfilment/provider-outlook.ts';
import { openChannel } from '../modules/notifications/channel-config.ts';
import { createNotificationChannels } from '../modules/notifications/notification-channels.service.ts';
import { createPlanNotifications } from '../modules/notifications/plan-notifications.ts';
import { createProblems, type OpenOfKind, type OpenProblem, whole } from '../modules/notifications/problems.ts';
import { type ConnectChannel, createSendNotifications } from '../modules/notifications/send-notifications.ts';
import { createStoreChecks } from '../modules/notifications/store-checks.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';
import { findNewestItems, listOpen } from '../workflows/list-action-items.ts';
import type { Core } from './core.ts';
import { channelConfigProblem, channelFactory } from './notification-channels.ts';

export type NotificationServices = ReturnType<typeof wireNotifications>;

export function wireNotifications(core: Core, ctx: StoreContext) {
  const { config, sealer } = core;
  const { database, notifications, audit, clock, ids, jobs, log, settings } = core;
  const createChannel = core.otherChannels ?? channelFactory(core);
  const connect: ConnectChannel = (row) => {
    const opened = openChannel(sealer, row);
    return opened && createChannel(opened);
  };
  const sender = createSendNotifications({ database, connect, ids, log });
  const plan = createPlanNotifications({
    database,
    settings,
    jobs,
    ids,
    publicUrl: config.publicUrl,
  });
  const problems = createProblems({ database, notifications });
  const startedAt = clock.now();
  const findStoreProblems = createStoreChecks({
    dataDir: config.dataDir,
    publicUrl: config.publicUrl,
    now: () => clock.now(),
    startedAt,
    listFunds: () => listFunds(ctx),
    newestBackupAt: config.backup && (async () => (await listBackups(ctx))?.[0]?.madeAt ?? null),
  });

  async function listActionItems(): Promise<OpenOfKind[]> {
    const newest = await findNewestItems(ctx);
    return actionItemKinds.map((kind) => {
      const { count = 0, rows = [] } = newest.get(kind) ?? {};
      return {
        kind,
        count,
        newest: rows.map((row) => problemOf(kind, row)),
        readAll: async () => {
          const all = await listOpen(ctx, kind);
          return { problems: all.map((row) => problemOf(kind, row)), isWhole: all.length <= countedAtMost };
        },
      };
    });
  }

  return {
    channels: createNotificationChannels({
      database,
      sender,
      sealer,
      audit,
      ids,
      clock,
      publicUrl: config.publicUrl,
      keepOwner: accountsRepository.keepOwner,
      configProblem: channelConfigProblem(core),
    }),
    plan,
    send: sender.sendAll,
    async watchProblems(): Promise<void> {
      const down = (await listUnreachable(ctx)).map(({ id, name, since }) => ({
        subject: id,
        at: since,
        facts: { name },
      }));
      await problems.sync([...(await listActionItems()), whole('provider_down', down)]);
      await plan();
    },
    async checkStore(): Promise<void> {
      await problems.sync(await findStoreProblems());
    },
    async verifyLedger(): Promise<void> {
      const count = await verifyMoney(database, () => {});
      await problems.sync([
        whole('ledger_difference', count > 0 ? [{ subject: 'ledger', at: clock.now(), facts: {} }] : []),
      ]);
    },
    /** Runs a backup; its failure is a problem until the next one succeeds. */
    async watchBackup(make: () => Promise<unknown>): Promise<void> {
      try {
        await make();
      } catch (error) {
        await notifications.notify(database.db, { kind: 'backup_failed', problem: 'backup' });
        throw error;
      }
      await notifications.resolve(database.db, 'backup_failed', 'backup');
      await problems.sync([whole('backup_late', [])]);
    },
  };
}

/** The words of an item may name a buyer or a link: they stay in the store. Those about a channel name only the channel. */
function problemOf(kind: ActionItemKind, { subject, order_id: orderId, at, words }: ActionItemRow): OpenProblem {
  const named = kind === 'channel_failing' ? { name: sentenceOf(words).text } : {};
  return { subject, at, facts: { subject, ...named, ...(orderId === null ? {} : { orderId }) } };
}
