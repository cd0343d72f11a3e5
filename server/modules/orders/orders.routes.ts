// Handlers for orders. Workflows create, find and change them where other modules take part.
import type { z } from 'zod';
import { offerKey, offerKeysOf } from '../../../contract/offers.ts';
import { type listOrderViews, mostOrderViews } from '../../../contract/orders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { getAdmin, readIdempotencyKey, seesAll, seesCosts } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { changeOrder, changeStatus, deleteOrder, undoStatus } from '../../workflows/change-order.ts';
import { placeOrder } from '../../workflows/place-order.ts';
import { opensOrder } from '../../workflows/prove-order.ts';
import { replaceLink } from '../../workflows/replace-link.ts';
import { earlierSendsOfOne } from '../../workflows/track-orders.ts';
import { orderExport } from './order-export.ts';
import { type OrderFilter, readOrderCursor, writeOrderCursor } from './order-filter.ts';
import type { OrderView } from './order-lists.repository.ts';
import * as orderListsRepository from './order-lists.repository.ts';
import type { OrderRow } from './order-rows.ts';
import * as ordersRepository from './orders.repository.ts';

export const orderRoutes = routes({
  createOrder: async (ctx, { body }, call) => {
    const { orderId } = await placeOrder(ctx, body, readIdempotencyKey(call), call);
    return { status: 'success', orderId, orderKey: ctx.receiptLinks.computeKey(orderId) };
  },

  listOrders: async (ctx, { query }, call) => {
    const { limit, cursor, ...filter } = query;
    const offers = await findOffers(ctx, filter);
    // Reads one extra row to detect a next page.
    const { rows, isMore, total, capped } = await ctx.replicaReads.run((from) =>
      orderListsRepository.listPage(from, { ...filter, ...offers }, readOrderCursor(filter.sort, cursor), limit + 1),
    );
    call.answerHeader('x-total-count', String(total));
    if (capped) call.answerHeader('x-total-capped', 'true');
    const last = rows.slice(0, limit).at(-1);
    if (isMore && last) {
      const next = writeOrderCursor(filter.sort, last);
      call.answerHeader('link', nextPageLink('/api/orders', { ...filter, limit }, next));
    }
    return ctx.orderViews.full(rows.slice(0, limit));
  },

  getOrder: async (ctx, { params }, call) => {
    const found = await ordersRepository.getOrder(ctx.database.db, params.id);
    if (!seesAll(call)) return (await ctx.orderViews.publicOne(found, opensOrder(ctx, call.headers, found))).view;
    return {
      ...(await ctx.orderViews.fullOne(found)),
      receipt_path: ctx.receiptLinks.buildPath(found.id),
      earlier_sends: (await earlierSendsOfOne(ctx, found.id)).map((sent) =>
        seesCosts(call) ? sent : { ...sent, cost: null },
      ),
    };
  },

  changeOrder: async (ctx, { params, body }, call) =>
    ctx.orderViews.fullOne(await changeOrder(ctx, params.id, body, getAdmin(call))),

  deleteOrder: async (ctx, { params }, call) => {
    await deleteOrder(ctx, params.id, getAdmin(call));
    return { success: true, id: params.id };
  },

  undoOrderStatus: async (ctx, { params }, call) => changed(ctx, await undoStatus(ctx, params.id, getAdmin(call))),

  changeOrderStatus: async (ctx, { params, body }, call) =>
    changed(ctx, await changeStatus(ctx, params.id, body, getAdmin(call))),

  replaceLink: async (ctx, { params, body }, call) =>
    changed(ctx, await replaceLink(ctx, { orderId: params.id, ...body }, getAdmin(call))),

  listOrderViews: async ({ database }) => (await orderListsRepository.listViews(database.db)).map(toView),

  saveOrderView: async ({ database, ids }, { body }, call) => {
    const view = { ...body, id: ids.uuid(), savedBy: getAdmin(call).email };
    const saved = await database.transaction((tx) => orderListsRepository.saveView(tx, view, mostOrderViews));
    if (saved) return toView(saved);
    throw new StoreError('conflict', { reason: storeMessage('too_many_views', { most: mostOrderViews }) });
  },

  deleteOrderView: async ({ database }, { params }) => {
    if (isUuid(params.id) && (await orderListsRepository.deleteView(database.db, params.id))) return { success: true };
    throw new StoreError('not_found', { reason: 'view_gone' });
  },

  countOrders: ({ database }) => orderListsRepository.countAllQueues(database.db),

  exportOrders: async (ctx, { body }, call) => {
    const { id, sessionId } = getAdmin(call);
    const { search, ...details } = body;
    // The search may contain an email address.
    const about = { details, ...(search ? { personal: { search } } : {}) };
    const entry = { actor: `admin:${id}`, action: 'orders.exported', subject: 'orders', ...about };
    await ctx.audit.record(ctx.database.db, entry);
    return {
      path: orderExport(ctx).buildAddress({ filter: { ...body, ...(await findOffers(ctx, body)) }, sessionId }),
    };
  },
});

/** The keys of roll-ups that the filter by category and offer leaves; none: all. */
async function findOffers(
  ctx: StoreContext,
  { category, offer: id }: Pick<OrderFilter, 'category' | 'offer'>,
): Promise<Pick<OrderFilter, 'offerKey' | 'offerKeys'>> {
  if (category === undefined && id === undefined) return {};
  const { offers } = await ctx.settings.current();
  const ofCategory = category && offerKeysOf(offers, category);
  if (id === undefined) return { offerKeys: ofCategory };
  const known = offers.find((offer) => offer.id === id);
  const key = known ? offerKey(known) : id;
  return { offerKey: key, offerKeys: ofCategory && !ofCategory.includes(key) ? [] : [key] };
}

async function changed({ orderViews }: StoreContext, row: OrderRow) {
  return { success: true as const, order: await orderViews.fullOne(row) };
}

function toView({ id, name, filter, savedBy }: OrderView): z.output<typeof listOrderViews.output>[number] {
  return { id, name, filter, saved_by: savedBy };
}
