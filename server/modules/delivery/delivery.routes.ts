// Handlers for the course of sent links: their status, refills and cancels, and the drops that buyers reported.
import { actorOf, adminOf } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { cancelLink } from '../../workflows/cancel-link.ts';
import { refillLink } from '../../workflows/refill-order.ts';
import { readLiveStatus } from '../../workflows/sync-delivery-status.ts';
import { dropReportExport } from './drop-report-export.ts';

export const deliveryRoutes = routes({
  refillPost: async (ctx, input, call) => ({
    success: true,
    ...(await refillLink(ctx, linkOf(input.params, input.body), actorOf(call))),
  }),

  cancelPost: async (ctx, { params, body }, call) => {
    await cancelLink(ctx, linkOf(params, body), actorOf(call));
    return { success: true };
  },

  exportDropReports: async (ctx, _, call) => {
    const { id, sessionId } = adminOf(call);
    const entry = { actor: `admin:${id}`, action: 'drops.exported', subject: 'orders' };
    await ctx.audit.record(ctx.database.db, entry);
    return { path: dropReportExport(ctx).addressOf({ filter: null, sessionId }) };
  },

  orderStatusAtProvider: (ctx, { params }) => readLiveStatus(ctx, params.providerId),
});

function linkOf({ id }: { id: string }, { postLink, apiOrderId }: { postLink: string; apiOrderId: string }) {
  return { orderId: id, postLink, providerOrderId: apiOrderId };
}
