// Handlers for the pause of the sending of an order.
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { pauseSending, resumeSending } from '../../workflows/pause-sending.ts';

export const sendingPauseRoutes: Routes<'pauseSending' | 'resumeSending'> = {
  pauseSending: (ctx, { body }) => pauseSending(ctx, body.token),
  resumeSending: async (ctx, { params }, call) => ({
    success: true,
    order: await ctx.orderViews.fullOne(await resumeSending(ctx, params.id, adminOf(call))),
  }),
};
