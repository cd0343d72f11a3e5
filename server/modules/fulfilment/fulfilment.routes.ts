// Handlers for delivery. Workflows send, resolve, refill and sync.
import type { Category } from '../../../contract/category.ts';
import type { MovePlan } from '../../../contract/fulfilment.ts';
import { wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import { type Actor, actorOf, adminOf, type Call, type Handlers, seesAll, shownActor } from '../../request-context.ts';
import {
  type AdminProviderOrder,
  adminProviderOrderOf,
  type DispatchRow,
  type LinksViewer,
  type ProviderOrder,
} from './dispatch-rows.ts';
import type { DropReportExport } from './drop-report-export.ts';
import type { PlaceOutcome } from './provider.ts';

type Sent = { dispatch: DispatchRow; category: Category };

export type FulfilmentRoutesDeps = {
  dispatchLink(request: {
    orderId: string;
    postLink: string;
    category: string;
    actor: string;
  }): Promise<Sent & { outcome: PlaceOutcome }>;
  resolveDispatch(
    request: {
      orderId: string;
      postLink: string;
      outcome: 'placed' | 'not_placed';
      providerOrderId?: string | undefined;
    },
    adminId: string,
  ): Promise<Sent>;
  refillLink(
    request: { orderId: string; postLink: string; providerOrderId: string },
    by: Actor,
  ): Promise<{ refillId: string | null }>;
  cancelLink(request: { orderId: string; postLink: string; providerOrderId: string }, by: Actor): Promise<void>;
  planMove(request: { orderId: string; postLink: string; providerOrderId: string }): Promise<MovePlan>;
  requestMove(
    request: { orderId: string; postLink: string; providerOrderId: string },
    by: Actor,
  ): Promise<'moving' | 'canceling'>;
  dropReportExport: Pick<DropReportExport, 'addressOf'>;
  audit: Audit;
  database: Database;
  lookUp(providerOrderId: string): Promise<{ status: string; remains: number }>;
  providerOrdersOf(
    ids: readonly string[],
    viewer: LinksViewer,
  ): Promise<{ orderId: string; apiOrders: (AdminProviderOrder | ProviderOrder)[] }[]>;
  providerOrdersOfOne(id: string, viewer: LinksViewer): Promise<(AdminProviderOrder | ProviderOrder)[]>;
  /** Counts order IDs that a stranger reads; throws above the limit. */
  countIds(ip: string, count: number): void;
  /** Whether these headers prove that the caller placed an order. */
  isKeyHolder: (headers: Call['headers']) => (orderId: string) => boolean;
};

/** The maximum number of IDs in one request of a visitor; the contract limits that of an admin. */
const mostIdsOfVisitor = 50;

export function fulfilmentRoutes(
  deps: FulfilmentRoutesDeps,
): Handlers<
  | 'apiOrders'
  | 'apiOrdersBatch'
  | 'sendPost'
  | 'settlePost'
  | 'refillPost'
  | 'cancelPost'
  | 'planMove'
  | 'movePost'
  | 'exportDropReports'
  | 'orderStatusAtProvider'
> {
  const viewerOf = (call: Call): LinksViewer => {
    return {
      isAdmin: seesAll(call),
      placed: deps.isKeyHolder(call.headers),
      shownActor: (name) => shownActor(name, call),
    };
  };
  return {
    apiOrders: async ({ params }, call) => {
      if (!seesAll(call)) deps.countIds(call.ip, 1);
      return deps.providerOrdersOfOne(params.id, viewerOf(call));
    },

    apiOrdersBatch: async ({ body }, call) => {
      if (!seesAll(call)) {
        if (body.orderIds.length > mostIdsOfVisitor) {
          const reason = storeMessage('too_many_orders', { most: mostIdsOfVisitor });
          throw new StoreError('invalid_input', { field: 'orderIds', reason });
        }
        deps.countIds(call.ip, body.orderIds.length);
      }
      return deps.providerOrdersOf(body.orderIds, viewerOf(call));
    },

    sendPost: async ({ params, body }, call) => {
      const { postLink, category: asked } = body;
      const { actor } = actorOf(call);
      const request = { orderId: params.id, postLink, category: asked, actor };
      const { dispatch, category, outcome } = await deps.dispatchLink(request);
      const apiOrder = adminProviderOrderOf(dispatch, category);
      if (outcome.outcome === 'placed') return { success: true, apiOrder };
      throw refusalOf(outcome, apiOrder);
    },

    settlePost: async ({ params, body }, call) => {
      const { postLink, outcome, apiOrderId: providerOrderId } = body;
      const request = { orderId: params.id, postLink, outcome, providerOrderId };
      const { dispatch, category } = await deps.resolveDispatch(request, adminOf(call).id);
      return { success: true, apiOrder: adminProviderOrderOf(dispatch, category) };
    },

    refillPost: async ({ params, body }, call) => {
      const request = { orderId: params.id, postLink: body.postLink, providerOrderId: body.apiOrderId };
      return { success: true, ...(await deps.refillLink(request, actorOf(call))) };
    },

    cancelPost: async ({ params, body }, call) => {
      const request = { orderId: params.id, postLink: body.postLink, providerOrderId: body.apiOrderId };
      await deps.cancelLink(request, actorOf(call));
      return { success: true };
    },

    planMove: ({ params, query }) =>
      deps.planMove({ orderId: params.id, postLink: query.postLink, providerOrderId: query.apiOrderId }),

    exportDropReports: async (_, call) => {
      const { id, sessionId } = adminOf(call);
      await deps.audit.record(deps.database.db, { actor: `admin:${id}`, action: 'drops.exported', subject: 'orders' });
      return { path: deps.dropReportExport.addressOf({ filter: null, sessionId }) };
    },

    movePost: async ({ params, body }, call) => {
      const request = { orderId: params.id, postLink: body.postLink, providerOrderId: body.apiOrderId };
      return { success: true, state: await deps.requestMove(request, actorOf(call)) };
    },

    orderStatusAtProvider: ({ params }) => deps.lookUp(params.providerId),
  };
}

// A refusal shows the provider's text; a lost response shows the store's.
function refusalOf(outcome: Exclude<PlaceOutcome, { outcome: 'placed' }>, apiOrder: AdminProviderOrder): StoreError {
  const body = { apiOrder };
  if (outcome.outcome === 'unknown') return new StoreError('provider_unknown', { body });
  const code = outcome.outcome === 'refused' ? 'provider_refused' : 'provider_unavailable';
  return new StoreError(code, { reason: storeMessage('peer_words', { words: wordsOf(outcome) }), body });
}
