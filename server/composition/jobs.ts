// What is done in the background, by whom, and when.
import type { DeadJobs } from '../jobs/dead-jobs.ts';
import type { JobHandlers, Schedule } from '../jobs/handlers.ts';
import { createSendMail } from '../modules/email/send-email.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import { chainAudit } from '../modules/security/audit-chain.ts';
import type { AdminServices } from './admins.ts';
import type { DataPrivacyServices } from './data-privacy.ts';
import type { Core } from './core.ts';
import type { OrderServices } from './orders.ts';
import type { Providers } from './providers.ts';
import { changeTimeZone } from './time-zone.ts';
import type { WebhookServices } from './webhooks.ts';

export const schedule: Schedule = [
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
  { job: 'finish_orders', pattern: '23 * * * *' },
  { job: 'make_backup', pattern: '7 2 * * *' },
  { job: 'purge_expired', pattern: '17 4 * * *' },
  { job: 'reconcile_lately', pattern: '41 3 * * *' },
];

type JobsDeps = {
  orders: OrderServices;
  providers: Providers;
  admins: AdminServices;
  dataPrivacy: DataPrivacyServices;
  deadJobs: DeadJobs;
  webhooks: WebhookServices;
};

export function wireJobs(
  core: Core,
  { orders, providers, admins, dataPrivacy, deadJobs, webhooks }: JobsDeps,
): JobHandlers {
  const { config, emailsRepository } = core;
  const { database, ids, jobs, live, log, settings } = core.ports;
  const { settle, settleRefund, reconciling, expire, automatic, dispatch } = orders;
  const sendMail = createSendMail({
    database,
    repository: emailsRepository,
    jobs,
    live,
    settings,
    ids,
    log,
    publicUrl: config.publicUrl,
    receiptPath: orders.receiptPath,
    mailer: config.mail && createSmtpMailer(config.mail),
  });
  return {
    settle_payment: ({ gatewayOrderId }) => settle.settleGatewayOrder(gatewayOrderId, 'job'),
    settle_refund: ({ refundId }) => settleRefund.settleRefund(refundId),
    refund_undelivered: ({ orderId }) => orders.refundUndelivered(orderId),
    sweep_refunds: () => settleRefund.sweepRefunds(),
    send_mail: ({ mailId }) => sendMail(mailId),
    send_webhook: ({ deliveryId }) => webhooks.sendWebhook(deliveryId),
    sweep_payments: () => settle.sweep(),
    reconcile_money: async (days) => void (await reconciling.reconcile(days)),
    reconcile_lately: () => reconciling.reconcileLately(),
    expire_order: async ({ orderId }) => void (await expire.expireOrder(orderId)),
    sweep_orders: () => expire.sweep(),
    finish_orders: () => orders.finish.sweep(),
    dispatch_order: ({ orderId }) => automatic.dispatchOrder(orderId),
    sweep_waiting: () => automatic.sweep(),
    fold_counts: async () => {
      await orders.stores.orders.foldCounts();
      await dataPrivacy.analyticsRepository.fold();
      await dataPrivacy.customersRepository.fold();
    },
    change_time_zone: () => changeTimeZone(core),
    follow_requests: () => orders.followRequests(),
    follow_deliveries: () => orders.follow.followAll(),
    look_at_providers: () => providers.looks.lookAtAll(),
    expire_claims: async () => void (await dispatch.expireClaims()),
    watch_orders: () => admins.lookForSuspiciousOrders(),
    shorten_addresses: async () => {
      await dataPrivacy.presenceRepository.shortenAddresses();
      await dataPrivacy.visitsRepository.shortenAddresses();
    },
    forget_limits: () => core.limitCounts.forgetOver(),
    make_backup: async () => void (await core.backups?.make()),
    chain_audit: async () => void (await chainAudit(database)),
    purge_expired: () => purge(core, { orders, admins, dataPrivacy, deadJobs, webhooks }),
  };
}

async function purge(
  core: Core,
  { orders, admins, dataPrivacy, deadJobs, webhooks }: Omit<JobsDeps, 'providers'>,
): Promise<void> {
  const { database, settings } = core;
  await orders.stores.orders.purgeAnswers(database.db, 48);
  await admins.authRepository.purgeOld(database.db);
  await admins.devicesRepository.purgeUnused(database.db);
  await admins.passkeysRepository.purgeChallenges(database.db);
  const kept = await settings.retention();
  for (const name of ['alerts', 'sessions', 'mails', 'messages'] as const) {
    await dataPrivacy.retention.forget(name, kept[name]);
  }
  await dataPrivacy.presenceRepository.purge();
  await dataPrivacy.visitsRepository.purge(kept.visits);
  await webhooks.purgeDeliveries();
  await deadJobs.purge();
}
