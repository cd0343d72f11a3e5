// Endpoints around the order list: saved views, the sizes of its queues, and the CSV file.
import type { z } from 'zod';
import { type listOrderViews, mostOrderViews } from '../../../contract/order-lists.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import { type Ids, isUuid } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { OrderExport } from './order-export.ts';
import type { OrderListsRepository, OrderView } from './order-lists.repository.ts';

export type OrderListsDeps = {
  database: Database;
  lists: OrderListsRepository;
  exports: OrderExport;
  audit: Audit;
  ids: Ids;
};

export function orderListRoutes(
  deps: OrderListsDeps,
): Handlers<'listOrderViews' | 'saveOrderView' | 'deleteOrderView' | 'countOrders' | 'exportOrders'> {
  const { database, lists, exports, audit, ids } = deps;
  return {
    listOrderViews: async () => (await lists.listViews()).map(viewOf),

    saveOrderView: async ({ body }, call) => {
      const view = { ...body, id: ids.uuid(), savedBy: adminOf(call).email };
      const saved = await database.transaction((tx) => lists.saveView(tx, view, mostOrderViews));
      if (saved) return viewOf(saved);
      throw new StoreError('conflict', { reason: storeMessage('too_many_views', { most: mostOrderViews }) });
    },

    deleteOrderView: async ({ params }) => {
      if (isUuid(params.id) && (await lists.deleteView(params.id))) return { success: true };
      throw new StoreError('not_found', { reason: 'view_gone' });
    },

    countOrders: () => lists.countQueues(),

    exportOrders: async ({ body }, call) => {
      const { id, sessionId } = adminOf(call);
      const { search, ...details } = body;
      // The search may contain an email address.
      const about = { details, ...(search ? { personal: { search } } : {}) };
      await audit.record(database.db, { actor: `admin:${id}`, action: 'orders.exported', subject: 'orders', ...about });
      return { path: exports.addressOf({ filter: body, sessionId }) };
    },
  };
}

function viewOf({ id, name, filter, savedBy }: OrderView): z.output<typeof listOrderViews.output>[number] {
  return { id, name, filter, saved_by: savedBy };
}
