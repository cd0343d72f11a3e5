import { dollarsFromCents } from '../../../contract/money.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { actorOf, type Call, readIdempotencyKey, shownActor } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { readRefundSituation, refundOrder } from '../../workflows/refund-order.ts';
import { type Refund, refundOf } from './refund-rows.ts';
import type { RefundRow } from './refunds.repository.ts';

export const refundRoutes: Routes<'listRefunds' | 'refundOrder'> = {
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
    const row = await refundOrder(ctx, { orderId: params.id, ...body }, key, actorOf(call));
    const refund = shownRefund(row, call);
    if (row.state !== 'failed') return { success: true, refund };
    throw new StoreError('refund_refused', { body: { refund } });
  },
};

function shownRefund(row: RefundRow, call: Call): Refund {
  const refund = refundOf(row);
  return { ...refund, requested_by: shownActor(refund.requested_by, call) };
}
