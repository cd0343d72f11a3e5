// Every endpoint of the contract with its handler. Modules of `modules.ts` bring theirs; the others are listed here.

import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { telegramChats } from './composition/notification-channels.ts';
import { wirePushDevices } from './composition/push-devices.ts';
import type { Services } from './composition/services.ts';
import { healthRoutes } from './http/health.routes.ts';
import { registerEndpoints } from './http/route.ts';
import { listDeadJobs, removeDeadJob } from './jobs/dead-jobs.ts';
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import { accountRoutes } from './modules/auth/accounts.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { digestRoutes } from './modules/digest/digest.routes.ts';
import { mailRoutes } from './modules/email/emails.routes.ts';
import { notificationChannelRoutes } from './modules/notifications/notification-channels.routes.ts';
import { pushDeviceRoutes } from './modules/notifications/push-devices.routes.ts';
import { auditRoutes } from './modules/security/audit.routes.ts';
import { ownerAddressRoutes } from './modules/security/owner-address.routes.ts';
import { securityRoutes } from './modules/security/security.routes.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { webhookOf, webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { modules } from './modules.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import type { Handlers } from './request-context.ts';
import { handlersOf } from './store-module.ts';

export function registerRoutes(server: FastifyInstance, services: Services): void {
  const { core, ctx, admins, operations, webhooks } = services;
  const { system } = services;
  const { config, orderViews } = core;
  const { database, audit, clock, jobs, limits, live, settings } = core;
  const { pathOf: receiptPath, orderPathOf: orderPath } = ctx.receiptLinks;
  const handlers: Handlers<EndpointName> = {
    ...handlersOf(modules, ctx),
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
    ...securityRoutes({ database, audit, live }),
    ...ownerAddressRoutes(operations.ownerAddress),
    ...systemRoutes({
      database,
      audit,
      clock,
      ...system,
      listDeadJobs: (limit) => listDeadJobs(database.db, limit),
      deleteDeadJob: removeDeadJob,
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
