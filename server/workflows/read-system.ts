// The System page and the public status, from what other modules have.
import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { byName } from '../../contract/by-name.ts';
import { categories } from '../../contract/category.ts';
import { isPaused, offerOf } from '../../contract/offers.ts';
import type { PublicStatus } from '../../contract/public-status.ts';
import { computeCallLevel } from '../../contract/system-rules.ts';
import type { StoreContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { readPosition, readProgress } from '../database/replica-lag.ts';
import { listDeadJobs } from '../jobs/dead-jobs.ts';
import { listBackups } from '../modules/backups/backups.service.ts';
import { readChannelFigures } from '../modules/notifications/notification-channels.service.ts';
import { findReachability } from '../modules/providers/check-provider-health.ts';
import * as heartbeatRepository from '../modules/system/heartbeat.repository.ts';
import { type PublicFacts, readStatus } from '../modules/system/public-status.ts';
import * as systemRepository from '../modules/system/system.repository.ts';
import { checkSystem, type SystemCheck } from '../modules/system/system-checks.ts';
import { readNodeSupport } from '../platform/support-ends.ts';
import { isStoreOpen } from './launch-store.ts';

const mostDeadJobs = 100;

/** The lines of the System page. */
export async function readSystemChecks(ctx: StoreContext): Promise<SystemCheck[]> {
  const { config, database, databaseHealth, clock, replicaReads } = ctx;
  const { replica } = replicaReads;
  const [mail, backup, hasGateway] = await Promise.all([
    ctx.infrastructure.mail(),
    ctx.infrastructure.backup(),
    ctx.paymentMethods.hasOneOn(),
  ]);
  return checkSystem({
    findHeartbeat: () => heartbeatRepository.find(database.db),
    readDatabaseVersion: () => systemRepository.readDatabaseVersion(database.db),
    readSize: () => systemRepository.readSize(database.db),
    readBackupChecks: () => systemRepository.readBackupChecks(database.db),
    readMail: () => systemRepository.readMail(database.db),
    readCallTimes: ctx.callTimes.computeFigures,
    listRecentCalls: ctx.callTimes.listRecent,
    now: () => clock.now(),
    isLive: config.mode === 'live',
    findOutage: databaseHealth.outage,
    readQueue: ctx.readQueue,
    countDeadJobs: async () => (await listDeadJobs(database.db, mostDeadJobs)).length,
    listBackups: backup && (async () => (await listBackups(ctx)) ?? []),
    areBackupsReadable: config.backupPublicKey === null,
    hasGateway,
    findDownGateway: async () =>
      (await ctx.gateways.names()).find((name) => !ctx.gateways.health.isHealthy(name)) ?? null,
    canMail: mail !== null,
    readChannels: () => readChannelFigures(ctx),
    readDisk: async () => {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    readNodeSupport: () => readNodeSupport(ctx),
    readReplicaLag: replica && (() => readLag(ctx, replica)),
  });
}

async function readLag({ database }: StoreContext, replica: Database): Promise<number | null> {
  const { caughtUp, behindSeconds } = await readProgress(replica, await readPosition(database, sql<boolean>`false`));
  return caughtUp ? 0 : behindSeconds;
}

/** Read at most every few seconds. Never throws. */
export function readPublicStatus(ctx: StoreContext): Promise<PublicStatus> {
  return readStatus(ctx, () => readPublicFacts(ctx));
}

async function readPublicFacts(ctx: StoreContext): Promise<PublicFacts> {
  const [isOpen, { offers, checkout_paused }, provider, lastDeliveryAt] = await Promise.all([
    isStoreOpen(ctx),
    ctx.settings.current(),
    findReachability(ctx),
    systemRepository.findLastDelivery(ctx.database.db),
  ]);
  const isClosed = !isOpen || checkout_paused;
  const paused = byName(categories, (category) => isClosed || isPaused(offerOf(offers, category)));
  const gateway = computeCallLevel('gateway', ctx.callTimes.listRecent('gateway'), ctx.clock.now().getTime());
  return { isPaused: paused, provider, isGatewayDown: gateway === 'red', lastDeliveryAt };
}
