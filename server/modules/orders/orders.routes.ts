// Handlers for orders. Workflows create, find and change them where other modules take part.
import type { InputOf } from '../../../contract/endpoint.ts';
import type { createOrder, replaceLink } from '../../../contract/orders.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { type Admin, adminOf, type Call, type Handlers, readIdempotencyKey, seesAll } from '../../request-context.ts';
import { readOrderCursor, writeOrderCursor } from './order-filter.ts';
import type { OrderListsRepository } from './order-lists.repository.ts';
import type { EarlierSends, OrderRow } from './order-rows.ts';
import type { OrderViews } from './order-views.ts';
import type { Orders } from './orders.service.ts';

type OrderCall =
  | 'createOrder'
  | 'listOrders'
  | 'getOrder'
  | 'changeOrder'
  | 'deleteOrder'
  | 'changeOrderStatus'
  | 'undoOrderStatus'
  | 'replaceLink';

export type OrderRoutesDeps = {
  orders: Orders;
  lists: OrderListsRepository;
  views: OrderViews;
  receiptPath: (orderId: string) => string;
  earlierSendsOf: (orderId: string) => Promise<EarlierSends>;
  /** The key of an order, for the browser that places it. */
  orderKey: (orderId: string) => string;
  placeOrder(
    request: InputOf<typeof createOrder>['body'],
    idempotencyKey: string | null,
    ip: string,
  ): Promise<{ orderId: string }>;
  /** Whether these headers open an order. */
  hasProof(headers: Call['headers'], order: OrderRow): boolean;
  replaceLink(request: { orderId: string } & InputOf<typeof replaceLink>['body'], admin: Admin): Promise<OrderRow>;
};

export function orderRoutes(deps: OrderRoutesDeps): Handlers<OrderCall> {
  const { orders, lists, views } = deps;
  return {
    createOrder: async ({ body }, call) => {
      const { orderId } = await deps.placeOrder(body, readIdempotencyKey(call), call.ip);
      return { status: 'success', orderId, orderKey: deps.orderKey(orderId) };
    },

    listOrders: async ({ query }, call) => {
      const { limit, cursor, ...filter } = query;
      // Reads one extra row to detect a next page.
      const { rows, isMore, total, capped } = await lists.listPage(
        filter,
        readOrderCursor(filter.sort, cursor),
        limit + 1,
      );
      call.answerHeader('x-total-count', String(total));
      if (capped) call.answerHeader('x-total-capped', 'true');
      const last = rows.slice(0, limit).at(-1);
      if (isMore && last) {
        const next = writeOrderCursor(filter.sort, last);
        call.answerHeader('link', nextPageLink('/api/orders', { ...filter, limit }, next));
      }
      return views.full(rows.slice(0, limit));
    },

    getOrder: async ({ params }, call) => {
      const found = await orders.getOrder(params.id);
      if (!seesAll(call)) return (await views.publicOne(found, deps.hasProof(call.headers, found))).view;
      return {
        ...(await views.fullOne(found)),
        receipt_path: deps.receiptPath(found.id),
        earlier_sends: await deps.earlierSendsOf(found.id),
      };
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

    replaceLink: async ({ params, body }, call) => ({
      success: true,
      order: await views.fullOne(await deps.replaceLink({ orderId: params.id, ...body }, adminOf(call))),
    }),
  };
}
