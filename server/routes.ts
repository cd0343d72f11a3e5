// The gates: every call of the contract with the one who answers it, readable top to bottom.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import type { Database } from './database/database.ts';
import { type HealthRoutesDeps, healthRoutes } from './http/health.routes.ts';
import { distinctEmails, forgedNotifications, type Limits } from './http/limits.ts';
import { type RouteParts, registerEndpoints } from './http/route.ts';
import { type AttentionRoutesParts, attentionRoutes } from './modules/action-items/action-items.routes.ts';
import { analyticsRoutes } from './modules/analytics/analytics.routes.ts';
import type { Analytics } from './modules/analytics/analytics.service.ts';
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import type { ApiKeys } from './modules/api-keys/api-keys.service.ts';
import { accountRoutes } from './modules/auth/accounts.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import type { Auth } from './modules/auth/auth.service.ts';
import { type BackupRoutesParts, backupRoutes } from './modules/backups/backups.routes.ts';
import { reportRoutes } from './modules/client-errors/client-errors.routes.ts';
import type { ContactStore } from './modules/contact/contact.repository.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import type { Contact } from './modules/contact/contact.service.ts';
import type { CustomersStore } from './modules/customers/customers.repository.ts';
import { customerRoutes } from './modules/customers/customers.routes.ts';
import { peopleRoutes } from './modules/data-privacy/data-privacy.routes.ts';
import type { People } from './modules/data-privacy/data-privacy.service.ts';
import type { RetentionStore } from './modules/data-privacy/retention.repository.ts';
import { type MailRoutesParts, mailRoutes } from './modules/email/emails.routes.ts';
import { fulfilmentRoutes } from './modules/fulfilment/fulfilment.routes.ts';
import { type ProviderRoutesParts, providerRoutes } from './modules/fulfilment/provider.routes.ts';
import { type ProvidersRoutesParts, providersRoutes } from './modules/fulfilment/providers.routes.ts';
import { type OrderListsParts, orderListRoutes } from './modules/orders/order-lists.routes.ts';
import { orderTimelineRoutes, type TimelineParts } from './modules/orders/order-timeline.ts';
import type { OrderViews } from './modules/orders/order-views.ts';
import { orderRoutes } from './modules/orders/orders.routes.ts';
import type { Orders } from './modules/orders/orders.service.ts';
import type { JoinedGateways } from './modules/payments/gateway-registry.ts';
import type { PaymentsStore } from './modules/payments/payments.repository.ts';
import { paymentRoutes } from './modules/payments/payments.routes.ts';
import type { ReconciliationStore } from './modules/payments/reconciliation.repository.ts';
import { reconciliationRoutes } from './modules/payments/reconciliation.routes.ts';
import { refundRoutes } from './modules/payments/refunds.routes.ts';
import { presenceRoutes } from './modules/presence/presence.routes.ts';
import type { Presence } from './modules/presence/presence.service.ts';
import type { AlertsStore } from './modules/security/alerts.repository.ts';
import type { AuditStore } from './modules/security/audit.repository.ts';
import { auditRoutes } from './modules/security/audit.routes.ts';
import { securityRoutes } from './modules/security/security.routes.ts';
import { type SettingsRoutesParts, settingsRoutes } from './modules/settings/settings.routes.ts';
import { visitorRoutes } from './modules/visitors/visitors.routes.ts';
import type { Visits } from './modules/visitors/visits.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import type { Webhooks } from './modules/webhooks/webhooks.service.ts';
import type { Log } from './observability/log.ts';
import type { Clock } from './platform/clock.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Audit } from './ports/audit.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Live } from './ports/live.ts';
import { adminOf, type Handlers, readIdempotencyKey } from './request-context.ts';
import type { createCancelLink } from './workflows/cancel-link.ts';
import type { createConfirmPayment } from './workflows/confirm-payment.ts';
import type { createDispatchOrder } from './workflows/dispatch-order.ts';
import type { createOpenPayment } from './workflows/open-payment.ts';
import type { createPlaceOrder } from './workflows/place-order.ts';
import type { createRefillOrder } from './workflows/refill-order.ts';
import type { RefundOrder } from './workflows/refund-order.ts';
import type { createReplaceLink } from './workflows/replace-link.ts';
import type { createSettleDispatch } from './workflows/resolve-dispatch.ts';
import type { FollowDelivery } from './workflows/sync-delivery-status.ts';
import type { createTrackOrders } from './workflows/track-orders.ts';

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
