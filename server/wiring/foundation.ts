// What every feature is handed: the database, who is told, what is written down, what was decided. Knows no flow.
import type pg from 'pg';
import { createAddressCodes } from '../address-codes.ts';
import { createBackups } from '../backups/backups.ts';
import type { Clock, Wait } from '../clock.ts';
import type { Config } from '../config.ts';
import { createLimitCounts, keepSharing } from '../http/limit-counts.ts';
import { createLimits } from '../http/limits.ts';
import type { Ids } from '../ids.ts';
import { createQueue } from '../jobs/queue.ts';
import { createLive } from '../live/announcements.ts';
import type { Log } from '../log.ts';
import { createMailsStore } from '../mail/mails-store.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createOrderViews } from '../orders/order-views.ts';
import { createPlaces } from '../places.ts';
import type { Settings } from '../ports/settings.ts';
import type { SandboxAccess } from '../sandbox-mount.ts';
import { createSealer, derivedSecret } from '../secrets.ts';
import { createAlerts } from '../security/alerts.ts';
import { createAlertsStore } from '../security/alerts-store.ts';
import { createAudit } from '../security/audit.ts';
import { createProviderSettings } from '../settings/provider-settings.ts';
import { createProviders } from '../settings/providers.ts';
import { createProvidersStore } from '../settings/providers-store.ts';
import { createStoreSettings } from '../settings/settings.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import type { Database } from '../store/database.ts';
import { exportStore } from '../store/transfer/export-store.ts';
import { removeAbandonedParts } from '../store/transfer/part-file.ts';
import { createOrderEvents } from '../webhooks/order-events.ts';
import { createWebhookDeliveriesStore } from '../webhooks/webhook-deliveries-store.ts';
import { createWebhookEndpointsStore } from '../webhooks/webhook-endpoints-store.ts';
import { firstProvider, urlProblemOf } from './outside.ts';
import { wireReading } from './reading.ts';

export type AppOptions = {
  config: Config;
  database: Database;
  /** The same database for a session of its own: listening needs one. */
  connection: pg.ClientConfig;
  /** At least 32 bytes. */
  jwtSecret: string;
  /** Encrypts what is secret in the database; at least 32 bytes, the same on every process. */
  secretsKey: string;
  clock: Clock;
  /** How the store lets time pass before it tries again; else in real time. */
  wait?: Wait;
  ids: Ids;
  log: Log;
  /** Where `dist` is; null leaves the pages out (API tests). */
  rootDir: string | null;
};

export type Foundation = Awaited<ReturnType<typeof wireFoundation>>;

export async function wireFoundation(options: AppOptions, sandbox: SandboxAccess | null) {
  const { config, database, jwtSecret, ids, log, clock } = options;
  const live = createLive({ database, log });
  const audit = createAudit(database);
  const jobs = createQueue();
  const mailsStore = createMailsStore(database);
  const places = createPlaces(config.geoipFile);
  const outbox = createOutbox({ store: mailsStore, jobs, ids, configured: config.mail !== null });
  const alertsStore = createAlertsStore(database);
  const alerts = createAlerts({ store: alertsStore, outbox, ids, live, places });
  const limitCounts = createLimitCounts(database);
  const limits = createLimits({
    clock,
    factor: config.rateLimitFactor,
    secret: derivedSecret(jwtSecret, 'limits'),
    exchange: limitCounts.exchange,
  });
  const settingsStore = createSettingsStore(database, config.timeZone);
  const storeSettings = await createStoreSettings({
    database,
    audit,
    jobs,
    live,
    clock,
    store: settingsStore,
    isLive: config.mode === 'live',
  });
  const sealer = createSealer(options.secretsKey);
  const urlProblem = urlProblemOf(config, 'provider');
  const providerSettings = createProviderSettings({
    database,
    audit,
    log,
    store: settingsStore,
    sealer,
    urlProblem,
    first: firstProvider(config, sandbox),
  });
  const providers = await createProviders({
    database,
    audit,
    log,
    sealer,
    urlProblem,
    first: providerSettings,
    store: createProvidersStore(database),
  });
  const webhookStores = {
    endpoints: createWebhookEndpointsStore(database),
    deliveries: createWebhookDeliveriesStore(database),
  };
  const orderViews = createOrderViews(database, clock);
  const orderEvents = createOrderEvents({ database, ...webhookStores, jobs, ids, orderOf: orderViews.fullOne });
  const settings: Settings = { ...storeSettings, providers: providers.providers };
  return {
    ports: { database, audit, alerts, outbox, orderEvents, live, jobs, settings, places, ids, clock, log },
    config,
    database,
    connection: options.connection,
    jwtSecret,
    log,
    clock,
    sealer,
    settings,
    orderViews,
    addressCodes: createAddressCodes(sealer),
    reading: wireReading(options),
    webhookStores,
    mailsStore,
    alertsStore,
    limitCounts,
    limits,
    sharing: keepSharing(limits, log),
    /** Null: BACKUP_DIR is not set. */
    backups: config.backup && backupsOf(options, config.backup),
    settingsStore,
    storeSettings,
    providerSettings,
    providers,
    /** As its owner calls the store now. */
    storeName: async () => (await settings.profile()).profile.name,
  };
}

function backupsOf({ config, connection, clock, log }: AppOptions, to: NonNullable<Config['backup']>) {
  return createBackups({
    ...to,
    mode: config.mode,
    now: () => clock.now(),
    log,
    write: (path, now) => exportStore(connection, path, now),
    removeAbandoned: removeAbandonedParts,
  });
}
