// What may be asked about orders. Creating one is a flow, handed in.
import { adminOf, type Handler, type Handlers } from '../caller.ts';
import { nextPageLink, readCursor } from './order-pages.ts';
import { orderOf, publicOrderOf } from './order-rows.ts';
import type { Orders } from './orders.ts';
import type { OrdersStore } from './orders-store.ts';

export function orderRoutes(parts: {
  orders: Orders;
  store: OrdersStore;
  receiptPath: (orderId: string) => string;
  createOrder: Handler<'createOrder'>;
}): Handlers<'createOrder' | 'listOrders' | 'getOrder' | 'changeOrder' | 'deleteOrder' | 'changeOrderStatus'> {
  const { orders, store } = parts;
  return {
    createOrder: parts.createOrder,

    listOrders: async ({ query }, call) => {
      const { limit, cursor, from, to, ...rest } = query;
      const filter = { ...rest, from: from ? new Date(from) : undefined, to: to ? endOf(to) : undefined };
      // One more than asked tells whether there is a next page.
      const [rows, total] = await Promise.all([
        store.listOrders(filter, readCursor(cursor), limit + 1),
        store.countOrders(filter),
      ]);
      call.answerHeader('x-total-count', String(total));
      const last = rows[limit - 1];
      if (rows.length > limit && last) call.answerHeader('link', nextPageLink(query, last));
      return rows.slice(0, limit).map(orderOf);
    },

    getOrder: async ({ params }, { admin }) => {
      const found = await orders.getOrder(params.id);
      return admin ? { ...orderOf(found), receipt_path: parts.receiptPath(found.id) } : publicOrderOf(found);
    },

    changeOrder: async ({ params, body }, call) => orderOf(await orders.changeOrder(params.id, body, adminOf(call))),

    deleteOrder: async ({ params }, call) => {
      await orders.deleteOrder(params.id, adminOf(call));
      return { success: true, id: params.id };
    },

    changeOrderStatus: async ({ params, body }, call) => ({
      success: true,
      order: orderOf(await orders.changeStatus(params.id, body.status, adminOf(call))),
    }),
  };
}

// A bare date means that whole day (UTC).
function endOf(to: string): Date {
  const time = new Date(to);
  return /^\d{4}-\d{2}-\d{2}$/.test(to) ? new Date(time.getTime() + 86_400_000) : time;
}
