// Composes payments: opening, settling, confirming and refunding them with the gateway, and the reconciliation.
import { createCardDeclines } from '../modules/payments/card-declines.ts';
import type { GatewayRegistry } from '../modules/payments/gateway-registry.ts';
import { createReconcileMoney } from '../modules/payments/reconcile-money.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { createApplyPaymentOutcome } from '../workflows/apply-payment-outcome.ts';
import { createConfirmPayment } from '../workflows/confirm-payment.ts';
import { createExpireOrder } from '../workflows/expire-order.ts';
import type { FinishOrder } from '../workflows/finish-order.ts';
import { createOpenPayment } from '../workflows/open-payment.ts';
import { createRefundLimit } from '../workflows/refund-limit.ts';
import { createRefundOrder } from '../workflows/refund-order.ts';
import { createRefundUndelivered } from '../workflows/refund-undelivered.ts';
import { createSettlePayment } from '../workflows/settle-payment.ts';
import { createSettleRefund } from '../workflows/settle-refund.ts';
import { createSharedReads } from '../workflows/shared-reads.ts';
import type { Core } from './core.ts';

export type PaymentServices = ReturnType<typeof wirePayments>;

export function wirePayments(core: Core, gateway: GatewayRegistry, finish: FinishOrder) {
  const { publicUrl, rateLimitFactor: factor } = core.config;
  const { database, alerts, audit, clock, jobs, live, orderEvents, outbox, settings, spending } = core;
  const applyPaymentOutcome = createApplyPaymentOutcome({
    database,
    alerts,
    audit,
    outbox,
    orderEvents,
    jobs,
    finish,
  });
  const cardDeclines = createCardDeclines({
    database,
    settings,
    alerts,
    addressCodes: core.addressCodes,
    clock,
    secret: derivedSecret(core.jwtSecret, 'card declines'),
    factor,
  });
  const settle = createSettlePayment({
    database,
    gateway,
    applyPaymentOutcome,
    cardDeclines,
    jobs,
    live,
  });
  const settleRefund = createSettleRefund({
    database,
    gateway,
    alerts,
    spending,
    audit,
    outbox,
    orderEvents,
    jobs,
    live,
    finish,
  });
  const refundOrder = createRefundOrder({
    spending,
    database,
    settleRefund,
    refundLimit: createRefundLimit({ settings }),
    audit,
    live,
  });
  const confirmPayment = createConfirmPayment({
    spending,
    database,
    reads: createSharedReads({
      clock,
      factor,
      read: (orderId) => settle.settleOrder(orderId, 'return'),
    }),
    audit,
    outbox,
    orderEvents,
    live,
    jobs,
  });
  return {
    gateway,
    openPayment: createOpenPayment({
      database,
      gateway,
      settle,
      cardDeclines,
      settings,
      publicUrl,
      factor,
    }),
    forgetDeclines: cardDeclines.forgetOld,
    settlePayment: settle,
    confirmPayment,
    expireOrder: createExpireOrder({ database, settle, audit, jobs, live }),
    refundOrder,
    ...createRefundUndelivered({ settings, refundOrder }),
    settleRefund,
    reconcileMoney: createReconcileMoney({ database, gateway, alerts, jobs, clock }),
  };
}
