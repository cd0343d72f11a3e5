// Handlers for payments. Workflows open and settle them.
import type { z } from 'zod';
import { StoreError } from '../../../contract/errors.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { listPayments } from '../../../contract/payments.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { addressKey, type Call, type Handlers } from '../../request-context.ts';
import { declineReason } from './decline-reasons.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import type { Attempt, PaymentsRepository } from './payments.repository.ts';

export type PaymentRoutesDeps = Pick<Handlers<'initSession' | 'confirmPayment'>, 'initSession' | 'confirmPayment'> & {
  database: Database;
  repository: PaymentsRepository;
  gateway: GatewayRegistry;
  jobs: Jobs;
  alerts: Alerts;
  log: Log;
  clock: Clock;
  /** Throws order_not_found. */
  getOrder: (id: string) => Promise<unknown>;
  /** Counts a notification with a wrong secret; throws when there were too many (rule 12). */
  countForged: (ip: string) => void;
};

export function paymentRoutes(
  deps: PaymentRoutesDeps,
): Handlers<'initSession' | 'confirmPayment' | 'paymentWebhook' | 'listPayments'> {
  return {
    initSession: deps.initSession,
    confirmPayment: deps.confirmPayment,

    listPayments: async ({ params: { id } }) => {
      await deps.getOrder(id);
      return (await deps.repository.attemptsOf(deps.database.db, id)).map(paymentOf);
    },

    // 200 only after the notification and the job it asks for are both stored (rule 6).
    paymentWebhook: async (_, call) => {
      const notification = await read(call);
      if (notification.outcome === 'forged') return refuseForged(call);
      if (notification.outcome === 'unusable') throw new StoreError('invalid_input', { message: notification.reason });
      if (notification.outcome === 'irrelevant') return { received: true };
      const { gateway, notificationId, gatewayOrderId } = notification;
      await deps.database.transaction(async (tx) => {
        const kept = { gateway, notificationId, gatewayOrderId };
        if (!(await deps.repository.addNotification(tx, kept))) return;
        await deps.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, { key: `settle ${gatewayOrderId}` });
      });
      return { received: true };
    },
  };

  async function read(call: Call) {
    return deps.gateway.readNotification(call.headers, call.rawBody).catch((error: unknown) => {
      if (!(error instanceof ExternalError)) throw error;
      throw new StoreError('unavailable', { retryAfterSeconds: 30 });
    });
  }

  async function refuseForged({ ip }: Call): Promise<never> {
    deps.countForged(ip);
    deps.log.warn({}, 'a payment notification came without the right secret');
    await deps.alerts.raise(deps.database.db, {
      type: 'webhook_forged',
      severity: 'high',
      message: 'A payment notification came without the right secret.',
      details: { ip },
      onceKey: `forged ${addressKey(ip)} ${deps.clock.now().toISOString().slice(0, 13)}`,
    });
    throw new StoreError('bad_secret');
  }
}

function paymentOf(attempt: Attempt): z.output<typeof listPayments.output>[number] {
  const { declineCode } = attempt;
  return {
    number: attempt.number,
    gateway: attempt.gateway,
    gateway_order_id: attempt.gatewayOrderId,
    state: attempt.state,
    amount: dollarsFromCents(attempt.amountCents),
    currency: attempt.currency,
    gateway_status: attempt.gatewayStatus,
    has_unknown_status: attempt.unknownStatus !== null,
    card_brand: attempt.cardBrand,
    card_last4: attempt.cardLast4,
    transaction_id: attempt.transactionId,
    decline: declineCode === null ? null : { code: declineCode, reason: declineReason(declineCode) },
    failed_tries: attempt.failedTries,
    opened_at: attempt.openedAt.toISOString(),
    updated_at: attempt.updatedAt.toISOString(),
  };
}
