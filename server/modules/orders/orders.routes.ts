// Handlers for orders. A workflow creates them.
import { adminOf, type Handler, type Handlers, seesAll } from '../../request-context.ts';
import { nextPageLink, readCursor } from './order-filter.ts';
import type { OrderListsRepository } from './order-lists.repository.ts';
import type { OrderViews } from './order-views.ts';
import type { Orders } from './orders.service.ts';

export function orderRoutes(deps: {
  orders: Orders;
  lists: OrderListsRepository;
  views: OrderViews;
  receiptPath: (orderId: string) => string;
  createOrder: Handler<'createOrder'>;
}): Handlers<
  'createOrder' | 'listOrders' | 'getOrder' | 'changeOrder' | 'deleteOrder' | 'changeOrderStatus' | 'undoOrderStatus'
> {
  const { orders, lists, views } = deps;
  return {
    createOrder: deps.createOrder,

    listOrders: async ({ query }, call) => {
      const { limit, cursor, ...filter } = query;
      // Reads one extra row to detect a next page.
      const { rows, isMore, total, capped } = await lists.listPage(filter, readCursor(filter.sort, cursor), limit + 1);
      call.answerHeader('x-total-count', String(total));
      if (capped) call.answerHeader('x-total-capped', 'true');
      const last = rows.slice(0, limit).at(-1);
      if (isMore && last) call.answerHeader('link', nextPageLink({ ...filter, limit }, last));
      return views.full(rows.slice(0, limit));
    },

    getOrder: async ({ params }, call) => {
      const found = await orders.getOrder(params.id);
      if (!seesAll(call)) return views.publicOne(found);
      return { ...(await views.fullOne(found)), receipt_path: deps.receiptPath(found.id) };
    },

    changeOrder: async ({ params, body }, call) =>
      views.fullOne(await orders.changeOrder(params.id, body, adminOf(call))),

    deleteOrder: async ({ params }, call) => {
      await orders.deleteOrder(params.id, adminOf(call));
      return { success: true, id: params.id };
    },

    undoOrderStatus: async ({ params }, call) => ({
      success: true,
      order: await views.fullOne(await orders.undoStatus(params.id, adminOf(call))),
    }),

    changeOrderStatus: async ({ params, body }, call) => ({
      success: true,
      order: await views.fullOne(await orders.changeStatus(params.id, body, adminOf(call))),
    }),
  };
}
