// The System page, the heartbeat and the public status.

import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { byName } from '../../contract/by-name.ts';
import { categories } from '../../contract/category.ts';
import { systemRules } from '../../contract/system-rules.ts';
import type { StoreContext } from '../context.ts';
import type { DatabaseHealth } from '../database/database-health.ts';
import { positionOf, progressOf } from '../database/replica-lag.ts';
import { TransferRefusal } from '../database/transfer/refusal.ts';
import { verifyFile } from '../database/transfer/verify-file.ts';
import { listDeadJobs } from '../jobs/dead-jobs.ts';
import type { QueueStatusHolder } from '../jobs/queue-status.ts';
import { listBackups, makeBackup } from '../modules/backups/backups.service.ts';
import { findReachability } from '../modules/fulfilment/check-provider-health.ts';
import type { CallTimes } from '../modules/system/call-times.ts';
import * as heartbeatRepository from '../modules/system/heartbeat.repository.ts';
import { createHeartbeat } from '../modules/system/heartbeat.ts';
import { createPublicStatus } from '../modules/system/public-status.ts';
import * as systemRepository from '../modules/system/system.repository.ts';
import { createSystemChecks } from '../modules/system/system-checks.ts';
import { projectRoot } from '../platform/project-root.ts';
import { resolveByDns } from '../safe-fetch/addresses.ts';
import { isStoreOpen } from '../workflows/launch-store.ts';
import type { Core } from './core.ts';
import { describeOutage } from './database-health.ts';
import type { NotificationServices } from './notifications.ts';

export type SystemServices = ReturnType<typeof wireSystem>;

export type SystemWiring = {
  databaseHealth: DatabaseHealth;
  queueStatus: QueueStatusHolder;
  callTimes: CallTimes;
  notifications: Pick<NotificationServices, 'channels'>;
};

const mostDeadJobs = 100;

export function wireSystem(core: Core, ctx: StoreContext, deps: SystemWiring) {
  const { config, sealer, replicaReads } = core;
  const { database, audit, clock, jobs, log, settings } = core;
  const { databaseHealth, queueStatus, notifications } = deps;
  const { replica } = replicaReads;
  const areJobsStalled = () => queueStatus.read().state === 'stalled';
  const areBackupsReadable = config.backupPublicKey === null;

  async function readReplicaLag(from: NonNullable<typeof replica>): Promise<number | null> {
    const { caughtUp, behindSeconds } = await progressOf(from, await positionOf(database, sql<boolean>`false`));
    return caughtUp ? 0 : behindSeconds;
  }

  return {
    heartbeat: createHeartbeat({
      database,
      sealer,
      jobs,
      audit,
      log,
      resolve: resolveByDns,
      allowLoopback: config.mode === 'sandbox',
      isWell: () =>
        databaseHealth.outage() === null &&
        !areJobsStalled() &&
        queueStatus.read().oldestDueSeconds < systemRules.queue.red,
    }),
    readChecks: createSystemChecks({
      findHeartbeat: () => heartbeatRepository.find(database.db),
      readSize: () => systemRepository.readSize(database.db),
      readBackupChecks: () => systemRepository.readBackupChecks(database.db),
      readMail: () => systemRepository.readMail(database.db),
      callTimes: deps.callTimes,
      clock,
      isLive: config.mode === 'live',
      findOutage: () => describeOutage(databaseHealth),
      queueStatus: queueStatus.read,
      countDeadJobs: async () => (await listDeadJobs(database.db, mostDeadJobs)).length,
      listBackups: config.backup && (async () => (await listBackups(ctx)) ?? []),
      areBackupsReadable,
      canMail: config.mail !== null,
      readChannels: notifications.channels.readFigures,
      readDisk: async () => {
        const { bavail, blocks, bsize } = await statfs(config.dataDir);
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
      },
      readReplicaLag: replica && (() => readReplicaLag(replica)),
    }),
    readPublicStatus: createPublicStatus({
      clock,
      hasOutage: () => databaseHealth.outage() !== null,
      areJobsStalled,
      readFacts: async () => {
        const [isOpen, { selling, checkout_paused }, provider, lastDeliveryAt] = await Promise.all([
          isStoreOpen(ctx),
          settings.current(),
          findReachability(ctx),
          systemRepository.findLastDelivery(database.db),
        ]);
        const isClosed = !isOpen || checkout_paused;
        const isPaused = byName(categories, (category) => isClosed || selling[category].paused);
        return { isPaused, provider, lastDeliveryAt };
      },
    }),
    /** Makes a backup and reads it to its end, unless it is encrypted: the store has no key for that. */
    async makeBackup(): Promise<void> {
      if (!config.backup) return;
      const made = await makeBackup(ctx, config.backup);
      if (!areBackupsReadable) return;
      try {
        await verifyFile(join(config.backup.folder, made.name), projectRoot());
        await systemRepository.recordBackupCheck(database.db, made.name, null);
      } catch (error) {
        if (!(error instanceof TransferRefusal)) throw error;
        log.error({ name: made.name, problem: error.message }, 'a backup is not whole');
        await systemRepository.recordBackupCheck(database.db, made.name, error.message);
      }
    },
    async purge(): Promise<void> {
      await systemRepository.purge(database.db);
      await deps.callTimes.purge();
    },
  };
}
