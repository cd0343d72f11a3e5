// The gates: every call of the contract with the one who answers it, readable top to bottom.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { StoreError } from '../contract/errors.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { Auth } from './auth/auth.ts';
import type { Call, Handlers } from './caller.ts';
import type { Clock } from './clock.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import type { Contact } from './contact/contact.ts';
import type { ContactStore } from './contact/contact-store.ts';
import type { createConfirmPayment } from './flows/confirm-payment.ts';
import type { createDispatchOrder } from './flows/dispatch-order.ts';
import type { FollowDelivery } from './flows/follow-delivery.ts';
import type { createOpenPayment } from './flows/open-payment.ts';
import type { createPlaceOrder } from './flows/place-order.ts';
import type { createRefillOrder } from './flows/refill-order.ts';
import type { createSettleDispatch } from './flows/settle-dispatch.ts';
import type { createTrackOrders } from './flows/track-orders.ts';
import { adminProviderOrderOf } from './fulfilment/dispatch-rows.ts';
import { distinctEmails, forgedNotifications, type Limits } from './http/limits.ts';
import { type RouteParts, registerEndpoints } from './http/route.ts';
import type { Log } from './log.ts';
import { orderOf, publicOrderOf } from './orders/order-rows.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import type { Orders } from './orders/orders.ts';
import type { OrdersStore } from './orders/orders-store.ts';
import type { Gateway } from './payments/gateway.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import type { PaymentsStore } from './payments/payments-store.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Jobs } from './ports/jobs.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import type { Database } from './store/database.ts';

export type RoutesParts = RouteParts & {
  database: Database;
  orders: Orders;
  ordersStore: OrdersStore;
  paymentsStore: PaymentsStore;
  gateway: Gateway;
  auth: Auth;
  alerts: Alerts;
  jobs: Jobs;
  limits: Limits;
  log: Log;
  clock: Clock;
  contact: Contact;
  contactStore: ContactStore;
  placeOrder: ReturnType<typeof createPlaceOrder>;
  openPayment: ReturnType<typeof createOpenPayment>;
  confirm: ReturnType<typeof createConfirmPayment>;
  dispatch: ReturnType<typeof createDispatchOrder>;
  settleDispatch: ReturnType<typeof createSettleDispatch>;
  refill: ReturnType<typeof createRefillOrder>;
  follow: FollowDelivery;
  track: ReturnType<typeof createTrackOrders>;
  /** Throws when the store cannot serve. */
  checkReady: () => Promise<void>;
};

export function registerRoutes(server: FastifyInstance, parts: RoutesParts): void {
  const { database, gateway, alerts, jobs, log, limits } = parts;
  const handlers: Handlers<EndpointName> = {
    ...orderRoutes({ orders: parts.orders, store: parts.ordersStore, createOrder: createOrder(parts) }),
    ...paymentRoutes({
      ...payingHandlers(parts),
      ...{ database, gateway, alerts, jobs, log, store: parts.paymentsStore },
      countForged: (ip) => limits.spend(forgedNotifications, 'forged_notification', ip),
    }),
    ...deliveryHandlers(parts),
    ...authRoutes(parts.auth),
    ...contactRoutes({ contact: parts.contact, store: parts.contactStore }),
    ...reportRoutes(parts),
    healthz: async () => ({ status: 'ok' }),
    readyz: async () => {
      await parts.checkReady();
      return { status: 'ready' };
    },
  };
  registerEndpoints(server, endpoints as unknown as Record<string, Endpoint>, handlers, parts);
}

function createOrder({ placeOrder }: RoutesParts): Handlers<'createOrder'>['createOrder'] {
  return async ({ body }, { headers, ip }) => {
    const { orderId } = await placeOrder(body, readIdempotencyKey(headers['idempotency-key']), ip);
    return { status: 'success', orderId };
  };
}

function payingHandlers({ openPayment, confirm }: RoutesParts): Handlers<'initSession' | 'confirmPayment'> {
  return {
    initSession: ({ body }) => openPayment(body),
    confirmPayment: async ({ params, body }, { admin }) => {
      if (body?.manual) {
        if (!admin) throw new StoreError('unauthorized');
        if (!body.note)
          throw new StoreError('invalid_input', { field: 'note', message: 'Say in a note why this is paid.' });
        return { status: 'success', order: orderOf(await confirm.confirmByHand(params.id, body.note, admin)) };
      }
      const { status, order } = await confirm.confirmByGateway(params.id);
      return { status, order: admin ? orderOf(order) : publicOrderOf(order) };
    },
  };
}

function deliveryHandlers(
  parts: RoutesParts,
): Handlers<
  'apiOrders' | 'apiOrdersBatch' | 'ordersByEmail' | 'sendPost' | 'settlePost' | 'refillPost' | 'orderStatusAtProvider'
> {
  const { track, dispatch, settleDispatch, refill, follow, limits } = parts;
  return {
    ordersByEmail: async ({ params }, { ip }) => {
      limits.spendDistinct(distinctEmails, 'distinct_emails', ip, params.email.trim().toLowerCase());
      return track.ordersByEmail(params.email);
    },
    apiOrders: ({ params }, { admin }) => track.providerOrdersOfOne(params.id, admin !== null),
    apiOrdersBatch: async ({ body }, { admin }) => {
      if (!admin && body.orderIds.length > 50) {
        throw new StoreError('invalid_input', { field: 'orderIds', message: 'Ask for at most 50 orders at once.' });
      }
      return track.providerOrdersOf(body.orderIds, admin !== null);
    },
    sendPost: async ({ params, body }, call) => {
      const { postLink, category } = body;
      const actor = `admin:${adminOf(call).id}`;
      const {
        dispatch: row,
        category: of,
        outcome,
      } = await dispatch.dispatchLink({ orderId: params.id, postLink, category, actor });
      const apiOrder = adminProviderOrderOf(row, of);
      if (outcome.outcome === 'placed') return { success: true, apiOrder };
      const code = {
        refused: 'provider_refused',
        unreachable: 'provider_unavailable',
        unknown: 'provider_unknown',
      } as const;
      // A refusal is told in the provider's own words; a lost answer in ours.
      const words = outcome.outcome === 'unknown' ? {} : { message: outcome.text };
      throw new StoreError(code[outcome.outcome], { ...words, body: { apiOrder } });
    },
    settlePost: async ({ params, body }, call) => {
      const request = {
        orderId: params.id,
        postLink: body.postLink,
        outcome: body.outcome,
        providerOrderId: body.apiOrderId,
      };
      const { dispatch: row, category } = await settleDispatch(request, adminOf(call));
      return { success: true, apiOrder: adminProviderOrderOf(row, category) };
    },
    refillPost: async ({ params, body }, call) => {
      const request = { orderId: params.id, postLink: body.postLink, providerOrderId: body.apiOrderId };
      return { success: true, ...(await refill(request, adminOf(call))) };
    },
    orderStatusAtProvider: ({ params }) => follow.lookUp(params.providerId),
  };
}

function adminOf({ admin }: Call) {
  if (!admin) throw new StoreError('unauthorized');
  return admin;
}

// D-31: 1 to 255 printable characters.
function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new StoreError('invalid_input', { message: 'The Idempotency-Key must be 1 to 255 printable characters.' });
}
