// Handlers for payments, notifications of gateways, refunds and the reconciliation.

import type { z } from 'zod';
import { dollarsFromCents } from '../../../contract/money.ts';
import type { refund } from '../../../contract/payments.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { forgedNotifications } from '../../http/rate-limits.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { type Call, getActor, readIdempotencyKey, shownActor, toNetwork } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { confirmByGateway, confirmByHand, toPaymentOutcome } from '../../workflows/confirm-payment.ts';
import { openPayment } from '../../workflows/open-payment.ts';
import { isKeyHolder, opensOrder } from '../../workflows/prove-order.ts';
import { listPayments } from '../../workflows/read-order.ts';
import { readRefundSituation, refundOrder } from '../../workflows/refund-order.ts';
import * as paymentsRepository from './payments.repository.ts';
import * as reconciliationRepository from './reconciliation.repository.ts';
import type { RefundRow } from './refunds.repository.ts';

const differencesShown = 200;

export const paymentRoutes = routes({
  initSession: (ctx, { body }, call) =>
    openPayment(ctx, { ...body, hasKey: isKeyHolder(ctx, call.headers)(body.orderId) }, call.ip),

  confirmPayment: async (ctx, { params, body }, call) => {
    const { orderViews, receiptLinks } = ctx;
    if (call.admin && body?.manual) {
      const order = await confirmByHand(ctx, params.id, body.note, call.admin);
      return { status: 'success', order: await orderViews.fullOne(order) };
    }
    const isAdmin = call.admin !== null;
    const confirmed = await confirmByGateway(ctx, params.id, body?.resultIndicator, isAdmin);
    const { order } = confirmed;
    const paths =
      order.paidAt && confirmed.opensOrder
        ? {
            receipt_path: receiptLinks.buildPath(order.id),
            order_path: receiptLinks.buildOrderPath(order.id, order.language),
          }
        : {};
    if (isAdmin) return { status: toPaymentOutcome(order), order: await orderViews.fullOne(order), ...paths };
    const { row, view } = await orderViews.publicOne(order, confirmed.isPayer || opensOrder(ctx, call.headers, order));
    return { status: toPaymentOutcome(row), order: view, ...paths };
  },

  listPayments: (ctx, { params }) => listPayments(ctx, params.id),

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

  listRefunds: async (ctx, { params }, call) => {
    const { refunds, payments, undelivered, isProposed } = await readRefundSituation(ctx, params.id);
    const { quantity, amountCents, running, unknown } = undelivered;
    return {
      refunds: refunds.map((row) => shownRefund(row, call)),
      payments: payments.map((payment) => ({
        payment: payment.attemptNumber,
        kind: payment.kind,
        amount: dollarsFromCents(payment.amountCents),
        left: dollarsFromCents(payment.leftCents),
      })),
      undelivered: { quantity, amount: dollarsFromCents(amountCents), running, unknown },
      proposed: isProposed,
    };
  },

  refundOrder: async (ctx, { params, body }, call) => {
    const key = readIdempotencyKey(call);
    // The key prevents a second refund after a double click or a retry.
    if (key === null) throw new StoreError('invalid_input', { reason: 'refund_key_missing' });
    const row = await refundOrder(ctx, { orderId: params.id, ...body }, key, getActor(call));
    const refund = shownRefund(row, call);
    if (row.state !== 'failed') return { success: true, refund };
    throw new StoreError('refund_refused', { body: { refund } });
  },

  getReconciliation: async ({ database }) => {
    const last = await reconciliationRepository.findLast(database.db);
    if (!last) return { report: null };
    const differences = await reconciliationRepository.listDifferences(database.db, last.id, differencesShown);
    return {
      report: {
        from: last.fromDay,
        to: last.toDay,
        state: last.state,
        ...sentenceFields('problem', last.problem, last.problemCoded),
        started_at: last.startedAt.toISOString(),
        updated_at: last.updatedAt.toISOString(),
        compared: last.compared,
        difference_count: await reconciliationRepository.countDifferences(database.db, last.id),
        differences: differences.map(({ kind, orderId, gatewayOrderId, ours, theirs }) => ({
          kind,
          ours,
          theirs,
          order_id: orderId,
          gateway_order_id: gatewayOrderId,
        })),
      },
    };
  },
});

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
    onceKey: `forged ${toNetwork(ip)} ${ctx.clock.now().toISOString().slice(0, 13)}`,
  });
  throw new StoreError('bad_secret');
}

function shownRefund(row: RefundRow, call: Call): z.output<typeof refund> {
  return {
    id: row.refundId,
    payment: row.attemptNumber,
    amount: dollarsFromCents(row.amountCents),
    state: row.state,
    reason: row.reason,
    undelivered_quantity: row.undeliveredQuantity,
    ...sentenceFields('problem', row.problem, row.problemCoded),
    requested_by: shownActor(row.requestedBy, call),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
