// The gates: every call of the contract with the one who answers it, readable top to bottom.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import type { Analytics } from './analytics/analytics.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import type { ApiKeys } from './api-keys/api-keys.ts';
import { type AttentionRoutesParts, attentionRoutes } from './attention/attention.routes.ts';
import { accountRoutes } from './auth/accounts.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { Auth } from './auth/auth.ts';
import { type BackupRoutesParts, backupRoutes } from './backups/backups.routes.ts';
import { adminOf, type Handlers, readIdempotencyKey } from './caller.ts';
import type { Clock } from './clock.ts';
import { contactRoutes } from './contact/contact.routes.ts';
import type { Contact } from './contact/contact.ts';
import type { ContactStore } from './contact/contact-store.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import type { CustomersStore } from './customers/customers-store.ts';
import type { createCancelLink } from './flows/cancel-link.ts';
import type { createConfirmPayment } from './flows/confirm-payment.ts';
import type { createDispatchOrder } from './flows/dispatch-order.ts';
import type { FollowDelivery } from './flows/follow-delivery.ts';
import type { createOpenPayment } from './flows/open-payment.ts';
import type { createPlaceOrder } from './flows/place-order.ts';
import type { createRefillOrder } from './flows/refill-order.ts';
import type { RefundOrder } from './flows/refund-order.ts';
import type { createReplaceLink } from './flows/replace-link.ts';
import type { createSettleDispatch } from './flows/settle-dispatch.ts';
import type { createTrackOrders } from './flows/track-orders.ts';
import { fulfilmentRoutes } from './fulfilment/fulfilment.routes.ts';
import { type ProviderRoutesParts, providerRoutes } from './fulfilment/provider.routes.ts';
import { type ProvidersRoutesParts, providersRoutes } from './fulfilment/providers.routes.ts';
import { type HealthRoutesDeps, healthRoutes } from './http/health.routes.ts';
import { distinctEmails, forgedNotifications, type Limits } from './http/limits.ts';
import { type RouteParts, registerEndpoints } from './http/route.ts';
import type { Log } from './log.ts';
import { type MailRoutesParts, mailRoutes } from './mail/mails.routes.ts';
import { type OrderListsParts, orderListRoutes } from './orders/order-lists.routes.ts';
import { orderTimelineRoutes, type TimelineParts } from './orders/order-timeline.ts';
import type { OrderViews } from './orders/order-views.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import type { Orders } from './orders/orders.ts';
import type { JoinedGateways } from './payments/joined-gateways.ts';
import { paymentRoutes } from './payments/payments.routes.ts';
import type { PaymentsStore } from './payments/payments-store.ts';
import { reconciliationRoutes } from './payments/reconciliation.routes.ts';
import type { ReconciliationStore } from './payments/reconciliation-store.ts';
import { refundRoutes } from './payments/refunds.routes.ts';
import { peopleRoutes } from './people/people.routes.ts';
import type { People } from './people/people.ts';
import type { RetentionStore } from './people/retention-store.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Audit } from './ports/audit.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Live } from './ports/live.ts';
import { presenceRoutes } from './presence/presence.routes.ts';
import type { Presence } from './presence/presence.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import type { AlertsStore } from './security/alerts-store.ts';
import { auditRoutes } from './security/audit.routes.ts';
import type { AuditStore } from './security/audit-store.ts';
import { securityRoutes } from './security/security.routes.ts';
import { type SettingsRoutesParts, settingsRoutes } from './settings/settings.routes.ts';
import type { Database } from './store/database.ts';
import { visitorRoutes } from './visitors/visitors.routes.ts';
import type { Visits } from './visitors/visits.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export type RoutesParts = RouteParts &
  BackupRoutesParts &
  AttentionRoutesParts &
  HealthRoutesDeps &
  ProviderRoutesParts &
  ProvidersRoutesParts & {
    database: Database;
    orders: Orders;
    orderLists: OrderListsParts;
    orderViews: OrderViews;
    timeline: Omit<TimelineParts, 'orders'>;
    mails: MailRoutesParts;
    paymentsStore: PaymentsStore;
    reconciliations: ReconciliationStore;
    gateway: JoinedGateways;
    auth: Auth;
    apiKeys: ApiKeys;
    webhooks: Webhooks;
    accounts: Parameters<typeof accountRoutes>[0];
    auditStore: AuditStore;
    alerts: Alerts;
    jobs: Jobs;
    limits: Limits;
    log: Log;
    clock: Clock;
    contact: Contact;
    contactStore: ContactStore;
    customersStore: CustomersStore;
    analytics: Analytics;
    presence: Presence;
    visits: Visits;
    dashboard: Parameters<typeof visitorRoutes>[0]['dashboard'];
    alertsStore: AlertsStore;
    audit: Audit;
    live: Live;
    settings: SettingsRoutesParts;
    placeOrder: ReturnType<typeof createPlaceOrder>;
    openPayment: ReturnType<typeof createOpenPayment>;
    people: People;
    retention: RetentionStore;
    refundOrder: RefundOrder;
    confirm: ReturnType<typeof createConfirmPayment>;
    dispatch: ReturnType<typeof createDispatchOrder>;
    settleDispatch: ReturnType<typeof createSettleDispatch>;
    refill: ReturnType<typeof createRefillOrder>;
    cancel: ReturnType<typeof createCancelLink>;
    replaceLink: ReturnType<typeof createReplaceLink>;
    follow: FollowDelivery;
    track: ReturnType<typeof createTrackOrders>;
    receiptPath: (orderId: string) => string;
  };

export function registerRoutes(server: FastifyInstance, parts: RoutesParts): void {
  const { database, gateway, alerts, jobs, log, limits, dispatch, track } = parts;
  // Calls in which features meet: the flow answers, the view is chosen here.
  const meeting = meetingHandlers(parts);
  const handlers: Handlers<EndpointName> = {
    ...orderRoutes({
      orders: parts.orders,
      lists: parts.orderLists.lists,
      views: parts.orderViews,
      receiptPath: parts.receiptPath,
      ...meeting,
    }),
    ...orderListRoutes(parts.orderLists),
    ...orderTimelineRoutes({ ...parts.timeline, orders: parts.orders }),
    ...mailRoutes(parts.mails),
    ...paymentRoutes({
      ...meeting,
      database,
      gateway,
      alerts,
      jobs,
      log,
      clock: parts.clock,
      store: parts.paymentsStore,
      getOrder: (id) => parts.orders.getOrder(id),
      countForged: (ip) => limits.spend(forgedNotifications, 'forged_notification', ip),
    }),
    ...refundRoutes(parts.refundOrder),
    ...fulfilmentRoutes({
      dispatchLink: dispatch.dispatchLink,
      settleDispatch: parts.settleDispatch,
      refillLink: parts.refill,
      cancelLink: parts.cancel,
      lookUp: parts.follow.lookUp,
      ...track,
    }),
    ...providerRoutes(parts),
    ...providersRoutes(parts),
    ordersByEmail: meeting.ordersByEmail,
    replaceLink: async ({ params, body }, call) => ({
      success: true,
      order: await parts.orderViews.fullOne(await parts.replaceLink({ orderId: params.id, ...body }, adminOf(call))),
    }),
    ...authRoutes(parts.auth),
    ...accountRoutes(parts.accounts),
    ...apiKeyRoutes(parts.apiKeys),
    ...webhookRoutes(parts.webhooks),
    ...backupRoutes(parts),
    ...auditRoutes({ store: parts.auditStore }),
    ...contactRoutes({ contact: parts.contact, store: parts.contactStore }),
    ...analyticsRoutes(parts.analytics),
    ...customerRoutes({ store: parts.customersStore, views: parts.orderViews }),
    ...settingsRoutes(parts.settings),
    ...reconciliationRoutes(parts.reconciliations),
    ...peopleRoutes(parts),
    ...presenceRoutes(parts),
    ...visitorRoutes(parts),
    ...securityRoutes(parts),
    ...attentionRoutes(parts),
    ...reportRoutes(parts),
    ...healthRoutes(parts),
  };
  registerEndpoints(server, endpoints as unknown as Record<string, Endpoint>, handlers, parts);
}

function meetingHandlers(
  parts: RoutesParts,
): Handlers<'createOrder' | 'ordersByEmail' | 'initSession' | 'confirmPayment'> {
  const { placeOrder, openPayment, confirm, track, limits, orderViews } = parts;
  return {
    createOrder: async ({ body }, call) => {
      const { orderId } = await placeOrder(body, readIdempotencyKey(call), call.ip);
      return { status: 'success', orderId };
    },
    ordersByEmail: async ({ params }, { ip }) => {
      limits.spendDistinct(distinctEmails, 'distinct_emails', ip, params.email.trim().toLowerCase());
      return track.ordersByEmail(params.email);
    },
    initSession: ({ body }) => openPayment(body),
    confirmPayment: async ({ params, body }, call) => {
      if (call.admin && body?.manual) {
        const order = await confirm.confirmByHand(params.id, body.note, call.admin);
        return { status: 'success', order: await orderViews.fullOne(order) };
      }
      const { status, order, isPayer } = await confirm.confirmByGateway(params.id, body?.resultIndicator);
      const receipt = order.paidAt && isPayer ? { receipt_path: parts.receiptPath(order.id) } : {};
      const view = await (call.admin ? orderViews.fullOne(order) : orderViews.publicOne(order));
      return { status, order: view, ...receipt };
    },
  };
}
