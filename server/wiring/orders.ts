// The way of an order: placed, paid, sent, delivered, given back. Joins the flows to their stores, gateway and providers.
import { systemWait, type Wait } from '../clock.ts';
import { createCancelLink } from '../flows/cancel-link.ts';
import { createConfirmPayment } from '../flows/confirm-payment.ts';
import { createDispatchAutomatically } from '../flows/dispatch-automatically.ts';
import { createDispatchOrder } from '../flows/dispatch-order.ts';
import { createExpireOrder } from '../flows/expire-order.ts';
import { createFinishOrder } from '../flows/finish-order.ts';
import { createFollowDelivery } from '../flows/follow-delivery.ts';
import { createFollowRequests } from '../flows/follow-requests.ts';
import { createOpenPayment } from '../flows/open-payment.ts';
import { createPlaceOrder } from '../flows/place-order.ts';
import { createRefillOrder } from '../flows/refill-order.ts';
import { createRefundOrder } from '../flows/refund-order.ts';
import { createRefundUndelivered } from '../flows/refund-undelivered.ts';
import { createReplaceLink } from '../flows/replace-link.ts';
import { createSettleDispatch } from '../flows/settle-dispatch.ts';
import { createSettlePayment } from '../flows/settle-payment.ts';
import { createSettleRefund } from '../flows/settle-refund.ts';
import { createTakeConclusion } from '../flows/take-conclusion.ts';
import { createTrackOrders } from '../flows/track-orders.ts';
import { createFollowingStore } from '../fulfilment/following-store.ts';
import { createFulfilmentStore } from '../fulfilment/fulfilment-store.ts';
import { createRequestsStore } from '../fulfilment/requests-store.ts';
import { createWaitingStore } from '../fulfilment/waiting-store.ts';
import { createOrdersStore } from '../orders/orders-store.ts';
import type { JoinedGateways } from '../payments/joined-gateways.ts';
import { createPaymentsStore } from '../payments/payments-store.ts';
import { createReconcileMoney } from '../payments/reconcile-money.ts';
import { createReconciliationStore } from '../payments/reconciliation-store.ts';
import { createRefundsStore } from '../payments/refunds-store.ts';
import { createReceiptLinks } from '../receipts/receipt-links.ts';
import { createReceipts } from '../receipts/receipts.ts';
import { createReceiptsStore } from '../receipts/receipts-store.ts';
import { derivedSecret } from '../secrets.ts';
import type { Foundation } from './foundation.ts';
import type { Providers } from './providers.ts';

export type OrderParts = ReturnType<typeof wireOrders>;

export function wireOrders(
  foundation: Foundation,
  providers: Providers,
  gateway: JoinedGateways,
  wait: Wait = systemWait,
) {
  const { ports, config, database, jwtSecret, addressCodes, settings, orderViews } = foundation;
  const factor = config.rateLimitFactor;
  const { isOpen } = providers.launch;
  const stores = {
    orders: createOrdersStore(database),
    payments: createPaymentsStore(database),
    fulfilment: createFulfilmentStore(database),
    refunds: createRefundsStore(database),
  };
  const { orders } = stores;

  const finish = createFinishOrder({ ...ports, ...stores });

  // Money.
  const paying = { ...ports, ...stores, gateway, finish };
  const takeConclusion = createTakeConclusion(paying);
  const settle = createSettlePayment({ ...paying, takeConclusion });
  const settleRefund = createSettleRefund(paying);
  const refundOrder = createRefundOrder({ ...paying, settleRefund });
  const reconciliations = createReconciliationStore(database);
  const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));

  // Delivery.
  const { provider, routes } = providers;
  const followed = { following: createFollowingStore(database), requests: createRequestsStore(database) };
  const waiting = createWaitingStore(database);
  const delivery = { ...ports, ...stores, ...followed, finish, waiting, provider, routes, wait, isOpen };
  const dispatch = createDispatchOrder(delivery);

  return {
    stores,
    gateway,
    settle,
    settleRefund,
    refundOrder,
    reconciliations,
    dispatch,
    finish,
    placeOrder: createPlaceOrder({ ...ports, store: orders, addressCodes, factor, isOpen }),
    openPayment: createOpenPayment({ ...paying, settle, factor, publicUrl: config.publicUrl }),
    expire: createExpireOrder({ ...paying, settle }),
    confirm: createConfirmPayment({ ...paying, settle }),
    refundUndelivered: createRefundUndelivered({ settings, refundOrder }),
    reconciling: createReconcileMoney({ ...ports, store: reconciliations, gateway }),
    receipts: createReceipts({ store: createReceiptsStore(database), links }),
    receiptPath: links.pathOf,
    automatic: createDispatchAutomatically({ ...delivery, dispatch }),
    settleDispatch: createSettleDispatch(delivery),
    follow: createFollowDelivery(delivery),
    followRequests: createFollowRequests(delivery),
    refill: createRefillOrder(delivery),
    cancel: createCancelLink(delivery),
    replaceLink: createReplaceLink(delivery),
    track: createTrackOrders({ ...delivery, orderViews, receiptPath: links.pathOf, catalogue: providers.catalogue }),
  };
}
