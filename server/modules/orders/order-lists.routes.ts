// Endpoints around the order list: saved views, the sizes of its queues, and the CSV file.
import type { z } from 'zod';
import { type listOrderViews, mostOrderViews } from '../../../contract/orders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { isUuid } from '../../platform/ids.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { orderExport } from './order-export.ts';
import type { OrderView } from './order-lists.repository.ts';
import * as orderListsRepository from './order-lists.repository.ts';

export const orderListRoutes = routes({
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
    return { path: orderExport(ctx).buildAddress({ filter: body, sessionId }) };
  },
});

function toView({ id, name, filter, savedBy }: OrderView): z.output<typeof listOrderViews.output>[number] {
  return { id, name, filter, saved_by: savedBy };
}
