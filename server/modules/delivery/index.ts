import { inArray } from 'drizzle-orm';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import type { Erase } from '../../ports/module-parts.ts';
import { getActor, getAdmin, seesAll } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { cancelLink } from '../../workflows/cancel-link.ts';
import { refillLink } from '../../workflows/refill-order.ts';
import { refillReported } from '../../workflows/report-drop.ts';
import { followRequests } from '../../workflows/sync-delivery-requests.ts';
import { followDeliveries, readLiveStatus } from '../../workflows/sync-delivery-status.ts';
import { deliveryActionItems } from './delivery.action-items.ts';
import { deliveryRequests, dropReports } from './delivery.schema.ts';
import { dropReportExport } from './drop-report-export.ts';

const eraseDeliveryWords: Erase = async (tx, { orderIds }) => {
  await tx.update(dropReports).set({ reason: null }).where(inArray(dropReports.orderId, orderIds));
  await tx
    .update(deliveryRequests)
    .set(sentenceColumns('words', null))
    .where(inArray(deliveryRequests.orderId, orderIds));
  return {};
};

const deliveryRoutes = routes({
  refillPost: async (ctx, input, call) => ({
    success: true,
    ...(await refillLink(ctx, toLink(input.params, input.body), getActor(call))),
  }),

  cancelPost: async (ctx, { params, body }, call) => {
    await cancelLink(ctx, toLink(params, body), getActor(call));
    return { success: true };
  },

  exportDropReports: async (ctx, _, call) => {
    const { id, sessionId } = getAdmin(call);
    const entry = { actor: `admin:${id}`, action: 'drops.exported', subject: 'orders' };
    await ctx.audit.record(ctx.database.db, entry);
    return { path: dropReportExport(ctx).buildAddress({ filter: null, sessionId }) };
  },

  orderStatusAtProvider: (ctx, { params }, call) => readLiveStatus(ctx, params.providerId, seesAll(call)),
});

function toLink({ id }: { id: string }, { postLink, apiOrderId }: { postLink: string; apiOrderId: string }) {
  return { orderId: id, postLink, providerOrderId: apiOrderId };
}

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    refill_reported: { orderId: string; position: number };
    follow_requests: NoPayload;
    follow_deliveries: NoPayload;
  }
}

export const delivery = {
  routes: deliveryRoutes,
  jobs: {
    refill_reported: { run: refillReported },
    follow_requests: { run: followRequests, schedule: '* * * * *' },
    follow_deliveries: { run: followDeliveries, schedule: '* * * * *' },
  },
  actionItems: deliveryActionItems,
  privacy: { erase: eraseDeliveryWords },
} satisfies StoreModule;
