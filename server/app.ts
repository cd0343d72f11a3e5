// Composes the store from the parts that `adapters/` chooses, one file a subject. `modules.ts` lists what plugs in.

import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import type { LiveType } from '../contract/live.ts';
import { StoreError } from '../contract/store-error.ts';
import { makeContext } from './adapters/context.ts';
import { type AppOptions, wireCore } from './adapters/core.ts';
import { checkDatabase, raiseOutageAlert, wireDatabaseHealth } from './adapters/database-health.ts';
import { wireGateways } from './adapters/external-services.ts';
import { wireInstrumentation } from './adapters/instrumentation.ts';
import { takesSandboxMoney } from './config/config.ts';
import type { StoreContext } from './context.ts';
import type { Database } from './database/database.ts';
import { registerCsvDownload } from './http/csv-download.ts';
import { prepareDraining, retryAfterSeconds } from './http/draining.ts';
import { registerOpenApi } from './http/openapi.routes.ts';
import { watchRequestRate } from './http/request-rate.ts';
import { registerEndpoints } from './http/route.ts';
import { createServer } from './http/server.ts';
import type { JobHandlers, Schedule } from './jobs/handlers.ts';
import { createQueueStatus, type QueueStatusHolder, type StallObserver } from './jobs/queue.ts';
import { flushRefusals } from './modules/analytics/order-refusals.ts';
import { verifyKey } from './modules/api-keys/api-keys.service.ts';
import * as authRepository from './modules/auth/auth.repository.ts';
import { verifyToken, verifyTokenAgain } from './modules/auth/auth.service.ts';
import { ensureFirstAdmin, type FirstAdminOutcome } from './modules/auth/first-admin.ts';
import { dropReportExport } from './modules/delivery/drop-report-export.ts';
import { countTimes, createMeasuredSpeeds } from './modules/delivery/measured-speed.ts';
import { taxExport } from './modules/finances/tax-export.ts';
import { orderExport } from './modules/orders/order-export.ts';
import { createMethodHealth } from './modules/payments/method-health.ts';
import { payoutExport } from './modules/payments/payout-export.ts';
import { registerStoreDomain } from './modules/payments/store-domain.ts';
import { flushPages } from './modules/presence/presence.service.ts';
import { providerCheck } from './modules/providers/provider-settings.ts';
import { alertGatewayDown, alertJobsResumed, alertJobsStalled } from './modules/security/outage-alerts.ts';
import { findLogo } from './modules/settings/settings.repository.ts';
import { heartbeatAtStart } from './modules/system/heartbeat.ts';
import { flushVisits } from './modules/visitors/visits.ts';
import { modules } from './modules.ts';
import { mountSandbox } from './mount-sandbox.ts';
import type { Metrics } from './observability/metrics/metrics.ts';
import { toDistDir } from './pages/load-pages.ts';
import { createOgImages } from './pages/og-image.ts';
import { registerPages } from './pages/pages.routes.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { registerPublicFiles } from './pages/public-files.routes.ts';
import { registerSiteIcons } from './pages/site-icons.routes.ts';
import { createHub } from './realtime/hub.ts';
import { createListener } from './realtime/listener.ts';
import { ownOrigin, registerLive } from './realtime/websocket.routes.ts';
import { type Admin, addressKey, type Handlers, toNetwork } from './request-context.ts';
import {
  buildHandlers,
  buildJobs,
  buildSchedule,
  collectActionItems,
  collectMetrics,
  collectPersonalData,
} from './store-module.ts';
import { showOrderPage } from './workflows/kept-order-pages.ts';
import { isStoreOpen } from './workflows/launch-store.ts';
import { findPause } from './workflows/pause-sending.ts';
import { findReceipt } from './workflows/read-receipt.ts';
import { readPublicStatus } from './workflows/read-system.ts';
import { noteAdmission, noteRefusal } from './workflows/watch-access.ts';

export type App = {
  server: FastifyInstance;
  /** What its modules and workflows get, for commands and tests. */
  ctx: StoreContext;
  database: Database;
  jobHandlers: JobHandlers;
  schedule: Schedule;
  /** Written by the supervisor of the jobs, read by health checks, metrics and the admin. */
  queueStatus: QueueStatusHolder;
  /** Notifies the operator when background jobs stop and when they run again. */
  stallObserver: StallObserver;
  /** Whether several requests a second arrive now. */
  isServing(): boolean;
  /** Null: not measured. */
  readMetrics: Metrics['read'] | null;
  /** Sends the traces so far and ends tracing. */
  endTraces(): Promise<void>;
  /** Of the sandbox's gateway, where that takes the money. */
  sandboxControls: string | null;
  /** False in live mode until an admin has confirmed the launch. */
  canBuyersOrder(): Promise<boolean>;
  /** Registers the domain of the store for the gateway's wallets; never throws, and needs no waiting. */
  registerDomain(): Promise<void>;
  /** Enqueues a check of the providers, so that costs and balances do not wait for the schedule. */
  checkProviders(): Promise<void>;
  /** Enqueues a ping, so that the monitor sees the start. */
  sendHeartbeat(): Promise<void>;
  /** Makes the first admin; the login when it was made up, to be printed once. */
  ensureFirstAdmin(): Promise<FirstAdminOutcome>;
  /** Still answers everything, but sends callers to another process from now on. */
  leave(): void;
  /** Finishes requests in progress, then closes everything but the database. */
  close(): Promise<void>;
};

/** A complete store that does not listen yet and runs no jobs yet. The database is migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, jwtSecret, log, clock } = options;
  const databaseHealth = wireDatabaseHealth(options);
  const server = await createServer({
    log,
    onDatabaseFault: databaseHealth.noteFault,
    stall: database.stall,
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
  const draining = prepareDraining(server);
  const queueStatus = createQueueStatus();
  const instrumentation = await wireInstrumentation(options, {
    liveConnections: () => hub.count(),
    isDatabaseWritable: () => databaseHealth.outage() === null,
    queue: queueStatus.read,
    ofModules: collectMetrics(modules),
  });
  instrumentation.queries(database);
  const core = await wireCore(options, sandbox);
  const { alerts, live } = core;
  if (core.replicaReads.replica) instrumentation.queries(core.replicaReads.replica);
  const gateways = wireGateways({
    methods: core.paymentMethods,
    sandbox,
    options: { merchantName: core.storeName, now: () => clock.now(), log },
    measured: instrumentation.gateway,
    health: createMethodHealth(clock, (gateway) => alertGatewayDown(core, gateway)),
  });
  let pages: Pages | null = null;
  const ctx: StoreContext = makeContext(core, {
    databaseHealth,
    checkReady: async () => {
      if (draining.isLeaving()) throw new StoreError('unavailable', { retryAfterSeconds });
      await checkDatabase(database, databaseHealth);
    },
    readQueue: queueStatus.read,
    callTimes: instrumentation.callTimes,
    actionItems: collectActionItems(modules),
    personalData: collectPersonalData(modules, () => ctx),
    gateways,
    pages: () => pages,
    wait: options.wait,
    measured: instrumentation.provider,
  });
  pages = await buildPages(ctx, options.rootDir);

  // Before every other route: an upgrade is answered here or not at all.
  const hub = createHub({
    allowedOrigin: ownOrigin(config.publicUrl),
    addressKey,
    toNetwork,
    log,
    // A connection that opens again by itself is no use.
    verify: async (token, secrets) => complete(await verifyToken(ctx, token, { secrets, unattended: true })),
    verifyAgain: async (token) => complete(await verifyTokenAgain(ctx, token)),
  });
  await registerLive(server, hub);
  const onAnnouncement = (type: LiveType) => {
    if (type === 'settings-update') {
      ctx.settings.forget();
      ctx.paymentMethods.forget();
    }
    hub.broadcast(type);
  };
  const listener = createListener({ connection: options.connection, onMessage: onAnnouncement, log });
  instrumentation.mount(server);
  registerRoutes(server, ctx);
  if (pages !== null) await mountPages(server, ctx, pages);
  databaseHealth.start((outage) => raiseOutageAlert({ alerts, database }, outage));

  return {
    server,
    ctx,
    database,
    isServing,
    queueStatus,
    stallObserver: {
      stalled: (figures) => alertJobsStalled(ctx, figures),
      resumed: () => alertJobsResumed(ctx),
    },
    schedule: buildSchedule(modules),
    jobHandlers: instrumentation.jobs(buildJobs(modules, ctx)),
    readMetrics: instrumentation.readMetrics,
    endTraces: instrumentation.endTraces,
    sandboxControls: sandbox && takesSandboxMoney(config) ? sandbox.controls : null,
    canBuyersOrder: () => isStoreOpen(ctx),
    registerDomain: () => registerStoreDomain(gateways, config.publicUrl, log),
    checkProviders: () => core.jobs.enqueue(database.db, ...providerCheck),
    sendHeartbeat: () => core.jobs.enqueue(database.db, ...heartbeatAtStart),
    ensureFirstAdmin: () => ensureFirstAdmin(ctx),
    leave: draining.leave,
    close: async () => {
      // A connection that becomes idle while others finish would hold the stop for as long as it is kept alive.
      const idle = setInterval(() => server.server.closeIdleConnections(), 100);
      await server.close().finally(() => clearInterval(idle));
      await listener.close();
      await databaseHealth.close();
      await core.sharing.close();
      await ctx.callTimes.close();
      await flushPages(ctx);
      await flushVisits(ctx);
      await flushRefusals(ctx, true);
      live.close();
      await core.replicaReads.close();
      await sandbox?.close();
    },
  };
}

/** Nobody when the admin still has to set up the required second factor. */
function complete(admin: Admin | null): Admin | null {
  return admin?.lacksSecondFactor ? null : admin;
}

function registerRoutes(server: FastifyInstance, ctx: StoreContext): void {
  const { config, database, settings } = ctx;
  const { publicUrl } = config;
  // A ticket proves that a call of this session had its token and its cookie.
  const isLiveSession = async (id: string) => {
    const session = await authRepository.findLiveSession(database.db, id, 0);
    return session !== null && complete(session.admin) !== null;
  };
  registerCsvDownload(server, orderExport(ctx), isLiveSession);
  registerCsvDownload(server, dropReportExport(ctx), isLiveSession);
  registerCsvDownload(server, payoutExport(ctx), isLiveSession);
  registerCsvDownload(server, taxExport(ctx), isLiveSession);
  // An endpoint of the contract without a module that answers it does not compile.
  const handlers: Handlers<EndpointName> = buildHandlers(modules, ctx);
  registerEndpoints(server, endpoints, handlers, {
    // Reads, also before a change.
    verify: (token, use) => database.stall.limit(verifyToken(ctx, token, use)),
    verifyKey: (key) => database.stall.limit(verifyKey(ctx, key)),
    isOwnOrigin: ownOrigin(publicUrl),
    limits: ctx.limits,
    watch: {
      refused: (code, passer, caller) => noteRefusal(ctx, code, passer, caller),
      admitted: (entrant, passer) => noteAdmission(ctx, entrant, passer),
    },
  });
  registerOpenApi(server, endpoints, publicUrl);
  registerSiteIcons(server, settings.profile);
  registerPublicFiles(server, {
    publicUrl,
    profile: settings.profile,
    images: createOgImages({ publicUrl, profile: settings.profile }),
    findLogo: (name) => findLogo(ctx.database.db, name),
  });
}

async function buildPages(
  { config, clock, database, settings, gateways }: StoreContext,
  rootDir: string | null,
): Promise<Pages | null> {
  if (rootDir === null) return null;
  return createPages({
    distDir: toDistDir(rootDir),
    publicUrl: config.publicUrl,
    profile: settings.profile,
    speeds: createMeasuredSpeeds({ countTimes: (days) => countTimes(database.db, days), clock }),
    payment: async () => (await gateways.current()).pages,
  });
}

async function mountPages(server: FastifyInstance, ctx: StoreContext, pages: Pages): Promise<void> {
  await registerPages(server, pages, {
    findReceipt: (orderId, key) => findReceipt(ctx, orderId, key),
    findOrderPage: async (orderId, key) =>
      ctx.receiptLinks.isKeyOf(orderId, key) ? showOrderPage(ctx, orderId) : null,
    findPause: (token) => findPause(ctx, token),
    findStatus: async () => ((await ctx.settings.profile()).profile.status_page ? readPublicStatus(ctx) : null),
  });
}
