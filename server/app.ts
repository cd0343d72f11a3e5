// The only place where parts are chosen and joined.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createAnalytics } from './analytics/analytics.ts';
import { createAnalyticsStore } from './analytics/analytics-store.ts';
import { createAttention } from './attention/attention.ts';
import { createAttentionStore } from './attention/attention-store.ts';
import { createAccounts } from './auth/accounts.ts';
import { createAccountsStore } from './auth/accounts-store.ts';
import { createAuth } from './auth/auth.ts';
import { createAuthStore } from './auth/auth-store.ts';
import { createDevices } from './auth/devices.ts';
import { createDevicesStore } from './auth/devices-store.ts';
import { ensureFirstAdmin, type FirstAdmin } from './auth/first-admin.ts';
import { createGuesses } from './auth/guesses.ts';
import { createPasskeys } from './auth/passkeys.ts';
import { createPasskeysStore } from './auth/passkeys-store.ts';
import { createPasswords } from './auth/passwords.ts';
import { createSecondFactor } from './auth/second-factor.ts';
import { createSecondFactorStore } from './auth/second-factor-store.ts';
import { createTokens } from './auth/tokens.ts';
import { addressKey } from './caller.ts';
import { type Clock, systemWait, type Wait } from './clock.ts';
import { type Config, takesSandboxMoney } from './config.ts';
import { createContact } from './contact/contact.ts';
import { createContactStore } from './contact/contact-store.ts';
import { createCustomersStore } from './customers/customers-store.ts';
import { createCancelLink } from './flows/cancel-link.ts';
import { createConfirmPayment } from './flows/confirm-payment.ts';
import { createDispatchAutomatically } from './flows/dispatch-automatically.ts';
import { createDispatchOrder } from './flows/dispatch-order.ts';
import { createExpireOrder } from './flows/expire-order.ts';
import { createFollowDelivery } from './flows/follow-delivery.ts';
import { createFollowRequests } from './flows/follow-requests.ts';
import { createOpenPayment } from './flows/open-payment.ts';
import { createPlaceOrder } from './flows/place-order.ts';
import { createRefillOrder } from './flows/refill-order.ts';
import { createRefundOrder } from './flows/refund-order.ts';
import { createRefundUndelivered } from './flows/refund-undelivered.ts';
import { createSettleDispatch } from './flows/settle-dispatch.ts';
import { createSettlePayment } from './flows/settle-payment.ts';
import { createSettleRefund } from './flows/settle-refund.ts';
import { createTakeConclusion } from './flows/take-conclusion.ts';
import { createTrackOrders } from './flows/track-orders.ts';
import { createCatalogueStore } from './fulfilment/catalogue-store.ts';
import { createCircuits } from './fulfilment/circuits.ts';
import { createFulfilmentStore } from './fulfilment/fulfilment-store.ts';
import { joinProviders, routeOf } from './fulfilment/joined-providers.ts';
import { createLookAtProviders } from './fulfilment/look-at-providers.ts';
import { createProviderTestsStore } from './fulfilment/provider-tests-store.ts';
import { urlProblem } from './fulfilment/providers/panel-v2/addresses.ts';
import { createPanelProvider } from './fulfilment/providers/panel-v2/provider.ts';
import { createRequestsStore } from './fulfilment/requests-store.ts';
import { createTryProvider } from './fulfilment/try-provider.ts';
import { createLimitCounts, keepSharing } from './http/limit-counts.ts';
import { createLimits } from './http/limits.ts';
import { createServer } from './http/server.ts';
import type { Ids } from './ids.ts';
import { createDeadJobs } from './jobs/dead-jobs.ts';
import { createQueue } from './jobs/queue.ts';
import type { JobHandlers, Schedule } from './jobs/worker.ts';
import { createLive } from './live/announcements.ts';
import { createHub } from './live/hub.ts';
import { createListener } from './live/listener.ts';
import { registerLive } from './live/live.routes.ts';
import { ownOrigin } from './live/own-origin.ts';
import type { Log } from './log.ts';
import { createMailWords } from './mail/mail-words.ts';
import { createMailsStore } from './mail/mails-store.ts';
import { createOutbox } from './mail/outbox.ts';
import { createSendMail } from './mail/send-mail.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { createOrderExport } from './orders/order-export.ts';
import { registerOrderDownload } from './orders/order-lists.routes.ts';
import { createOrderListsStore } from './orders/order-lists-store.ts';
import { createOrders } from './orders/orders.ts';
import { createOrdersStore } from './orders/orders-store.ts';
import { createOgImages } from './pages/og-image.ts';
import { registerPages } from './pages/pages.routes.ts';
import { createPages } from './pages/pages.ts';
import { registerPublicFiles } from './pages/public-files.routes.ts';
import type { Gateway } from './payments/gateway.ts';
import { createMpgsGateway } from './payments/gateways/mpgs/gateway.ts';
import type { StripeOptions } from './payments/gateways/stripe/gateway.ts';
import { type JoinedGateways, joinGateways } from './payments/joined-gateways.ts';
import { createPaymentsStore } from './payments/payments-store.ts';
import { createReconcileMoney, type ReconcileMoney } from './payments/reconcile-money.ts';
import { createReconciliationStore, type ReconciliationStore } from './payments/reconciliation-store.ts';
import { createRefundsStore } from './payments/refunds-store.ts';
import { createPeople } from './people/people.ts';
import { createPeopleStore } from './people/people-store.ts';
import { createRetentionStore } from './people/retention-store.ts';
import { createPlaces } from './places.ts';
import type { Announcement } from './ports/live.ts';
import type { ProviderSettings, Settings } from './ports/settings.ts';
import { createPresence, onlineSeconds } from './presence/presence.ts';
import { createPresenceStore } from './presence/presence-store.ts';
import { createReceiptLinks } from './receipts/receipt-links.ts';
import { createReceipts } from './receipts/receipts.ts';
import { createReceiptsStore } from './receipts/receipts-store.ts';
import { registerRoutes } from './routes.ts';
import { mountSandbox, type SandboxAccess } from './sandbox-mount.ts';
import { createSealer, derivedSecret } from './secrets.ts';
import { createAlerts } from './security/alerts.ts';
import { createAlertsStore } from './security/alerts-store.ts';
import { createAudit } from './security/audit.ts';
import { chainAudit } from './security/audit-chain.ts';
import { createAuditStore } from './security/audit-store.ts';
import { providerDown } from './security/provider-down.ts';
import { createSuspiciousOrders } from './security/suspicious-orders.ts';
import { createWatch } from './security/watch.ts';
import { createLaunch } from './settings/launch.ts';
import { createProviderSettings, type FirstProvider } from './settings/provider-settings.ts';
import { createProviders } from './settings/providers.ts';
import { createProvidersStore } from './settings/providers-store.ts';
import { createStoreSettings } from './settings/settings.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import type { Database } from './store/database.ts';
import { createVisitorKeys } from './visitors/visitor-keys.ts';
import { createVisits } from './visitors/visits.ts';
import { createVisitsStore } from './visitors/visits-store.ts';

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

export type App = {
  server: FastifyInstance;
  jobHandlers: JobHandlers;
  schedule: Schedule;
  reconcile: ReconcileMoney['reconcile'];
  reconciliations: ReconciliationStore;
  /** Makes the first admin; the login when it was made up, to be printed once. */
  ensureFirstAdmin(): Promise<FirstAdmin | null>;
  /** Answers what is under way, then lets go of everything but the database. */
  close(): Promise<void>;
};

/** A complete store that does not listen yet and runs no jobs yet. The database is migrated. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, jwtSecret, ids, log, clock } = options;
  const factor = config.rateLimitFactor;
  const server = await createServer({
    log,
    trustProxy: config.trustProxy,
    trustProxySet: config.trustProxySet,
    https: config.publicUrl.startsWith('https:'),
  });
  const sandbox = await mountSandbox(server, {
    ...{ config, secret: jwtSecret, clock, log },
    load: () => import('../sandbox/sandbox.ts'),
  });

  // What every feature is handed.
  const live = createLive({ database, log });
  const audit = createAudit(database);
  const jobs = createQueue();
  const mailsStore = createMailsStore(database);
  const outbox = createOutbox({ store: mailsStore, jobs, ids, configured: config.mail !== null });
  const alertsStore = createAlertsStore(database);
  const alerts = createAlerts({ store: alertsStore, outbox, ids, live });
  const limitCounts = createLimitCounts(database);
  const limits = createLimits({
    ...{ clock, factor, secret: derivedSecret(jwtSecret, 'limits') },
    exchange: limitCounts.exchange,
  });
  const sharing = keepSharing(limits, log);
  const settingsStore = createSettingsStore(database);
  const storeSettings = await createStoreSettings({
    ...{ database, audit, live, clock, store: settingsStore },
    isLive: config.mode === 'live',
  });
  const sealer = createSealer(options.secretsKey);
  const providerSettings = createProviderSettings({
    ...{ database, audit, log, store: settingsStore, sealer },
    first: chooseProvider(config, sandbox),
    urlProblem: (apiUrl) => urlProblem(apiUrl, config.mode === 'sandbox'),
  });
  const launch = createLaunch({
    ...{ database, audit, store: settingsStore, mode: config.mode },
    readProvider: providerSettings.read,
    rangeProblems: () => looks.rangeProblems(),
    mailConfigured: config.mail !== null,
  });
  const providers = await createProviders({
    ...{ database, audit, log, sealer, first: providerSettings, store: createProvidersStore(database) },
    urlProblem: (apiUrl) => urlProblem(apiUrl, config.mode === 'sandbox'),
  });
  const settings: Settings = { ...storeSettings, providers: providers.providers };
  const shared = { database, audit, alerts, outbox, live, ids, settings, log };

  // Money.
  const ordersStore = createOrdersStore(database);
  const paymentsStore = createPaymentsStore(database);
  const gateway = await chooseGateways(config, sandbox, {
    merchantName: async () => (await settings.profile()).profile.name,
    now: () => clock.now(),
    log,
  });
  const stores = { orders: ordersStore, payments: paymentsStore };
  const takeConclusion = createTakeConclusion({ ...shared, ...stores, jobs });
  const settle = createSettlePayment({ ...shared, ...stores, gateway, takeConclusion, jobs });
  const reconciliations = createReconciliationStore(database);
  const reconciling = createReconcileMoney({ ...shared, store: reconciliations, gateway, jobs, clock });
  const fulfilment = createFulfilmentStore(database);
  const refunds = createRefundsStore(database);
  const settleRefund = createSettleRefund({ ...shared, ...stores, refunds, gateway, jobs });
  const refundOrder = createRefundOrder({ ...shared, ...stores, fulfilment, refunds, settleRefund });
  const refundUndelivered = createRefundUndelivered({ settings, refundOrder });
  const placeOrder = createPlaceOrder({
    ...shared,
    clock,
    store: ordersStore,
    secret: jwtSecret,
    factor,
    isOpen: launch.isOpen,
  });
  const openPayment = createOpenPayment({
    ...shared,
    ...stores,
    ...{ gateway, settle, factor, publicUrl: config.publicUrl },
  });
  const expire = createExpireOrder({ ...shared, ...stores, settle, jobs });
  const confirm = createConfirmPayment({ ...shared, ...stores, settle, jobs });

  // Delivery.
  const circuits = createCircuits({ clock, onOpen: providerDown({ database, alerts, clock, log }) });
  const connect = (to: ProviderSettings) => {
    const allowLoopback = config.mode === 'sandbox';
    return createPanelProvider({ ...to, allowLoopback, breaker: circuits.of(to.id, to.apiUrl), log });
  };
  const routes = async () => {
    const known = await settings.providers();
    return known.filter(({ enabled }) => enabled).map((to) => routeOf(to, connect(to)));
  };
  const provider = async () => {
    const known = await settings.providers();
    return known.length === 0 ? null : joinProviders(new Map(known.map((to) => [to.id, connect(to)])));
  };
  const requests = createRequestsStore(database);
  const { wait = systemWait } = options;
  const { isOpen } = launch;
  const delivery = {
    ...shared,
    orders: ordersStore,
    fulfilment,
    requests,
    refunds,
    provider,
    routes,
    jobs,
    wait,
    isOpen,
  };
  const dispatch = createDispatchOrder(delivery);
  const automatic = createDispatchAutomatically({ ...delivery, dispatch });
  const follow = createFollowDelivery(delivery);
  const followRequests = createFollowRequests(delivery);
  const catalogue = createCatalogueStore(database);
  const looks = createLookAtProviders({
    ...{ database, settings, connect, alerts, log, store: catalogue, entries: providers.list },
  });
  const tests = createProviderTestsStore(database);
  const tries = createTryProvider({ database, audit, connect, store: tests, saved: providerSettings.provider });

  // Receipts.
  const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
  const receipts = createReceipts({ store: createReceiptsStore(database), links });
  const receiptPath = links.pathOf;

  // Words.
  const contactStore = createContactStore(database);
  const sendMail = createSendMail({
    ...{ ...shared, jobs, store: mailsStore, publicUrl: config.publicUrl, receiptPath },
    mailer: config.mail && createSmtpMailer(config.mail),
  });

  // Who may.
  const authStore = createAuthStore(database);
  const passwords = await createPasswords();
  const devicesStore = createDevicesStore(database);
  const devices = createDevices({ ...shared, store: devicesStore });
  const guesses = createGuesses({ ...shared, store: authStore, secret: jwtSecret, factor });
  const storeName = async () => (await settings.profile()).profile.name;
  const secondFactor = createSecondFactor({
    ...{ ...shared, sealer, clock, secret: jwtSecret, store: createSecondFactorStore(database), storeName },
  });
  const passkeysStore = createPasskeysStore(database);
  const passkeys = createPasskeys({ ...shared, store: passkeysStore, publicUrl: config.publicUrl, storeName });
  const tokens = createTokens(jwtSecret);
  const watch = createWatch({ ...shared, clock, readToken: tokens.read });
  const lookForSuspiciousOrders = createSuspiciousOrders(shared);
  const auth = createAuth({
    ...{ ...shared, store: authStore, passwords, guesses, secondFactor, passkeys, tokens },
    devices: { ...devicesStore, ...devices },
  });
  const accounts = createAccounts({
    ...{ ...shared, store: createAccountsStore(database), devices: devicesStore, passwords },
  });

  // Figures.
  const analyticsStore = createAnalyticsStore(database);
  const customersStore = createCustomersStore(database);

  // What the law gives a person.
  const people = createPeople({
    ...{ ...shared, clock, store: createPeopleStore(database) },
    wordsOfMail: createMailWords({ store: mailsStore, settings, publicUrl: config.publicUrl, receiptPath }),
    foldCustomers: customersStore.fold,
  });
  const retention = createRetentionStore(database);

  // Who is here.
  const keys = createVisitorKeys({ ...shared, clock });
  const places = createPlaces(config.geoipFile);
  const presenceStore = createPresenceStore(database, onlineSeconds);
  const presence = createPresence({ ...shared, store: presenceStore, keys, places });

  const visitsStore = createVisitsStore(database);
  const isOurs = (token: string) => tokens.read(token) !== null;
  const visits = createVisits({ ...{ database, store: visitsStore, keys, places, isOurs }, clock, log });
  const deadJobs = createDeadJobs(database);

  // Before every other route: an upgrade is answered here or not at all.
  const hub = createHub({ verify: auth.verify, allowedOrigin: ownOrigin(config.publicUrl), addressKey, log });
  await registerLive(server, hub);
  const hear = (type: Announcement) => (type === 'settings-update' ? storeSettings.forget() : hub.broadcast(type));
  const listener = createListener({ connection: options.connection, onMessage: hear, log });

  const lists = createOrderListsStore(database);
  const exports = createOrderExport({ store: lists, clock, secret: derivedSecret(jwtSecret, 'order exports') });
  registerOrderDownload(server, {
    exports,
    isLiveSession: async (id) => (await authStore.findLiveSession(id, 0)) !== null,
  });
  registerRoutes(server, {
    orderLists: { ...{ database, audit, ids }, lists, exports },
    timeline: shared,
    mails: {
      ...shared,
      jobs,
      store: mailsStore,
      publicUrl: config.publicUrl,
      receiptPath,
      configured: config.mail !== null,
    },
    ...{ database, paymentsStore, gateway, auth, alerts, jobs, limits, log, confirm, dispatch, follow },
    ...{ placeOrder, openPayment, refundOrder, verify: auth.verify, clock, contactStore, reconciliations, receiptPath },
    ...{ customersStore, analytics: createAnalytics({ store: analyticsStore }) },
    ...{ alertsStore, audit, live, watch, presence, visits, people, retention },
    accounts: { accounts, devices, secondFactor, passkeys },
    auditStore: createAuditStore(database),
    contact: createContact({ ...shared, store: contactStore }),
    settings: {
      ...{ launch, settings: storeSettings, store: settingsStore, provider: providerSettings },
      mode: config.mode,
    },
    orders: createOrders({ ...shared, store: ordersStore }),
    settleDispatch: createSettleDispatch(delivery),
    refill: createRefillOrder(delivery),
    cancel: createCancelLink(delivery),
    ...{ tries, tests, providers, looks, catalogue, circuits },
    prices: async () => (await settings.currentProfile()).profile.prices,
    track: createTrackOrders({ ...delivery, receiptPath, catalogue }),
    attention: createAttention({ ...shared, store: createAttentionStore(database), deadJobs }),
    retryJob: deadJobs.retry,
    checkReady: async () => void (await database.pool.query('select 1')),
  });
  const { publicUrl } = config;
  registerPublicFiles(server, { publicUrl, images: createOgImages({ publicUrl, profile: settings.profile }) });
  if (options.rootDir !== null) {
    const pages = await createPages({
      distDir: join(options.rootDir, 'dist'),
      publicUrl: config.publicUrl,
      // With a gateway of the operator's own, nothing is promised about money.
      sandbox: takesSandboxMoney(config),
      profile: settings.profile,
      payment: gateway.browser,
    });
    await registerPages(server, pages, receipts.findReceipt);
  }

  return {
    server,
    ...{ reconciliations, reconcile: reconciling.reconcile },
    jobHandlers: {
      settle_payment: ({ gatewayOrderId }) => settle.settleGatewayOrder(gatewayOrderId, 'job'),
      settle_refund: ({ refundId }) => settleRefund.settleRefund(refundId),
      refund_undelivered: ({ orderId }) => refundUndelivered(orderId),
      sweep_refunds: () => settleRefund.sweepRefunds(),
      send_mail: ({ mailId }) => sendMail(mailId),
      sweep_payments: () => settle.sweep(),
      reconcile_money: async (days) => void (await reconciling.reconcile(days)),
      reconcile_lately: () => reconciling.reconcileLately(),
      expire_order: async ({ orderId }) => void (await expire.expireOrder(orderId)),
      sweep_orders: () => expire.sweep(),
      dispatch_order: ({ orderId }) => automatic.dispatchOrder(orderId),
      sweep_waiting: () => automatic.sweep(),
      fold_counts: async () => {
        await ordersStore.foldCounts();
        await analyticsStore.fold();
        await customersStore.fold();
      },
      follow_requests: () => followRequests(),
      follow_deliveries: () => follow.followAll(),
      look_at_providers: () => looks.lookAtAll(),
      expire_claims: async () => void (await dispatch.expireClaims()),
      watch_orders: () => lookForSuspiciousOrders(),
      forget_limits: () => limitCounts.forgetOver(),
      chain_audit: async () => void (await chainAudit(database)),
      purge_expired: async () => {
        await ordersStore.purgeAnswers(database.db, 48);
        await authStore.purgeOld(database.db);
        await devicesStore.purgeUnused(database.db);
        await passkeysStore.purgeChallenges(database.db);
        const kept = await settings.retention();
        for (const name of ['alerts', 'sessions', 'mails', 'messages'] as const)
          await retention.forget(name, kept[name]);
        await presenceStore.purge();
        await visitsStore.purge(kept.visits);
        await deadJobs.purge();
      },
    },
    schedule: [
      { job: 'sweep_payments', pattern: '* * * * *' },
      { job: 'sweep_refunds', pattern: '* * * * *' },
      { job: 'sweep_orders', pattern: '* * * * *' },
      { job: 'fold_counts', pattern: '* * * * *' },
      { job: 'sweep_waiting', pattern: '* * * * *' },
      { job: 'follow_requests', pattern: '* * * * *' },
      { job: 'follow_deliveries', pattern: '* * * * *' },
      { job: 'expire_claims', pattern: '* * * * *' },
      { job: 'look_at_providers', pattern: '*/10 * * * *' },
      { job: 'watch_orders', pattern: '* * * * *' },
      { job: 'forget_limits', pattern: '* * * * *' },
      { job: 'chain_audit', pattern: '* * * * *' },
      { job: 'purge_expired', pattern: '17 4 * * *' },
      { job: 'reconcile_lately', pattern: '41 3 * * *' },
    ],
    ensureFirstAdmin: () =>
      ensureFirstAdmin({ ...shared, store: authStore, passwords }, config.firstAdmin, config.mode === 'sandbox'),
    close: async () => {
      // A connection that becomes idle while others finish would hold the stop for as long as it is kept alive.
      const idle = setInterval(() => server.server.closeIdleConnections(), 100);
      await server.close().finally(() => clearInterval(idle));
      await listener.close();
      await sharing.close();
      await presence.close();
      await visits.flush();
      live.close();
      await sandbox?.close();
    },
  };
}

type GatewayParts = { merchantName: () => Promise<string>; now: () => Date; log: Log };

// The one that was not chosen is still asked about payments that it opened, where it is configured.
async function chooseGateways(
  config: Config,
  sandbox: SandboxAccess | null,
  parts: GatewayParts,
): Promise<JoinedGateways> {
  const mpgs = mpgsOf(config, sandbox, parts);
  const stripe = config.stripe && (await stripeOf({ ...config.stripe, ...parts }));
  const [chosen, other] = config.paymentGateway === 'stripe' ? [stripe, mpgs] : [mpgs, stripe];
  if (!chosen) throw new Error('There is neither a card gateway nor a sandbox.');
  return joinGateways(chosen, other ? [other] : []);
}

// Its package takes a tenth of a second and 20 MB, which only those who use it pay.
async function stripeOf(options: StripeOptions): Promise<Gateway> {
  const { createStripeGateway } = await import('./payments/gateways/stripe/gateway.ts');
  return createStripeGateway(options);
}

function mpgsOf(config: Config, sandbox: SandboxAccess | null, parts: GatewayParts): Gateway | null {
  if (config.mpgs) return createMpgsGateway({ ...config.mpgs, ...parts });
  return sandbox && { ...createMpgsGateway({ ...sandbox.mpgs, ...parts }), browser: sandbox.browser };
}

function chooseProvider(config: Config, sandbox: SandboxAccess | null): FirstProvider | null {
  if (!config.provider) return sandbox?.provider ?? null;
  const { apiUrl, apiKey, likesServiceId, viewsServiceId } = config.provider;
  return { apiUrl, apiKey, serviceIds: { Likes: likesServiceId, Views: viewsServiceId } };
}
