// Receives payment notifications. A job settles the payment.
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { forgedNotifications } from '../../http/rate-limits.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { type Call, networkOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import * as paymentsRepository from './payments.repository.ts';

export const paymentNotificationRoutes: Routes<'paymentWebhook'> = {
  // 200 only after the notification and its job are stored (gateway rule 6).
  paymentWebhook: async (ctx, _, call) => {
    const notification = await read(ctx, call);
    if (notification.outcome === 'forged') return refuseForged(ctx, call);
    if (notification.outcome === 'unusable') throw new StoreError('invalid_input', { reason: notification.reason });
    if (notification.outcome === 'irrelevant') return { received: true };
    const { gateway, notificationId, gatewayOrderId } = notification;
    await ctx.database.transaction(async (tx) => {
      const kept = { gateway, notificationId, gatewayOrderId };
      if (!(await paymentsRepository.addNotification(tx, kept))) return;
      await ctx.jobs.enqueue(tx, 'settle_payment', { gatewayOrderId }, { key: `settle ${gatewayOrderId}` });
    });
    return { received: true };
  },
};

async function read(ctx: StoreContext, call: Call) {
  return ctx.gateways.readNotification(call.headers, call.rawBody).catch((error: unknown) => {
    if (!(error instanceof ExternalError)) throw error;
    throw new StoreError('unavailable', { retryAfterSeconds: 30 });
  });
}

// Too many notifications with a wrong secret are refused before the alert (gateway rule 12).
async function refuseForged(ctx: StoreContext, { ip }: Call): Promise<never> {
  ctx.limits.consume(forgedNotifications, 'forged_notification', ip);
  ctx.log.warn({}, 'a payment notification came without the right secret');
  await ctx.alerts.raise(ctx.database.db, {
    type: 'webhook_forged',
    severity: 'high',
    message: storeMessage('notification_forged'),
    details: { ip },
    onceKey: `forged ${networkOf(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`,
  });
  throw new StoreError('bad_secret');
}
