// Handlers for payments. Workflows open and confirm them.
import type { Routes } from '../../store-module.ts';
import { findVisibleOrder } from '../../workflows/change-order.ts';
import { confirmByGateway, confirmByHand, outcomeOf } from '../../workflows/confirm-payment.ts';
import { openPayment } from '../../workflows/open-payment.ts';
import { isKeyHolder, opensOrder } from '../../workflows/prove-order.ts';
import { readPayments } from '../../workflows/read-payments.ts';

export const paymentRoutes: Routes<'initSession' | 'confirmPayment' | 'listPayments'> = {
  initSession: (ctx, { body }, call) =>
    openPayment(ctx, { ...body, hasKey: isKeyHolder(ctx, call.headers)(body.orderId) }, call.ip),

  confirmPayment: async (ctx, { params, body }, call) => {
    const { orderViews, receiptLinks } = ctx;
    if (call.admin && body?.manual) {
      const order = await confirmByHand(ctx, params.id, body.note, call.admin);
      return { status: 'success', order: await orderViews.fullOne(order) };
    }
    const isAdmin = call.admin !== null;
    const {
      order,
      isPayer,
      opensOrder: isOpened,
    } = await confirmByGateway(ctx, params.id, body?.resultIndicator, isAdmin);
    const paths =
      order.paidAt && isOpened
        ? {
            receipt_path: receiptLinks.pathOf(order.id),
            order_path: receiptLinks.orderPathOf(order.id, order.language),
          }
        : {};
    if (isAdmin) return { status: outcomeOf(order), order: await orderViews.fullOne(order), ...paths };
    const { row, view } = await orderViews.publicOne(order, isPayer || opensOrder(ctx, call.headers, order));
    return { status: outcomeOf(row), order: view, ...paths };
  },

  listPayments: async (ctx, { params: { id } }) => {
    await findVisibleOrder(ctx, id);
    return readPayments(ctx, id);
  },
};
