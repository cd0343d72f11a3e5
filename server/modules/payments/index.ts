import type { StoreModule } from '../../store-module.ts';
import { expireOrder, sweepUnpaidOrders } from '../../workflows/expire-order.ts';
import { refundOverdueOrders, refundUndelivered } from '../../workflows/refund-undelivered.ts';
import { settleGatewayOrder, sweepPayments } from '../../workflows/settle-payment.ts';
import { settleRefund, sweepRefunds } from '../../workflows/settle-refund.ts';
import { endSession } from '../../workflows/supersede-payments.ts';
import { verifyLedger } from '../../workflows/watch-problems.ts';
import { paymentsActionItems } from './payments.action-items.ts';
import { paymentsPrivacy } from './payments.privacy.ts';
import { paymentRoutes } from './payments.routes.ts';
import { payoutRoutes } from './payouts.routes.ts';
import { readPayouts, readPayoutsDaily } from './payouts.ts';
import { reconcile, reconcileLately } from './reconcile-money.ts';
import { registerStoreDomain } from './store-domain.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    settle_payment: { gatewayOrderId: string };
    sweep_payments: NoPayload;
    expire_order: { orderId: string };
    sweep_orders: NoPayload;
    settle_refund: { refundId: string };
    sweep_refunds: NoPayload;
    refund_undelivered: { orderId: string };
    refund_overdue: NoPayload;
    /** Days in UTC, both included. */
    reconcile_money: { fromDay: string; toDay: string };
    verify_ledger: NoPayload;
    reconcile_lately: NoPayload;
    register_domain: NoPayload;
    end_session: { gatewayOrderId: string };
    read_payouts: { gateway: string };
    read_payouts_daily: NoPayload;
  }
}

export const payments = {
  routes: { ...paymentRoutes, ...payoutRoutes },
  jobs: {
    settle_payment: { run: (ctx, { gatewayOrderId }) => settleGatewayOrder(ctx, gatewayOrderId, 'job') },
    sweep_payments: { run: sweepPayments, schedule: '* * * * *' },
    expire_order: { run: (ctx, { orderId }) => expireOrder(ctx, orderId) },
    sweep_orders: { run: sweepUnpaidOrders, schedule: '* * * * *' },
    settle_refund: { run: (ctx, { refundId }) => settleRefund(ctx, refundId) },
    sweep_refunds: { run: sweepRefunds, schedule: '* * * * *' },
    refund_undelivered: { run: (ctx, { orderId }) => refundUndelivered(ctx, orderId) },
    refund_overdue: { run: refundOverdueOrders, schedule: '5,15,25,35,45,55 * * * *' },
    reconcile_money: { run: (ctx, days) => reconcile(ctx, days) },
    verify_ledger: { run: verifyLedger, schedule: '53 3 * * *' },
    reconcile_lately: { run: reconcileLately, schedule: '41 3 * * *' },
    register_domain: { run: (ctx) => registerStoreDomain(ctx.gateways, ctx.config.publicUrl, ctx.log) },
    end_session: { run: (ctx, { gatewayOrderId }) => endSession(ctx, gatewayOrderId) },
    read_payouts: { run: (ctx, { gateway }) => readPayouts(ctx, gateway) },
    // After the reconciliation, which settles what a lost notification was about.
    read_payouts_daily: { run: readPayoutsDaily, schedule: '41 4 * * *' },
  },
  actionItems: paymentsActionItems,
  privacy: paymentsPrivacy,
} satisfies StoreModule;
