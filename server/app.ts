// Composes the store from the parts that `composition/` chooses, one file a subject.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { StoreError } from '../contract/errors.ts';
import { endpoints } from '../contract/index.ts';
import { type AdminServices, wireAdmins } from './composition/admins.ts';
import { type DataPrivacyServices, wireDataPrivacy } from './composition/data-privacy.ts';
import { checkDatabase, describeOutage, raiseOutageAlert, wireDatabaseHealth } from './composition/database-health.ts';
import { type AppOptions, type Core, wireCore } from './composition/core.ts';
import { schedule, wireJobs } from './composition/jobs.ts';
import { type OrderServices, wireOrders } from './composition/orders.ts';
import { chooseGateways } from './composition/external-services.ts';
import { type Providers, wireProviders } from './composition/providers.ts';
import { readOnReplica } from './composition/replica-reads.ts';
import { wireInstrumentation } from './composition/instrumentation.ts';
import { type WebhookServices, wireWebhooks } from './composition/webhooks.ts';
import { takesSandboxMoney } from './config/config.ts';
import type { DatabaseHealth } from './database/database-health.ts';
import { type Draining, prepareDraining, retryAfterSeconds } from './http/draining.ts';
import { registerOpenApi } from './http/openapi.routes.ts';
import { watchRequestRate } from './http/request-rate.ts';
import { createServer } from './http/server.ts';
import { createDeadJobs } from './jobs/dead-jobs.ts';
import type { JobHandlers, Schedule } from './jobs/handlers.ts';
import { createQueueStatus, type QueueStatusHolder, type StallObserver } from './jobs/queue-status.ts';
import { createActionItemsRepository } from './modules/action-items/action-items.repository.ts';
import { createActionItems } from './modules/action-items/action-items.service.ts';
import { createAnalytics } from './modules/analytics/analytics.service.ts';
import { ensureFirstAdmin, type FirstAdminOutcome } from './modules/auth/first-admin.ts';
import { createContactRepository } from './modules/contact/contact.repository.ts';
import { createContact } from './modules/contact/contact.service.ts';
import { createOrderExport } from './modules/orders/order-export.ts';
import { createOrderListsRepository } from './modules/orders/order-lists.repository.ts';
import { registerOrderDownload } from './modules/orders/order-lists.routes.ts';
import { createOrders } from './modules/orders/orders.service.ts';
import type { ReconcileMoney } from './modules/payments/reconcile-money.ts';
import type { ReconciliationRepository } from './modules/payments/reconciliation.repository.ts';
import { createAuditRepository } from './modules/security/audit.repository.ts';
import { createJobsStalled } from './modules/security/jobs-stalled.ts';
import { mountSandbox } from './mount-sandbox.ts';
import type { Metrics } from './observability/metrics/metrics.ts';
import { createOgImages } from './pages/og-image.ts';
import { registerPages } from './pages/pages.routes.ts';
import { createPages } from './pages/pages.ts';
import { registerPublicFiles } from './pages/public-files.routes.ts';
import { derivedSecret } from './platform/secrets.ts';
import type { Announcement } from './ports/realtime.ts';
import { createHub } from './realtime/hub.ts';
import { createListener } from './realtime/listener.ts';
import { registerLive } from './realtime/websocket.routes.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import { type Admin, addressKey, networkOf } from './request-context.ts';
import { registerRoutes } from './routes.ts';
import { settleDismissed } from './workflows/finish-order.ts';

export type App = {
  server: FastifyInstance;
  jobHandlers: JobHandlers;
  schedule: Schedule;
  /** Written by the supervisor of the jobs, read by health checks, metrics and the admin. */
  queueStatus: QueueStatusHolder;
  /** Notifies the operator when background jobs stop and when they run again. */
  stallObserver: StallObserver;
  /** Whether several requests a second arrive now. */
  isServing(): boolean;
  reconcile: ReconcileMoney['reconcile'];
  reconciliations: ReconciliationRepository;
  /** Null: not measured. */
  readMetrics: Metrics['read'] | null;
  /** Sends what was traced until now; nothing is traced from then on. */
  endTraces(): Promise<void>;
  /** Of the sandbox's gateway, where that takes the money. */
  sandboxControls: string | null;
  /** False in live mode until an admin has confirmed the launch. */
  canBuyersOrder(): Promise<boolean>;
  /** Makes the first admin; the login when it was made up, to be printed once. */
  ensureFirstAdmin(): Promise<FirstAdminOutcome>;
  /** Still answers everything, but sends callers to another process from now on. */
  leave(): void;
  /** Answers what is under way, then lets go of everything but the database. */
  close(): Promise<void>;
};

type AppDeps = {
  core: Core;
  providers: Providers;
  orders: OrderServices;
  admins: AdminServices;
  dataPrivacy: DataPrivacyServices;
  webhooks: WebhookServices;
  databaseHealth: DatabaseHealth;
};

/** A complete store that does not listen yet and runs no jobs yet. The database is migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, jwtSecret, log, clock } = options;
  const databaseHealth = wireDatabaseHealth(options);
  const server = await createServer({
    log,
    onDatabaseFault: databaseHealth.noteFault,
    trustProxy: config.trustProxy,
    trustProxySet: config.trustProxySet,
    https: config.publicUrl.startsWith('https:'),
  });
  const sandbox = await mountSandbox(server, {
    config,
    secret: jwtSecret,
    clock,
    log,
    load: () => import('../sandbox/sandbox.ts'),
  });
  const isServing = watchRequestRate(server);
  // After the sandbox, so that payments under way still reach it during a stop.
  const leaving = prepareDraining(server);
  const queueStatus = createQueueStatus();
  const instrumentation = await wireInstrumentation(options, {
    liveConnections: () => hub.count(),
    isDatabaseWritable: () => databaseHealth.outage() === null,
    queue: queueStatus.read,
  });
  instrumentation.queries(database.pool);
  const core = await wireCore(options, sandbox);
  if (core.replicaReads.replica) instrumentation.queries(core.replicaReads.replica.pool);
  const providers = wireProviders(core, instrumentation.provider);
  const outside = { merchantName: core.storeName, now: () => clock.now(), log };
  const gateway = await chooseGateways(config, sandbox, outside, instrumentation.gateway);
  const orders = wireOrders(core, providers, gateway, options.wait);
  const admins = await wireAdmins(core);
  const dataPrivacy = wireDataPrivacy(core, {
    receiptPath: orders.receiptPath,
    isOurs: (token) => admins.tokens.read(token) !== null,
  });
  const deadJobs = createDeadJobs(database);
  const webhooks = wireWebhooks(core);
  const parts = { core, providers, orders, admins, dataPrivacy, webhooks, databaseHealth };

  // Before every other route: an upgrade is answered here or not at all.
  const hub = createHub({
    allowedOrigin: ownOrigin(config.publicUrl),
    addressKey,
    networkOf,
    log,
    verify: async (token) => complete(await admins.auth.verify(token)),
  });
  await registerLive(server, hub);
  const hear = (type: Announcement) => (type === 'settings-update' ? core.storeSettings.forget() : hub.broadcast(type));
  const listener = createListener({ connection: options.connection, onMessage: hear, log });
  instrumentation.mount(server);
  registerAllRoutes(server, parts, { deadJobs, leaving, queueStatus });
  await mountPages(server, parts, options.rootDir);
  databaseHealth.start((outage) => raiseOutageAlert(core.ports, outage));

  return {
    server,
    isServing,
    queueStatus,
    stallObserver: createJobsStalled({ ...core.ports, repository: core.alertsRepository }),
    schedule,
    reconciliations: orders.reconciliations,
    reconcile: orders.reconciling.reconcile,
    jobHandlers: instrumentation.jobs(wireJobs(core, { orders, providers, admins, dataPrivacy, deadJobs, webhooks })),
    readMetrics: instrumentation.readMetrics,
    endTraces: instrumentation.endTraces,
    sandboxControls: sandbox && takesSandboxMoney(config) ? sandbox.controls : null,
    canBuyersOrder: providers.launch.isOpen,
    ensureFirstAdmin: () => {
      const { authRepository: repository, passwords } = admins;
      return ensureFirstAdmin({ ...core.ports, repository, passwords }, config.firstAdmin, config.mode === 'sandbox');
    },
    leave: leaving.leave,
    close: async () => {
      // A connection that becomes idle while others finish would hold the stop for as long as it is kept alive.
      const idle = setInterval(() => server.server.closeIdleConnections(), 100);
      await server.close().finally(() => clearInterval(idle));
      await listener.close();
      await databaseHealth.close();
      await core.sharing.close();
      await dataPrivacy.presence.close();
      await dataPrivacy.visits.flush();
      core.ports.live.close();
      await core.replicaReads.close();
      await sandbox?.close();
    },
  };
}

/** Nobody where the admin has yet to set up the second factor that the store requires. */
function complete(admin: Admin | null): Admin | null {
  return admin?.lacksSecondFactor ? null : admin;
}

function registerAllRoutes(
  server: FastifyInstance,
  parts: AppDeps,
  {
    deadJobs,
    leaving,
    queueStatus,
  }: { deadJobs: ReturnType<typeof createDeadJobs>; leaving: Draining; queueStatus: QueueStatusHolder },
): void {
  const { core, providers, orders, admins, dataPrivacy, webhooks, databaseHealth } = parts;
  const { ports, config, database, clock, jwtSecret, emailsRepository, settings } = core;
  const { receiptPath, stores } = orders;
  const { publicUrl } = config;
  const lists = readOnReplica(core.replicaReads, createOrderListsRepository, ['listOrders', 'listPage']);
  const exports = createOrderExport({
    settings,
    repository: lists,
    clock,
    secret: derivedSecret(jwtSecret, 'order exports'),
  });
  registerOrderDownload(server, {
    exports,
    isLiveSession: async (id) => complete(await admins.authRepository.findLiveSession(id, 0)) !== null,
  });
  const contactRepository = createContactRepository(database);
  registerRoutes(server, {
    ...ports,
    ...providers,
    ...orders,
    ...dataPrivacy,
    ...admins,
    contactRepository,
    verify: admins.auth.verify,
    verifyKey: admins.apiKeys.verify,
    webhooks: webhooks.webhooks,
    limits: core.limits,
    providers: core.providers,
    alertsRepository: core.alertsRepository,
    backups: core.backups,
    orderLists: { ...ports, lists, exports },
    orderViews: core.orderViews,
    timeline: ports,
    mails: { ...ports, repository: emailsRepository, publicUrl, receiptPath, configured: config.mail !== null },
    paymentsRepository: stores.payments,
    analytics: createAnalytics({ repository: dataPrivacy.analyticsRepository }),
    auditRepository: createAuditRepository(database),
    contact: createContact({ ...ports, repository: contactRepository }),
    settings: {
      launch: providers.launch,
      settings: core.storeSettings,
      repository: core.settingsRepository,
      provider: core.providerSettings,
      mode: config.mode,
    },
    orders: createOrders({ ...ports, repository: stores.orders, delivery: orders.finish }),
    prices: async () => (await settings.currentProfile()).profile.prices,
    attention: createActionItems({
      ...ports,
      repository: createActionItemsRepository(database),
      deadJobs,
      findOutage: () => describeOutage(databaseHealth),
      settle: (tx, kind, item) => settleDismissed(tx, kind, item, orders.finish),
    }),
    retryJob: deadJobs.retry,
    queueStatus: queueStatus.read,
    checkReady: async () => {
      if (leaving.isLeaving()) throw new StoreError('unavailable', { retryAfterSeconds });
      await checkDatabase(database, databaseHealth);
    },
  });
  registerOpenApi(server, endpoints, publicUrl);
  registerPublicFiles(server, { publicUrl, images: createOgImages({ publicUrl, profile: settings.profile }) });
}

async function mountPages(server: FastifyInstance, { core, orders }: AppDeps, rootDir: string | null): Promise<void> {
  if (rootDir === null) return;
  const { config, settings } = core;
  const pages = await createPages({
    distDir: join(rootDir, 'dist'),
    publicUrl: config.publicUrl,
    // With a gateway of the operator's own, nothing is promised about money.
    sandbox: takesSandboxMoney(config),
    profile: settings.profile,
    payment: orders.gateway.browser,
  });
  await registerPages(server, pages, orders.receipts.findReceipt);
}
