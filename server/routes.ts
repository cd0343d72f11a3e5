// Every endpoint of the contract with its handler. Modules of `modules.ts` bring theirs; the others are listed here.
import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { telegramChats } from './composition/notification-channels.ts';
import { wirePushDevices } from './composition/push-devices.ts';
import type { Services } from './composition/services.ts';
import { healthRoutes } from './http/health.routes.ts';
import { registerEndpoints } from './http/route.ts';
import { actionItemsRoutes } from './modules/action-items/action-items.routes.ts';
import { verifyKey } from './modules/api-keys/api-keys.service.ts';
import { verifyToken } from './modules/auth/auth.service.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { customerRoutes } from './modules/customers/customers.routes.ts';
import { dataPrivacyRoutes } from './modules/data-privacy/data-privacy.routes.ts';
import { digestRoutes } from './modules/digest/digest.routes.ts';
import { mailRoutes } from './modules/email/emails.routes.ts';
import { createEmailTextPreview } from './modules/email/sample-email.ts';
import { evidenceRoutes } from './modules/evidence/evidence.routes.ts';
import { providerCallRoutes } from './modules/fulfilment/provider-calls.routes.ts';
import { providerScoresRoutes } from './modules/fulfilment/provider-scores.routes.ts';
import { providerSettingsRoutes } from './modules/fulfilment/provider-settings.routes.ts';
import { providersRoutes } from './modules/fulfilment/providers.routes.ts';
import { notificationChannelRoutes } from './modules/notifications/notification-channels.routes.ts';
import { pushDeviceRoutes } from './modules/notifications/push-devices.routes.ts';
import { paymentOf } from './modules/payments/payment-rows.ts';
import * as paymentsRepository from './modules/payments/payments.repository.ts';
import { presenceRoutes } from './modules/presence/presence.routes.ts';
import { settingsRoutes } from './modules/settings/settings.routes.ts';
import { textRoutes } from './modules/settings/texts.routes.ts';
import { spendingRoutes } from './modules/spending/spending.routes.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { visitorRoutes } from './modules/visitors/visitors.routes.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { modules } from './modules.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import type { Handlers } from './request-context.ts';
import { handlersOf } from './store-module.ts';
import { noteAdmission, noteRefusal } from './workflows/watch-access.ts';

export function registerRoutes(server: FastifyInstance, services: Services): void {
  const { core, ctx, providers, dataPrivacy, operations, webhooks, pages } = services;
  const { system } = services;
  const { config, orderViews } = core;
  const { database, audit, clock, ids, jobs, limits, live, settings } = core;
  const { pathOf: receiptPath, orderPathOf: orderPath } = ctx.receiptLinks;
  const handlers: Handlers<EndpointName> = {
    ...handlersOf(modules, ctx),
    ...evidenceRoutes({
      database,
      views: orderViews,
      paymentsOf: async (id) => (await paymentsRepository.attemptsOf(database.db, id)).map(paymentOf),
      settings,
      audit,
      clock,
    }),
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
    ...webhookRoutes(webhooks.webhooks),
    ...notificationChannelRoutes({
      channels: services.notifications.channels,
      listTelegramChats: (botToken) => telegramChats(core, botToken),
    }),
    ...pushDeviceRoutes(wirePushDevices(core, services.notifications.channels)),
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
    verify: (token, use) => verifyToken(ctx, token, use),
    verifyKey: (key) => verifyKey(ctx, key),
    isOwnOrigin: ownOrigin(config.publicUrl),
    limits,
    watch: {
      refused: (code, passer, caller) => noteRefusal(ctx, code, passer, caller),
      admitted: (entrant, passer) => noteAdmission(ctx, entrant, passer),
    },
  });
}
