// Every endpoint of the contract with its handler. Modules of `modules.ts` bring theirs; the others are listed here.
import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { telegramChats } from './composition/notification-channels.ts';
import { wirePushDevices } from './composition/push-devices.ts';
import type { Services } from './composition/services.ts';
import { healthRoutes } from './http/health.routes.ts';
import { distinctEmails, forgedNotifications, linkIds } from './http/rate-limits.ts';
import { registerEndpoints } from './http/route.ts';
import { actionItemsRoutes } from './modules/action-items/action-items.routes.ts';
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import { accountRoutes } from './modules/auth/accounts.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { customerRoutes } from './modules/customers/customers.routes.ts';
import { dataPrivacyRoutes } from './modules/data-privacy/data-privacy.routes.ts';
import { digestRoutes } from './modules/digest/digest.routes.ts';
import { mailRoutes } from './modules/email/emails.routes.ts';
import { createEmailTextPreview } from './modules/email/sample-email.ts';
import { evidenceRoutes } from './modules/evidence/evidence.routes.ts';
import { fulfilmentRoutes } from './modules/fulfilment/fulfilment.routes.ts';
import { providerCallRoutes } from './modules/fulfilment/provider-calls.routes.ts';
import { providerScoresRoutes } from './modules/fulfilment/provider-scores.routes.ts';
import { providerSettingsRoutes } from './modules/fulfilment/provider-settings.routes.ts';
import { providersRoutes } from './modules/fulfilment/providers.routes.ts';
import { sendingPauseRoutes } from './modules/fulfilment/sending-pauses.routes.ts';
import { notificationChannelRoutes } from './modules/notifications/notification-channels.routes.ts';
import { pushDeviceRoutes } from './modules/notifications/push-devices.routes.ts';
import { orderListRoutes } from './modules/orders/order-lists.routes.ts';
import { orderTimelineRoutes } from './modules/orders/order-timeline.ts';
import { type OrderRoutesDeps, orderRoutes } from './modules/orders/orders.routes.ts';
import { paymentNotificationRoutes } from './modules/payments/payment-notifications.routes.ts';
import { paymentOf } from './modules/payments/payment-rows.ts';
import * as paymentsRepository from './modules/payments/payments.repository.ts';
import { paymentRoutes } from './modules/payments/payments.routes.ts';
import { reconciliationRoutes } from './modules/payments/reconciliation.routes.ts';
import { refundRoutes } from './modules/payments/refunds.routes.ts';
import { presenceRoutes } from './modules/presence/presence.routes.ts';
import { auditRoutes } from './modules/security/audit.routes.ts';
import { ownerAddressRoutes } from './modules/security/owner-address.routes.ts';
import { securityRoutes } from './modules/security/security.routes.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';
import { textRoutes } from './modules/settings/texts.routes.ts';
import { spendingRoutes } from './modules/spending/spending.routes.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { trackingRoutes } from './modules/tracking/tracking.routes.ts';
import { visitorRoutes } from './modules/visitors/visitors.routes.ts';
import { webhookOf, webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { modules } from './modules.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import type { Handlers } from './request-context.ts';
import { handlersOf } from './store-module.ts';

export function registerRoutes(server: FastifyInstance, services: Services): void {
  const { core, orders, payments, fulfilment, tracking, providers, admins, dataPrivacy, operations, webhooks, pages } =
    services;
  const { system } = services;
  const { config, limits, orderViews } = core;
  const { database, alerts, audit, clock, ids, jobs, live, log, settings } = core;
  const { receiptPath, orderPath } = orders;
  const hasProof: OrderRoutesDeps['hasProof'] = (headers, order) =>
    tracking.proof.readProof(headers, order.customerEmail).opens(order);
  const handlers: Handlers<EndpointName> = {
    ...handlersOf(modules, core.ctx),
    ...orderRoutes({
      orders: orders.service,
      lists: orders.lists,
      views: orderViews,
      receiptPath,
      earlierSendsOf: fulfilment.trackOrders.earlierSendsOfOne,
      placeOrder: orders.placeOrder,
      orderKey: orders.receiptLinks.keyOf,
      hasProof,
      replaceLink: fulfilment.replaceLink,
    }),
    ...trackingRoutes({
      database,
      ...tracking,
      ordersByEmail: fulfilment.trackOrders.ordersByEmail,
      readOrderPage: fulfilment.readOrderPage,
      reportDrop: fulfilment.reportDrop.reportDrop,
      countEmail: (ip, email) => limits.spendDistinct(distinctEmails, 'distinct_emails', ip, email),
    }),
    ...sendingPauseRoutes({ pauseSending: fulfilment.pauseSending, viewOf: orderViews.fullOne }),
    ...orderListRoutes({ database, lists: orders.lists, exports: orders.exports, audit, ids }),
    ...evidenceRoutes({
      database,
      views: orderViews,
      paymentsOf: async (id) => (await paymentsRepository.attemptsOf(database.db, id)).map(paymentOf),
      settings,
      audit,
      clock,
    }),
    ...orderTimelineRoutes({ database, orders: orders.service, audit, live, ids }),
    ...mailRoutes({
      database,
      jobs,
      audit,
      live,
      settings,
      publicUrl: config.publicUrl,
      orderPath,
      receiptPath,
      configured: config.mail !== null,
    }),
    ...digestRoutes(services.digest),
    ...paymentRoutes({
      database,
      openPayment: payments.openPayment,
      isKeyHolder: tracking.proof.isKeyHolder,
      hasProof,
      confirmPayment: payments.confirmPayment,
      getOrder: orders.service.getOrder,
      orderViews,
      receiptPath,
      orderPath,
    }),
    ...paymentNotificationRoutes({
      database,
      gateway: payments.gateway,
      jobs,
      alerts,
      log,
      clock,
      countForged: (ip) => limits.spend(forgedNotifications, 'forged_notification', ip),
    }),
    ...refundRoutes(payments.refundOrder),
    ...reconciliationRoutes(database),
    ...fulfilmentRoutes({
      dispatchLink: fulfilment.dispatch.dispatchLink,
      resolveDispatch: fulfilment.resolveDispatch,
      refillLink: fulfilment.refillLink,
      cancelLink: fulfilment.cancelLink,
      planMove: fulfilment.requestMove.planMove,
      requestMove: fulfilment.requestMove.requestMove,
      dropReportExport: fulfilment.dropReportExport,
      audit,
      database,
      lookUp: fulfilment.syncDeliveryStatus.lookUp,
      providerOrdersOf: fulfilment.trackOrders.providerOrdersOf,
      providerOrdersOfOne: fulfilment.trackOrders.providerOrdersOfOne,
      countIds: (ip, count) => limits.spend(linkIds, 'link_ids', ip, count),
      isKeyHolder: tracking.proof.isKeyHolder,
    }),
    ...providerCallRoutes({ database, testProvider: providers.testProvider }),
    ...providerSettingsRoutes(core.providerSettings),
    ...providerScoresRoutes({
      database,
      scores: providers.scores,
      settings,
      entries: core.providers.list,
    }),
    ...providersRoutes({
      database,
      providers: core.providers,
      health: providers.health,
      circuits: providers.circuits,
      prices: async () => (await settings.currentProfile()).profile.prices,
    }),
    ...authRoutes(admins.auth, { isSecure: config.publicUrl.startsWith('https:') }),
    ...accountRoutes({
      ...admins.accounts,
      webhooksOf: async (admin) => (await webhooks.webhooks.listOwn(admin)).map(webhookOf),
    }),
    ...apiKeyRoutes(admins.apiKeys),
    ...webhookRoutes(webhooks.webhooks),
    ...notificationChannelRoutes({
      channels: services.notifications.channels,
      listTelegramChats: (botToken) => telegramChats(core, botToken),
    }),
    ...pushDeviceRoutes(wirePushDevices(core, services.notifications.channels)),
    ...auditRoutes(database),
    ...contactRoutes({
      database,
      contact: operations.contact,
      threads: operations.contactThreads,
      templates: operations.replyTemplates,
      views: orderViews,
    }),
    ...customerRoutes({
      database,
      replicaReads: core.replicaReads,
      views: orderViews,
      audit,
      live,
      ids,
    }),
    ...settingsRoutes({
      settings: core.storeSettings,
      repository: core.settingsRepository,
      launch: providers.launch,
      mode: config.mode,
    }),
    ...textRoutes({
      texts: core.texts,
      repository: core.settingsRepository,
      previewEmail: createEmailTextPreview({ settings, publicUrl: config.publicUrl, receiptPath, orderPath }),
      previewPage: pages?.renderPreview ?? null,
    }),
    ...dataPrivacyRoutes({ database, dataPrivacy: dataPrivacy.dataPrivacy }),
    ...presenceRoutes({ presence: dataPrivacy.presence, clock }),
    ...visitorRoutes(dataPrivacy),
    ...securityRoutes({ database, audit, live }),
    ...ownerAddressRoutes(operations.ownerAddress),
    ...spendingRoutes(core.spending),
    ...actionItemsRoutes({ actionItems: operations.actionItems, retryJob: operations.deadJobs.retry }),
    ...systemRoutes({
      database,
      audit,
      clock,
      ...system,
      listDeadJobs: operations.deadJobs.list,
      deleteDeadJob: operations.deadJobs.remove,
    }),
    ...healthRoutes({ checkReady: operations.checkReady, queueStatus: operations.queueStatus }),
  };
  registerEndpoints(server, endpoints, handlers, {
    verify: admins.auth.verify,
    verifyKey: admins.apiKeys.verify,
    isOwnOrigin: ownOrigin(config.publicUrl),
    limits,
    watch: admins.watch,
  });
}
