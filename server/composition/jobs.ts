// The background jobs: their handlers and schedules.
import type { Config } from '../config/config.ts';
import type { JobHandlers, Schedule } from '../jobs/handlers.ts';
import * as analyticsRepository from '../modules/analytics/analytics.repository.ts';
import * as authRepository from '../modules/auth/auth.repository.ts';
import * as devicesRepository from '../modules/auth/devices.repository.ts';
import * as passkeysRepository from '../modules/auth/passkeys.repository.ts';
import * as retentionRepository from '../modules/data-privacy/retention.repository.ts';
import { createSendMail } from '../modules/email/send-email.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import * as planRepository from '../modules/notifications/plan.repository.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as cardDeclinesRepository from '../modules/payments/card-declines.repository.ts';
import { reconcile, reconcileLately } from '../modules/payments/reconcile-money.ts';
import * as presenceRepository from '../modules/presence/presence.repository.ts';
import { chainAudit } from '../modules/security/audit-chain.ts';
import { createAuditCheck } from '../modules/security/audit-check.ts';
import * as spendingRepository from '../modules/spending/spending.repository.ts';
import * as systemRepository from '../modules/system/system.repository.ts';
import * as trackingRepository from '../modules/tracking/tracking.repository.ts';
import * as visitsRepository from '../modules/visitors/visits.repository.ts';
import * as webhookDeliveriesRepository from '../modules/webhooks/webhook-deliveries.repository.ts';
import { dispatchOrder, sweepWaiting } from '../workflows/dispatch-automatically.ts';
import { expireClaims } from '../workflows/dispatch-order.ts';
import { expireOrder, sweepUnpaidOrders } from '../workflows/expire-order.ts';
import { sweepEndedOrders } from '../workflows/finish-order.ts';
import { mailTrackCode } from '../workflows/mail-track-code.ts';
import { endPauses } from '../workflows/pause-sending.ts';
import { refundOverdueOrders } from '../workflows/refund-overdue.ts';
import { refundUndelivered } from '../workflows/refund-undelivered.ts';
import { refillReported } from '../workflows/report-drop.ts';
import { moveStalled, sendRest } from '../workflows/request-move.ts';
import { settleGatewayOrder, sweepPayments } from '../workflows/settle-payment.ts';
import { settleRefund, sweepRefunds } from '../workflows/settle-refund.ts';
import { followRequests } from '../workflows/sync-delivery-requests.ts';
import { followDeliveries } from '../workflows/sync-delivery-status.ts';
import { wireReadMailbox } from './incoming-email.ts';
import type { Services } from './services.ts';
import { changeTimeZone } from './time-zone.ts';

export function scheduleOf({ imapUrl }: Pick<Config, 'imapUrl'>): Schedule {
  return imapUrl === null ? schedule : [...schedule, { job: 'read_mailbox', pattern: '* * * * *' }];
}

const schedule: Schedule = [
  { job: 'watch_problems', pattern: '* * * * *' },
  { job: 'check_store', pattern: '*/10 * * * *' },
  { job: 'sweep_payments', pattern: '* * * * *' },
  { job: 'sweep_refunds', pattern: '* * * * *' },
  { job: 'sweep_orders', pattern: '* * * * *' },
  { job: 'fold_counts', pattern: '* * * * *' },
  { job: 'sweep_waiting', pattern: '* * * * *' },
  { job: 'follow_requests', pattern: '* * * * *' },
  { job: 'follow_deliveries', pattern: '* * * * *' },
  { job: 'expire_claims', pattern: '* * * * *' },
  { job: 'end_pauses', pattern: '* * * * *' },
  { job: 'mail_held_alerts', pattern: '*/10 * * * *' },
  { job: 'look_at_providers', pattern: '*/10 * * * *' },
  { job: 'move_stalled', pattern: '*/10 * * * *' },
  { job: 'refund_overdue', pattern: '5,15,25,35,45,55 * * * *' },
  { job: 'watch_orders', pattern: '* * * * *' },
  { job: 'forget_limits', pattern: '* * * * *' },
  { job: 'forget_track_codes', pattern: '*/10 * * * *' },
  { job: 'chain_audit', pattern: '* * * * *' },
  { job: 'finish_orders', pattern: '23 * * * *' },
  { job: 'send_heartbeat', pattern: '* * * * *' },
  { job: 'sample_system', pattern: '11 * * * *' },
  { job: 'make_backup', pattern: '7 2 * * *' },
  // Three minutes after the hour in each zone: the visits of the last minute are folded.
  { job: 'send_digests', pattern: '3,18,33,48 * * * *' },
  { job: 'purge_expired', pattern: '17 4 * * *' },
  { job: 'reconcile_lately', pattern: '41 3 * * *' },
  { job: 'verify_ledger', pattern: '53 3 * * *' },
  { job: 'check_audit', pattern: '29 3 * * *' },
];

/** Of visits from before their roll-up, in one run of a job: some seconds. */
const mostVisitFolds = 60;

export function wireJobs(services: Services): JobHandlers {
  const { core, ctx, providers, admins, dataPrivacy, operations, webhooks, notifications, system } = services;
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
    settle_payment: ({ gatewayOrderId }) => settleGatewayOrder(ctx, gatewayOrderId, 'job'),
    settle_refund: ({ refundId }) => settleRefund(ctx, refundId),
    refund_undelivered: ({ orderId }) => refundUndelivered(ctx, orderId),
    sweep_refunds: () => sweepRefunds(ctx),
    send_mail: ({ mailId }) => sendMail(mailId),
    read_mailbox: wireReadMailbox(core, operations.contactEmails),
    mail_track_code: ({ request }) => mailTrackCode(ctx, request),
    send_webhook: ({ deliveryId }) => webhooks.sendWebhook(deliveryId),
    plan_notifications: () => notifications.plan(),
    send_notifications: ({ channelId }) => notifications.send(channelId),
    watch_problems: () => notifications.watchProblems(),
    check_store: () => notifications.checkStore(),
    verify_ledger: () => notifications.verifyLedger(),
    sweep_payments: () => sweepPayments(ctx),
    reconcile_money: async (days) => void (await reconcile(ctx, days)),
    reconcile_lately: () => reconcileLately(ctx),
    expire_order: async ({ orderId }) => void (await expireOrder(ctx, orderId)),
    sweep_orders: () => sweepUnpaidOrders(ctx),
    finish_orders: () => sweepEndedOrders(ctx),
    dispatch_order: ({ orderId }) => dispatchOrder(ctx, orderId),
    send_rest: (link) => sendRest(ctx, link),
    move_stalled: () => moveStalled(ctx),
    refund_overdue: () => refundOverdueOrders(ctx),
    refill_reported: (link) => refillReported(ctx, link),
    sweep_waiting: () => sweepWaiting(ctx),
    fold_counts: async () => {
      await ordersRepository.foldCounts(database.db);
      await analyticsRepository.fold(database);
      await dataPrivacy.foldCustomers();
      await visitsRepository.fold(database, mostVisitFolds);
    },
    change_time_zone: () => changeTimeZone(core),
    follow_requests: () => followRequests(ctx),
    follow_deliveries: () => followDeliveries(ctx),
    look_at_providers: () => providers.health.checkAll(),
    expire_claims: async () => void (await expireClaims(ctx)),
    watch_orders: () => admins.lookForSuspiciousOrders(),
    shorten_addresses: async () => {
      await presenceRepository.shortenAddresses(database.db);
      await visitsRepository.shortenAddresses(database.db);
    },
    forget_limits: async () => {
      await core.limitCounts.forgetOver();
      await cardDeclinesRepository.forgetOld(database.db);
    },
    forget_track_codes: () => trackingRepository.purgeCodes(database.db),
    make_backup: () => notifications.watchBackup(system.makeBackup),
    send_heartbeat: ({ atStart = false }) => system.heartbeat.ping(atStart),
    sample_system: () => systemRepository.sampleSize(database.db),
    chain_audit: async () => void (await chainAudit(database)),
    check_audit: createAuditCheck({ ...ctx, headFile: config.auditHeadFile }),
    send_digests: () => services.digest.digest.sendDue(),
    end_pauses: () => endPauses(ctx),
    mail_held_alerts: () => database.transaction((tx) => core.alerts.mailHeldAlerts(tx)),
    purge_expired: () => purge(services),
  };
}

async function purge({ core, dataPrivacy, operations, system }: Services): Promise<void> {
  const { database, settings } = core;
  await ordersRepository.purgeAnswers(database.db, 48);
  await authRepository.purgeOld(database.db);
  await devicesRepository.purgeUnused(database.db);
  await passkeysRepository.purgeChallenges(database.db);
  const kept = (await settings.current()).retention;
  for (const name of ['alerts', 'sessions', 'mails', 'messages'] as const) {
    await retentionRepository.forget(database.db, name, kept[name]);
  }
  await dataPrivacy.oldOrders.forget(kept.orders);
  await presenceRepository.purge(database.db);
  await visitsRepository.purge(database, kept.visits);
  await spendingRepository.purge(database.db);
  await webhookDeliveriesRepository.purge(database.db);
  await planRepository.purge(database.db);
  await operations.deadJobs.purge();
  await system.purge();
}
