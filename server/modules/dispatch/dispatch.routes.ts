// Handlers for what is sent of an order, and to whom.
import { wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { linkIds } from '../../http/rate-limits.ts';
import { type Call, getActor, getAdmin, seesAll, shownActor } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { dispatchLink } from '../../workflows/dispatch-order.ts';
import { pauseSending, resumeSending } from '../../workflows/pause-sending.ts';
import { isKeyHolder } from '../../workflows/prove-order.ts';
import { planMove, requestMove } from '../../workflows/request-move.ts';
import { resolveSend } from '../../workflows/resolve-send.ts';
import { assertRunNotStopped, countRefusal } from '../../workflows/send-run.ts';
import { listSends, listSendsOfOrder } from '../../workflows/track-orders.ts';
import type { PlaceOutcome } from '../providers/provider.ts';
import { type AdminProviderOrder, type LinksViewer, toAdminSend } from './dispatch-rows.ts';
import { findAnswer } from './dispatch-state.ts';

/** The maximum number of IDs in one request of a visitor; the contract limits that of an admin. */
const mostIdsOfVisitor = 50;

export const dispatchRoutes = routes({
  apiOrders: async (ctx, { params }, call) => {
    countIds(ctx, call, 1);
    return listSendsOfOrder(ctx, params.id, buildViewer(ctx, call));
  },

  apiOrdersBatch: async (ctx, { body }, call) => {
    if (!seesAll(call) && body.orderIds.length > mostIdsOfVisitor) {
      const reason = storeMessage('too_many_orders', { most: mostIdsOfVisitor });
      throw new StoreError('invalid_input', { field: 'orderIds', reason });
    }
    countIds(ctx, call, body.orderIds.length);
    return listSends(ctx, body.orderIds, buildViewer(ctx, call));
  },

  sendPost: async (ctx, { params, body }, call) => {
    const { postLink, category: asked, run } = body;
    if (run) await assertRunNotStopped(ctx, run);
    const request = { orderId: params.id, postLink, category: asked, actor: getActor(call).actor };
    const { dispatch, category, outcome } = await dispatchLink(ctx, request);
    if (run) await countRefusal(ctx, run, outcome);
    const apiOrder = toAdminSend(dispatch, category);
    if (outcome.outcome === 'placed') return { success: true, apiOrder };
    throw toRefusal(outcome, apiOrder);
  },

  settlePost: async (ctx, { params, body }, call) => {
    const { postLink, outcome, apiOrderId: providerOrderId } = body;
    const request = { orderId: params.id, postLink, outcome, providerOrderId };
    const { dispatch, category } = await resolveSend(ctx, request, getAdmin(call).id);
    return { success: true, apiOrder: toAdminSend(dispatch, category) };
  },

  planMove: (ctx, { params, query }) => planMove(ctx, toLink(params, query)),

  movePost: async (ctx, { params, body }, call) => ({
    success: true,
    state: await requestMove(ctx, toLink(params, body), getActor(call)),
  }),

  pauseSending: (ctx, { body }) => pauseSending(ctx, body.token),

  resumeSending: async (ctx, { params }, call) => ({
    success: true,
    order: await ctx.orderViews.fullOne(await resumeSending(ctx, params.id, getAdmin(call))),
  }),
});

/** Counts order IDs that a stranger reads. Throws `rate_limited`. */
function countIds({ limits }: StoreContext, call: Call, count: number): void {
  if (!seesAll(call)) limits.consume(linkIds, 'link_ids', call.ip, count);
}

function buildViewer(ctx: StoreContext, call: Call): LinksViewer {
  return {
    isAdmin: seesAll(call),
    placed: isKeyHolder(ctx, call.headers),
    shownActor: (name) => shownActor(name, call),
  };
}

function toLink({ id }: { id: string }, { postLink, apiOrderId }: { postLink: string; apiOrderId: string }) {
  return { orderId: id, postLink, providerOrderId: apiOrderId };
}

// A refusal shows the provider's text, and so does an answer that is unclear. Without an answer the store's text is shown.
function toRefusal(outcome: Exclude<PlaceOutcome, { outcome: 'placed' }>, apiOrder: AdminProviderOrder): StoreError {
  const body = { apiOrder };
  if (outcome.outcome === 'unknown') {
    const words = findAnswer(outcome);
    return new StoreError('provider_unknown', {
      ...(words && { reason: storeMessage('provider_unclear', { words }) }),
      body,
    });
  }
  const code = outcome.outcome === 'refused' ? 'provider_refused' : 'provider_unavailable';
  return new StoreError(code, { reason: storeMessage('peer_words', { words: wordsOf(outcome) }), body });
}
