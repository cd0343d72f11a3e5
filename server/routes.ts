// Every endpoint of the contract with its handler. Modules of `modules.ts` bring theirs; the others are listed here.

import type { FastifyInstance } from 'fastify';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { telegramChats } from './composition/notification-channels.ts';
import { wirePushDevices } from './composition/push-devices.ts';
import type { Services } from './composition/services.ts';
import { healthRoutes } from './http/health.routes.ts';
import { registerEndpoints } from './http/route.ts';
import { listDeadJobs, removeDeadJob } from './jobs/dead-jobs.ts';
import { verifyKey } from './modules/api-keys/api-keys.service.ts';
import { verifyToken } from './modules/auth/auth.service.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import { digestRoutes } from './modules/digest/digest.routes.ts';
import { mailRoutes } from './modules/email/emails.routes.ts';
import { notificationChannelRoutes } from './modules/notifications/notification-channels.routes.ts';
import { pushDeviceRoutes } from './modules/notifications/push-devices.routes.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import { modules } from './modules.ts';
import { ownOrigin } from './realtime/own-origin.ts';
import type { Handlers } from './request-context.ts';
import { handlersOf } from './store-module.ts';
import { noteAdmission, noteRefusal } from './workflows/watch-access.ts';

export function registerRoutes(server: FastifyInstance, services: Services): void {
  const { core, ctx, operations, webhooks } = services;
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
