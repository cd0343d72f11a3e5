// Receives payment notifications. A job settles the payment.
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { type Call, type Handlers, networkOf } from '../../request-context.ts';
import type { GatewayRegistry } from './gateway-registry.ts';
import * as paymentsRepository from './payments.repository.ts';

export type PaymentNotificationRoutesDeps = {
  database: Database;
  gateway: Pick<GatewayRegistry, 'readNotification'>;
  jobs: Jobs;
  alerts: Alerts;
  log: Log;
  clock: Clock;
  /** Counts a notification with a wrong secret; throws after too many (gateway rule 12). */
  countForged: (ip: string) => void;
};

export function paymentNotificationRoutes(deps: PaymentNotificationRoutesDeps): Handlers<'paymentWebhook'> {
  return {
    // 200 only after the notification and its job are stored (gateway rule 6).
    paymentWebhook: async (_, call) => {
      const notification = await read(call);
      if (notification.outcome === 'forged') return refuseForged(call);
      if (notification.outcome === 'unusable') throw new StoreError('invalid_input', { reason: notification.reason });
      if (notification.outcome === 'irrelevant') return { received: true };
      const { gateway, notificationId, gatewayOrderId } = notification;
      await deps.database.transaction(async (tx) => {
        const kept = { gateway, notificationId, gatewayOrderId };
        if (!(await paymentsRepository.addNotification(tx, kept))) return;
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
      message: storeMessage('notification_forged'),
      details: { ip },
      onceKey: `forged ${networkOf(ip)} ${deps.clock.now().toISOString().slice(0, 13)}`,
    });
    throw new StoreError('bad_secret');
  }
}
