// Handlers for the course of sent links: their status, refills and cancels, and the drops that buyers reported.
import { getActor, getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { cancelLink } from '../../workflows/cancel-link.ts';
import { refillLink } from '../../workflows/refill-order.ts';
import { readLiveStatus } from '../../workflows/sync-delivery-status.ts';
import { dropReportExport } from './drop-report-export.ts';

export const deliveryRoutes = routes({
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

  orderStatusAtProvider: (ctx, { params }) => readLiveStatus(ctx, params.providerId),
});

function toLink({ id }: { id: string }, { postLink, apiOrderId }: { postLink: string; apiOrderId: string }) {
  return { orderId: id, postLink, providerOrderId: apiOrderId };
}
