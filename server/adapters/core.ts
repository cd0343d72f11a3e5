// Used by every module: database, notifications, audit log, settings. Imports no workflow.

import type pg from 'pg';
import type { LiveType } from '../../contract/live.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { TextCatalogue } from '../../contract/text-settings.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { openReplicaReads, type ReplicaReads, readPrimaryOnly } from '../database/replica.ts';
import { requirePublicKey } from '../database/transfer/encryption.ts';
import { createLimitCounts, startSharing } from '../http/limit-counts.ts';
import { createLimits } from '../http/rate-limits.ts';
import { createQueue } from '../jobs/queue.ts';
import { emailCatalogue } from '../modules/email/email-texts.ts';
import { createOutbox } from '../modules/email/outbox.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import { createInfrastructure } from '../modules/infrastructure/infrastructure.service.ts';
import type { ChannelFactory } from '../modules/notifications/channel-config.ts';
import { createNotifications, hasChannels, withOrderNotifications } from '../modules/notifications/notify.ts';
import { createOrderViews } from '../modules/orders/order-views.ts';
import { createPaymentMethods } from '../modules/payment-methods/payment-methods.service.ts';
import type { ProviderFactory } from '../modules/providers/provider.ts';
import * as providersRepository from '../modules/providers/providers.repository.ts';
import { listConnections } from '../modules/providers/providers.service.ts';
import { createAlerts } from '../modules/security/alerts.ts';
import { changedWithin, createAudit } from '../modules/security/audit.ts';
import { withOwnerNotices } from '../modules/security/owner-notices.ts';
import { createStoreSettings } from '../modules/settings/settings.service.ts';
import { createSpending } from '../modules/spending/spending.service.ts';
import { createOrderEvents } from '../modules/webhooks/order-events.ts';
import type { SandboxAccess } from '../mount-sandbox.ts';
import type { Log } from '../observability/log.ts';
import { loadPages, toDistDir } from '../pages/load-pages.ts';
import { createAddressCodes } from '../platform/address-codes.ts';
import type { Clock, Wait } from '../platform/clock.ts';
import { createGeoIp } from '../platform/geoip.ts';
import type { Ids } from '../platform/ids.ts';
import { createSealer, derivedSecret } from '../platform/secrets.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Live } from '../ports/realtime.ts';
import type { Settings } from '../ports/settings.ts';
import { createLive } from '../realtime/announcements.ts';
import { createThrottle } from '../realtime/throttle.ts';
import { resolveByDns } from '../safe-fetch/addresses.ts';
import { firstProvider } from './external-services.ts';
import { chooseChannels } from './notification-channels.ts';

export type AppOptions = {
  config: Config;
  database: Database;
  /** The same database for a session of its own: listening needs one. */
  connection: pg.ClientConfig;
  /** At least 32 bytes. */
  jwtSecret: string;
  /** Encrypts secrets in the database; at least 32 bytes, the same on every process. */
  secretsKey: string;
  clock: Clock;
  /** How the store lets time pass before it tries again; else in real time. */
  wait?: Wait;
  ids: Ids;
  log: Log;
  /** Adapters of provider kinds beside those of the contract, for tests. */
  otherProviderKinds?: Record<string, ProviderFactory>;
  /** Sends by every channel instead of its adapter, for tests. */
  otherChannels?: ChannelFactory | undefined;
  /** Where `dist` is; null leaves the pages out (API tests). */
  rootDir: string | null;
  /** The texts of the pages, where they are not built. */
  texts?: TextCatalogue;
};

export type Core = Awaited<ReturnType<typeof wireCore>>;

export async function wireCore(options: AppOptions, sandbox: SandboxAccess | null) {
  const { config, database, jwtSecret, ids, log, clock } = options;
  await requirePublicKey(config.backupPublicKey);
  const jobs = createQueue();
  const notifications = createNotifications({ database, jobs, ids });
  const live = withProblemWatch(createLive({ database, log }), {
    database,
    jobs,
    log,
  });
  const geoIp = createGeoIp(config.geoipFile);
  const sealer = createSealer(options.secretsKey);
  const infrastructure = createInfrastructure({ database, config, sealer });
  const outbox = createOutbox({ jobs, ids, hasMailServer: async (at) => (await infrastructure.mail(at)) !== null });
  const alerts = createAlerts({
    outbox,
    notifications,
    ids,
    live,
    geoIp,
  });
  const audit = withOwnerNotices(createAudit(database), alerts);
  const limits = createLimits({
    clock,
    factor: config.rateLimitFactor,
    secret: derivedSecret(jwtSecret, 'limits'),
    exchange: createLimitCounts(database),
    onExcess: (name) => {
      const message = storeMessage('limit_exceeded_together', { name });
      const onceKey = `limit all ${name} ${clock.now().toISOString().slice(0, 13)}`;
      alerts
        .raise(database.db, { type: 'rate_limited', severity: 'high', message, onceKey })
        .catch((error: unknown) => {
          log.warn({ problem: error instanceof Error ? error.name : '' }, 'an alert could not be kept');
        });
    },
  });
  const pageTexts = options.rootDir === null ? options.texts : (await loadPages(toDistDir(options.rootDir))).texts;
  const texts = [...(pageTexts ?? []), ...emailCatalogue];
  const sandboxKeys = sandbox?.keys ?? null;
  const paymentMethods = createPaymentMethods({ config, database, clock, sealer, sandboxKeys });
  const { hasOneOn } = paymentMethods;
  const storeSettings = await createStoreSettings({ config, database, clock, jobs, hasPaymentMethod: hasOneOn });
  const providerStore = { database, log, sealer, firstProvider: firstProvider(config, sandbox) };
  await providersRepository.addDefault(database.db);
  const orderViews = createOrderViews(database, clock);
  const orderEvents = withOrderNotifications(
    createOrderEvents({ database, jobs, ids, buildOrder: orderViews.fullOne }),
    notifications,
  );
  const settings: Settings = { ...storeSettings, providers: () => listConnections(providerStore) };
  const spending = createSpending({ database, settings, alerts, log });
  return {
    config,
    database,
    connection: options.connection,
    replicaReads: wireReplicaReads(options),
    clock,
    ids,
    log,
    jobs,
    audit,
    alerts,
    outbox,
    notifications,
    orderEvents,
    live,
    settings,
    spending,
    limits,
    geoIp,
    sealer,
    addressCodes: createAddressCodes(sealer),
    jwtSecret,
    otherProviderKinds: options.otherProviderKinds,
    infrastructure,
    sandboxKeys,
    paymentMethods,
    findMailer: async () => {
      const mail = await infrastructure.mail();
      return mail && createSmtpMailer(mail);
    },
    channels: chooseChannels({ ...options, settings, infrastructure }),
    resolve: resolveByDns,
    orderViews,
    sharing: startSharing(limits, log),
    texts,
    firstProvider: providerStore.firstProvider,
    /** As its owner calls the store now. */
    storeName: async () => (await settings.profile()).profile.name,
  };
}

// An announced change may be a new problem: the check runs at once, not at the next minute.

const checkEveryMs = 3_000;
const watched: ReadonlySet<LiveType> = new Set<LiveType>(['order-update', 'alert-update']);

export type WatchedLive = Live & { close(): void };

export function withProblemWatch(
  live: WatchedLive,
  { database, jobs, log }: { database: Database; jobs: Jobs; log: Log },
): WatchedLive {
  const pace = createThrottle(checkEveryMs, () => void enqueueCheck());

  // After the commit, so that transactions do not wait for one job. The schedule checks as well, in case this is lost.
  async function enqueueCheck(): Promise<void> {
    try {
      if (!(await hasChannels(database))) return;
      await jobs.enqueue(database.db, 'watch_problems', {}, { key: 'watch_problems', maxAttempts: 1 });
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.name : '' }, 'a check of the problems could not be queued');
    }
  }

  return {
    announce: (at, type) => {
      live.announce(at, type);
      if (watched.has(type)) database.afterCommit(at, () => pace.call());
    },
    close: () => {
      pace.stop();
      live.close();
    },
  };
}

// Which queries may run on a replica: lists and figures of the admin. Whatever buys, pays, delivers, signs in or settles
// runs on the primary.

/** An entry of the audit log bears the time at which its transaction began: the longest may still be under way. */
const longestChangeSeconds = 30;

export function wireReplicaReads({
  config,
  database,
  log,
}: {
  config: Config;
  database: Database;
  log: Log;
}): ReplicaReads {
  if (config.databaseReplica === null) return readPrimaryOnly(database);
  const { url, staleSeconds } = config.databaseReplica;
  return openReplicaReads({
    primary: database,
    url,
    staleSeconds,
    log,
    poolSize: config.databasePool,
    namedStatements: config.namedStatements,
    ownChange: () => changedWithin(database, staleSeconds + longestChangeSeconds),
  });
}
