// Orders with the states of their links, for a customer's search by email and for lists of orders.
import type { z } from 'zod';
import { StoreError } from '../../contract/errors.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import type { trackedOrder } from '../../contract/orders.ts';
import type { Database } from '../database/database.ts';
import type { CatalogueRepository } from '../modules/fulfilment/catalogue.repository.ts';
import {
  type AdminProviderOrder,
  adminProviderOrderOf,
  costOf,
  providerOrderOf,
  requestsOfLink,
} from '../modules/fulfilment/dispatch-rows.ts';
import type { FulfilmentRepository } from '../modules/fulfilment/fulfilment.repository.ts';
import type { RequestsRepository } from '../modules/fulfilment/requests.repository.ts';
import { publicOrderOf } from '../modules/orders/order-rows.ts';
import type { OrderViews } from '../modules/orders/order-views.ts';
import type { OrdersRepository } from '../modules/orders/orders.repository.ts';

export type TrackDeps = {
  database: Database;
  orders: OrdersRepository;
  fulfilment: FulfilmentRepository;
  requests: RequestsRepository;
  catalogue: Pick<CatalogueRepository, 'servicesOf' | 'snapshots'>;
  orderViews: OrderViews;
  receiptPath: (orderId: string) => string;
};

/** The most orders that one email is shown. */
const mostTracked = 100;
/** The newest requests for the links of an order. */
const mostRequests = 50;

/** Reads orders with the states of their links; writes nothing. */
export function createTrackOrders(deps: TrackDeps) {
  const { database, orders, fulfilment, receiptPath, requests, catalogue, orderViews } = deps;

  /** Returns [] for an unknown email, after the same work. */
  async function ordersByEmail(email: string): Promise<z.output<typeof trackedOrder>[]> {
    const found = await orders.ordersOfEmail(email.trim(), mostTracked);
    const sent = await fulfilment.dispatchesOf(
      database.db,
      found.map(({ id }) => id),
    );
    const progress = await orderViews.progressOf(found);
    return found.map((order) => ({
      ...publicOrderOf(order, progress(order)),
      refunded_amount: dollarsFromCents(order.refundedCents),
      post_links: order.postLinks,
      receipt_path: order.paidAt ? receiptPath(order.id) : null,
      api_orders: sent.filter(({ orderId }) => orderId === order.id).map((row) => providerOrderOf(row, order.category)),
    }));
  }

  /** The provider orders of each ID, in the given order; none for an unknown ID. `full` adds the fields for admins. */
  async function providerOrdersOf(ids: readonly string[], full: boolean) {
    const known = await orders.categoriesOf(ids);
    const sent = await fulfilment.dispatchesOf(database.db, [...known.keys()]);
    const view = full ? adminProviderOrderOf : providerOrderOf;
    return ids.map((orderId) => {
      const category = known.get(orderId);
      const rows = sent.filter((row) => row.orderId === orderId);
      return { orderId, apiOrders: category ? rows.map((row): AdminProviderOrder => view(row, category)) : [] };
    });
  }

  /** Throws order_not_found. */
  async function providerOrdersOfOne(id: string, full: boolean): Promise<AdminProviderOrder[]> {
    const order = await orders.findOrder(id);
    if (!order) throw new StoreError('order_not_found');
    const rows = await fulfilment.dispatchesOf(database.db, [id]);
    if (!full) return rows.map((row) => providerOrderOf(row, order.category));
    const ownRequests = await requests.requestsOf(id, mostRequests);
    const known = { services: await catalogue.servicesOf(rows), looks: await catalogue.snapshots() };
    return rows.map((row) => ({
      ...adminProviderOrderOf(row, order.category),
      cost: costOf(row, known),
      requests: requestsOfLink(ownRequests, row.position),
    }));
  }

  return { ordersByEmail, providerOrdersOf, providerOrdersOfOne };
}
