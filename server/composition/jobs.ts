// The background jobs: their handlers and schedules.

import type { Config } from '../config/config.ts';
import { purgeDeadJobs } from '../jobs/dead-jobs.ts';
import type { JobHandlers, Schedule } from '../jobs/handlers.ts';
import { createSendMail } from '../modules/email/send-email.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import * as planRepository from '../modules/notifications/plan.repository.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';
import * as systemRepository from '../modules/system/system.repository.ts';
import * as webhookDeliveriesRepository from '../modules/webhooks/webhook-deliveries.repository.ts';
import { modules } from '../modules.ts';
import { jobsOf, purgeAll, scheduleOf } from '../store-module.ts';
import { wireReadMailbox } from './incoming-email.ts';
import type { Services } from './services.ts';

export function wholeSchedule(config: Config): Schedule {
  const mailbox: Schedule = config.imapUrl === null ? [] : [{ job: 'read_mailbox', pattern: '* * * * *' }];
  return [...scheduleOf(modules, config), ...schedule, ...mailbox];
}

const schedule: Schedule = [
  { job: 'watch_problems', pattern: '* * * * *' },
  { job: 'check_store', pattern: '*/10 * * * *' },
  { job: 'forget_limits', pattern: '* * * * *' },
  { job: 'send_heartbeat', pattern: '* * * * *' },
  { job: 'sample_system', pattern: '11 * * * *' },
  { job: 'make_backup', pattern: '7 2 * * *' },
  // Three minutes after the hour in each zone: the visits of the last minute are folded.
  { job: 'send_digests', pattern: '3,18,33,48 * * * *' },
  { job: 'purge_expired', pattern: '17 4 * * *' },
  { job: 'verify_ledger', pattern: '53 3 * * *' },
];

export function wireJobs(services: Services): JobHandlers {
  const { core, ctx, operations, webhooks, notifications, system } = services;
  const { config } = core;
  const { database, ids, jobs, live, log, settings, receiptLinks, pauseLinks } = ctx;
  const sendMail = createSendMail({
    database,
    jobs,
    live,
    settings,
    ids,
    log,
    publicUrl: config.publicUrl,
    receiptPath: receiptLinks.pathOf,
    pausePath: pauseLinks.pathOf,
    orderPath: receiptLinks.orderPathOf,
    codeOf: ctx.trackingCodes.codeOf,
    mailer: config.mail && createSmtpMailer(config.mail),
  });
  return {
    ...jobsOf(modules, ctx),
    send_mail: ({ mailId }) => sendMail(mailId),
    read_mailbox: wireReadMailbox(core, operations.contactEmails),
    send_webhook: ({ deliveryId }) => webhooks.sendWebhook(deliveryId),
    plan_notifications: () => notifications.plan(),
    send_notifications: ({ channelId }) => notifications.send(channelId),
    watch_problems: () => notifications.watchProblems(),
    check_store: () => notifications.checkStore(),
    verify_ledger: () => notifications.verifyLedger(),
    forget_limits: async () => {
      await core.limitCounts.purgeOver();
      await cardDeclinesRepository.purgeOld(database.db);
    },
    make_backup: () => notifications.watchBackup(system.makeBackup),
    send_heartbeat: ({ atStart = false }) => system.heartbeat.ping(atStart),
    sample_system: () => systemRepository.sampleSize(database.db),
    send_digests: () => services.digest.digest.sendDue(),
    purge_expired: () => purge(services),
  };
}

async function purge({ core, ctx, system }: Services): Promise<void> {
  await purgeAll(modules, ctx);
  const { database } = core;
  await webhookDeliveriesRepository.purge(database.db);
  await planRepository.purge(database.db);
  await purgeDeadJobs(database.db);
  await system.purge();
}
