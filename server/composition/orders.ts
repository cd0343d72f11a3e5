// Composes the workflows of an order (placed, paid, sent, delivered, refunded) with repositories, gateway and providers.

import { createDeliveryStatusRepository } from '../modules/fulfilment/delivery-status.repository.ts';
import { createFulfilmentRepository } from '../modules/fulfilment/fulfilment.repository.ts';
import { createRequestsRepository } from '../modules/fulfilment/requests.repository.ts';
import { createWaitingRepository } from '../modules/fulfilment/waiting.repository.ts';
import { createOrdersRepository } from '../modules/orders/orders.repository.ts';
import type { GatewayRegistry } from '../modules/payments/gateway-registry.ts';
import { createPaymentsRepository } from '../modules/payments/payments.repository.ts';
import { createReconcileMoney } from '../modules/payments/reconcile-money.ts';
import { createReconciliationRepository } from '../modules/payments/reconciliation.repository.ts';
import { createRefundsRepository } from '../modules/payments/refunds.repository.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { createReceiptsRepository } from '../modules/receipts/receipts.repository.ts';
import { createReceipts } from '../modules/receipts/receipts.service.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { createApplyPaymentOutcome } from '../workflows/apply-payment-outcome.ts';
import { createCancelLink } from '../workflows/cancel-link.ts';
import { createConfirmPayment } from '../workflows/confirm-payment.ts';
import { createDispatchAutomatically } from '../workflows/dispatch-automatically.ts';
import { createDispatchOrder } from '../workflows/dispatch-order.ts';
import { createExpireOrder } from '../workflows/expire-order.ts';
import { createFinishOrder } from '../workflows/finish-order.ts';
import { createOpenPayment } from '../workflows/open-payment.ts';
import { createPlaceOrder } from '../workflows/place-order.ts';
import { createRefillOrder } from '../workflows/refill-order.ts';
import { createRefundOrder } from '../workflows/refund-order.ts';
import { createRefundUndelivered } from '../workflows/refund-undelivered.ts';
import { createReplaceLink } from '../workflows/replace-link.ts';
import { createResolveDispatch } from '../workflows/resolve-dispatch.ts';
import { createSettlePayment } from '../workflows/settle-payment.ts';
import { createSettleRefund } from '../workflows/settle-refund.ts';
import { createSyncDeliveryRequests } from '../workflows/sync-delivery-requests.ts';
import { createSyncDeliveryStatus } from '../workflows/sync-delivery-status.ts';
import { createTrackOrders } from '../workflows/track-orders.ts';
import type { Core } from './core.ts';
import type { Providers } from './providers.ts';

export type OrderServices = ReturnType<typeof wireOrders>;

export function wireOrders(core: Core, providers: Providers, gateway: GatewayRegistry, wait: Wait = systemWait) {
  const { ports, config, database, jwtSecret, addressCodes, settings, orderViews } = core;
  const factor = config.rateLimitFactor;
  const { isOpen } = providers.launch;
  const stores = {
    orders: createOrdersRepository(database),
    payments: createPaymentsRepository(database),
    fulfilment: createFulfilmentRepository(database),
    refunds: createRefundsRepository(database),
  };
  const { orders } = stores;

  const finish = createFinishOrder({ ...ports, ...stores });

  // Money.
  const paying = { ...ports, ...stores, gateway, finish };
  const applyPaymentOutcome = createApplyPaymentOutcome(paying);
  const settle = createSettlePayment({ ...paying, applyPaymentOutcome });
  const settleRefund = createSettleRefund(paying);
  const refundOrder = createRefundOrder({ ...paying, settleRefund });
  const reconciliations = createReconciliationRepository(database);
  const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));

  // Delivery.
  const { provider, routes } = providers;
  const followed = {
    following: createDeliveryStatusRepository(database),
    requests: createRequestsRepository(database),
  };
  const waiting = createWaitingRepository(database);
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
    placeOrder: createPlaceOrder({ ...ports, repository: orders, addressCodes, factor, isOpen }),
    openPayment: createOpenPayment({ ...paying, settle, factor, publicUrl: config.publicUrl }),
    expire: createExpireOrder({ ...paying, settle }),
    confirm: createConfirmPayment({ ...paying, settle }),
    refundUndelivered: createRefundUndelivered({ settings, refundOrder }),
    reconciling: createReconcileMoney({ ...ports, repository: reconciliations, gateway }),
    receipts: createReceipts({ repository: createReceiptsRepository(database), links }),
    receiptPath: links.pathOf,
    automatic: createDispatchAutomatically({ ...delivery, dispatch }),
    resolveDispatch: createResolveDispatch(delivery),
    follow: createSyncDeliveryStatus(delivery),
    followRequests: createSyncDeliveryRequests(delivery),
    refill: createRefillOrder(delivery),
    cancel: createCancelLink(delivery),
    replaceLink: createReplaceLink(delivery),
    track: createTrackOrders({ ...delivery, orderViews, receiptPath: links.pathOf, catalogue: providers.catalogue }),
  };
}
