// Composes orders: placing and finishing them, the admin's lists and exports, receipts.
import { placedOrders, refusedPrices } from '../http/rate-limits.ts';
import { createPauseLinks } from '../modules/fulfilment/pause-links.ts';
import { createOrderExport } from '../modules/orders/order-export.ts';
import { createOrderListsRepository } from '../modules/orders/order-lists.repository.ts';
import { createOrders } from '../modules/orders/orders.service.ts';
import { createReceiptLinks } from '../modules/receipts/receipt-links.ts';
import { createReceipts } from '../modules/receipts/receipts.service.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { createFinishOrder } from '../workflows/finish-order.ts';
import { createPlaceOrder } from '../workflows/place-order.ts';
import type { Core } from './core.ts';
import { readOnReplica } from './replica-reads.ts';

export type OrderServices = ReturnType<typeof wireOrders>;

/** `isOpen`: false while the store may not sell. */
export function wireOrders(core: Core, isOpen: () => Promise<boolean>) {
  const { config, jwtSecret, addressCodes, replicaReads } = core;
  const { database, alerts, audit, clock, ids, live, orderEvents, outbox, settings } = core;
  const finishOrder = createFinishOrder({
    database,
    audit,
    outbox,
    orderEvents,
    live,
  });
  const placeOrder = createPlaceOrder({
    database,
    settings,
    outbox,
    audit,
    alerts,
    live,
    ids,
    clock,
    addressCodes,
    acceptedTerms: core.acceptedTerms,
    geoIp: core.geoIp,
    countRefusedPrice: (ip) => core.limits.spend(refusedPrices, 'refused_price', ip),
    countOrder: (ip) => core.limits.spend(placedOrders, 'placed_order', ip),
    factor: config.rateLimitFactor,
    isOpen,
  });
  const service = createOrders({
    database,
    settings,
    audit,
    orderEvents,
    outbox,
    live,
    delivery: finishOrder,
  });
  const lists = readOnReplica(replicaReads, createOrderListsRepository, ['listOrders', 'listPage']);
  const exports = createOrderExport({
    repository: lists,
    settings,
    clock,
    secret: derivedSecret(jwtSecret, 'order exports'),
  });
  const links = createReceiptLinks(derivedSecret(jwtSecret, 'receipt links'));
  const receipts = createReceipts({ database, links });
  return {
    service,
    placeOrder,
    finishOrder,
    lists,
    exports,
    receipts,
    receiptLinks: links,
    receiptPath: links.pathOf,
    orderPath: links.orderPathOf,
    pauseLinks: createPauseLinks(derivedSecret(jwtSecret, 'pause links')),
  };
}
