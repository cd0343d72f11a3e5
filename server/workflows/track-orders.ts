// Orders with the states of their links, for a customer's search by email and for lists of orders. Writes nothing.

import type { z } from 'zod';
import { describeOrdered, linkRuleOf, shortened } from '../../contract/links/order-links.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import type { trackedOrder } from '../../contract/orders.ts';
import type { StoreContext } from '../context.ts';
import * as requestsRepository from '../modules/delivery/requests.repository.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import {
  type AdminProviderOrder,
  computeCost,
  type DispatchRow,
  type EarlierSend,
  type LinksViewer,
  listEarlierSends,
  type ProviderOrder,
  requestsOfLink,
  toAdminSend,
  toSend,
} from '../modules/dispatch/dispatch-rows.ts';
import type { OrderRow } from '../modules/orders/order-rows.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import type { Proof } from './prove-order.ts';
import { isOf } from './read-order.ts';
import { readOrderFacts } from './read-order-page.ts';

/** The most orders that one email is shown. */
const mostTracked = 100;
/** A stranger sees the orders of this time only. */
const strangersDays = 90;

type TrackedOrder = z.output<typeof trackedOrder>;

/** Returns [] for an unknown email, after the same work. `isCodeRequired`: shows only what the proof opens. */
export async function ordersByEmail(
  ctx: StoreContext,
  email: string,
  proof: Proof,
  isCodeRequired: boolean,
): Promise<TrackedOrder[]> {
  const isClosed = isCodeRequired && !proof.hasEmail;
  // Without a query, so that the response time is the same with and without orders.
  if (isClosed && proof.orderIds.size === 0) return [];
  const all = await ordersRepository.ordersOfEmail(
    ctx.database.db,
    email.trim(),
    mostTracked,
    isClosed ? [...proof.orderIds] : undefined,
  );
  const since = new Date(ctx.clock.now().getTime() - strangersDays * 86_400_000);
  const found = all.filter((order) => proof.opens(order) || (!isCodeRequired && order.createdAt >= since));
  // Sequential, so that a search uses one connection.
  const sent = await dispatchRepository.listSends(
    ctx.database.db,
    found.map(({ id }) => id),
  );
  const seen = await ctx.orderViews.publicAll(found, proof.opens);
  const opened = await readOrderFacts(ctx, found.filter(proof.opens));
  return seen.map(({ row, view }) => {
    const facts = opened.find(({ record }) => record.order.id === row.id)?.facts;
    return { ...view, ...facts, ...buildLinks(ctx, row, sent.filter(isOf(row)), facts !== undefined) };
  });
}

function buildLinks(ctx: StoreContext, order: OrderRow, sent: DispatchRow[], isOpen: boolean) {
  const rule = linkRuleOf(order);
  const shown = (link: string) => (isOpen ? link : shortened(rule, link));
  const opens = order.postLinks.map((link) => describeOrdered(rule, link, isOpen));
  return {
    refunded_amount: dollarsFromCents(order.refundedCents),
    post_links: order.postLinks.map(shown),
    ...(opens.some((one) => one !== null) ? { opens } : {}),
    receipt_path: isOpen && order.paidAt ? ctx.receiptLinks.buildPath(order.id) : null,
    order_path: isOpen ? ctx.receiptLinks.buildOrderPath(order.id, order.language) : null,
    api_orders: sent.map((row) => ({ ...toSend(row, order.category), post_link: shown(row.postLink) })),
  };
}

/** The provider orders of each ID, in the given order; none for an unknown ID. */
export async function listSends(ctx: StoreContext, ids: readonly string[], viewer: LinksViewer) {
  const known = await ordersRepository.readCategories(ctx.database.db, ids);
  const sent = await dispatchRepository.listSends(ctx.database.db, [...known.keys()]);
  return ids.map((orderId) => {
    const category = known.get(orderId);
    const rows = sent.filter((row) => row.orderId === orderId);
    return { orderId, apiOrders: category ? rows.map((row) => viewFor(viewer, row, category)) : [] };
  });
}

/** Throws order_not_found. */
export async function listSendsOfOrder(
  ctx: StoreContext,
  id: string,
  viewer: LinksViewer,
): Promise<(AdminProviderOrder | ProviderOrder)[]> {
  const order = await ordersRepository.getOrder(ctx.database.db, id);
  const rows = await dispatchRepository.listSends(ctx.database.db, [id]);
  if (!viewer.isAdmin) return rows.map((row) => viewFor(viewer, row, order.category));
  const ownRequests = await requestsRepository.listRequests(ctx.database.db, [id]);
  const known = {
    services: await catalogueRepository.readServices(ctx.database.db, rows),
    snapshots: await catalogueRepository.snapshots(ctx.database.db),
  };
  return rows.map((row) => ({
    ...toAdminSend(row, order.category),
    cost: viewer.seesCosts ? computeCost(row, known) : null,
    has_refill: catalogueRepository.findService(row, known.services)?.refill ?? null,
    requests: requestsOfLink(ownRequests, row.position, viewer),
  }));
}

/** Sends of links that were moved or replaced since, oldest first. */
export async function earlierSendsOfOne(ctx: StoreContext, orderId: string): Promise<EarlierSend[]> {
  const rows = await dispatchRepository.listReplacements(ctx.database.db, [orderId]);
  return rows.length === 0 ? [] : listEarlierSends(rows);
}

/** The fields that a viewer may see; the link for admins and for the browser that placed the order. */
function viewFor(viewer: LinksViewer, row: DispatchRow, category: OrderRow['category']) {
  if (viewer.isAdmin) return toAdminSend(row, category);
  const seen: ProviderOrder = toSend(row, category);
  return viewer.placed(row.orderId) ? { ...seen, post_link: row.postLink } : seen;
}
