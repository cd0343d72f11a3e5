// The gates: every call of the contract with the one who answers it, readable top to bottom.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../contract/endpoint.ts';
import { type EndpointName, endpoints } from '../contract/index.ts';
import type { Database } from './database/database.ts';
import { type HealthRoutesDeps, healthRoutes } from './http/health.routes.ts';
import { distinctEmails, forgedNotifications, type Limits } from './http/limits.ts';
import { type RouteDeps, registerEndpoints } from './http/route.ts';
import { type ActionItemsRoutesDeps, actionItemsRoutes } from './modules/action-items/action-items.routes.ts';
import { analyticsRoutes } from './modules/analytics/analytics.routes.ts';
import type { Analytics } from './modules/analytics/analytics.service.ts';
import { apiKeyRoutes } from './modules/api-keys/api-keys.routes.ts';
import type { ApiKeys } from './modules/api-keys/api-keys.service.ts';
import { accountRoutes } from './modules/auth/accounts.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import type { Auth } from './modules/auth/auth.service.ts';
import { type BackupRoutesDeps, backupRoutes } from './modules/backups/backups.routes.ts';
import { reportRoutes } from './modules/client-errors/client-errors.routes.ts';
import type { ContactRepository } from './modules/contact/contact.repository.ts';
import { contactRoutes } from './modules/contact/contact.routes.ts';
import type { Contact } from './modules/contact/contact.service.ts';
import type { CustomersRepository } from './modules/customers/customers.repository.ts';
import { customerRoutes } from './modules/customers/customers.routes.ts';
import { dataPrivacyRoutes } from './modules/data-privacy/data-privacy.routes.ts';
import type { DataPrivacy } from './modules/data-privacy/data-privacy.service.ts';
import type { RetentionRepository } from './modules/data-privacy/retention.repository.ts';
import { type MailRoutesDeps, mailRoutes } from './modules/email/emails.routes.ts';
import { fulfilmentRoutes } from './modules/fulfilment/fulfilment.routes.ts';
import { type ProviderCallRoutesDeps, providerCallRoutes } from './modules/fulfilment/provider-calls.routes.ts';
import { type ProvidersRoutesDeps, providersRoutes } from './modules/fulfilment/providers.routes.ts';
import { type OrderListsDeps, orderListRoutes } from './modules/orders/order-lists.routes.ts';
import { orderTimelineRoutes, type TimelineDeps } from './modules/orders/order-timeline.ts';
import type { OrderViews } from './modules/orders/order-views.ts';
import { orderRoutes } from './modules/orders/orders.routes.ts';
import type { Orders } from './modules/orders/orders.service.ts';
import type { GatewayRegistry } from './modules/payments/gateway-registry.ts';
import type { PaymentsRepository } from './modules/payments/payments.repository.ts';
import { paymentRoutes } from './modules/payments/payments.routes.ts';
import type { ReconciliationRepository } from './modules/payments/reconciliation.repository.ts';
import { reconciliationRoutes } from './modules/payments/reconciliation.routes.ts';
import { refundRoutes } from './modules/payments/refunds.routes.ts';
import { presenceRoutes } from './modules/presence/presence.routes.ts';
import type { Presence } from './modules/presence/presence.service.ts';
import type { AlertsRepository } from './modules/security/alerts.repository.ts';
import type { AuditRepository } from './modules/security/audit.repository.ts';
import { auditRoutes } from './modules/security/audit.routes.ts';
import { securityRoutes } from './modules/security/security.routes.ts';
import { type SettingsRoutesDeps, settingsRoutes } from './modules/settings/settings.routes.ts';
import { visitorRoutes } from './modules/visitors/visitors.routes.ts';
import type { Visits } from './modules/visitors/visits.ts';
import { webhookRoutes } from './modules/webhooks/webhooks.routes.ts';
import type { Webhooks } from './modules/webhooks/webhooks.service.ts';
import type { Log } from './observability/log.ts';
import type { Clock } from './platform/clock.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Audit } from './ports/audit.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Live } from './ports/realtime.ts';
import { adminOf, type Handlers, readIdempotencyKey } from './request-context.ts';
import type { createCancelLink } from './workflows/cancel-link.ts';
import type { createConfirmPayment } from './workflows/confirm-payment.ts';
import type { createDispatchOrder } from './workflows/dispatch-order.ts';
import type { createOpenPayment } from './workflows/open-payment.ts';
import type { createPlaceOrder } from './workflows/place-order.ts';
import type { createRefillOrder } from './workflows/refill-order.ts';
import type { RefundOrder } from './workflows/refund-order.ts';
import type { createReplaceLink } from './workflows/replace-link.ts';
import type { createResolveDispatch } from './workflows/resolve-dispatch.ts';
import type { SyncDeliveryStatus } from './workflows/sync-delivery-status.ts';
import type { createTrackOrders } from './workflows/track-orders.ts';

export type RoutesDeps = RouteDeps &
  BackupRoutesDeps &
  ActionItemsRoutesDeps &
  HealthRoutesDeps &
  ProviderCallRoutesDeps &
  ProvidersRoutesDeps & {
    database: Database;
    orders: Orders;
    orderLists: OrderListsDeps;
    orderViews: OrderViews;
    timeline: Omit<TimelineDeps, 'orders'>;
    mails: MailRoutesDeps;
    paymentsRepository: PaymentsRepository;
    reconciliations: ReconciliationRepository;
    gateway: GatewayRegistry;
    auth: Auth;
    apiKeys: ApiKeys;
    webhooks: Webhooks;
    accounts: Parameters<typeof accountRoutes>[0];
    auditRepository: AuditRepository;
    alerts: Alerts;
    jobs: Jobs;
    limits: Limits;
    log: Log;
    clock: Clock;
    contact: Contact;
    contactRepository: ContactRepository;
    customersRepository: CustomersRepository;
    analytics: Analytics;
    presence: Presence;
    visits: Visits;
    dashboard: Parameters<typeof visitorRoutes>[0]['dashboard'];
    alertsRepository: AlertsRepository;
    audit: Audit;
    live: Live;
    settings: SettingsRoutesDeps;
    placeOrder: ReturnType<typeof createPlaceOrder>;
    openPayment: ReturnType<typeof createOpenPayment>;
    dataPrivacy: DataPrivacy;
    retention: RetentionRepository;
    refundOrder: RefundOrder;
    confirm: ReturnType<typeof createConfirmPayment>;
    dispatch: ReturnType<typeof createDispatchOrder>;
    resolveDispatch: ReturnType<typeof createResolveDispatch>;
    refill: ReturnType<typeof createRefillOrder>;
    cancel: ReturnType<typeof createCancelLink>;
    replaceLink: ReturnType<typeof createReplaceLink>;
    follow: SyncDeliveryStatus;
    track: ReturnType<typeof createTrackOrders>;
    receiptPath: (orderId: string) => string;
  };

export function registerRoutes(server: FastifyInstance, deps: RoutesDeps): void {
  const { database, gateway, alerts, jobs, log, limits, dispatch, track } = deps;
  // Endpoints that combine modules: the workflow returns, the view is chosen here.
  const meeting = meetingHandlers(deps);
  const handlers: Handlers<EndpointName> = {
    ...orderRoutes({
      orders: deps.orders,
      lists: deps.orderLists.lists,
      views: deps.orderViews,
      receiptPath: deps.receiptPath,
      ...meeting,
    }),
    ...orderListRoutes(deps.orderLists),
    ...orderTimelineRoutes({ ...deps.timeline, orders: deps.orders }),
    ...mailRoutes(deps.mails),
    ...paymentRoutes({
      ...meeting,
      database,
      gateway,
      alerts,
      jobs,
      log,
      clock: deps.clock,
      repository: deps.paymentsRepository,
      getOrder: (id) => deps.orders.getOrder(id),
      countForged: (ip) => limits.spend(forgedNotifications, 'forged_notification', ip),
    }),
    ...refundRoutes(deps.refundOrder),
    ...fulfilmentRoutes({
      dispatchLink: dispatch.dispatchLink,
      resolveDispatch: deps.resolveDispatch,
      refillLink: deps.refill,
      cancelLink: deps.cancel,
      lookUp: deps.follow.lookUp,
      ...track,
    }),
    ...providerCallRoutes(deps),
    ...providersRoutes(deps),
    ordersByEmail: meeting.ordersByEmail,
    replaceLink: async ({ params, body }, call) => ({
      success: true,
      order: await deps.orderViews.fullOne(await deps.replaceLink({ orderId: params.id, ...body }, adminOf(call))),
    }),
    ...authRoutes(deps.auth),
    ...accountRoutes(deps.accounts),
    ...apiKeyRoutes(deps.apiKeys),
    ...webhookRoutes(deps.webhooks),
    ...backupRoutes(deps),
    ...auditRoutes({ repository: deps.auditRepository }),
    ...contactRoutes({ contact: deps.contact, repository: deps.contactRepository }),
    ...analyticsRoutes(deps.analytics),
    ...customerRoutes({ repository: deps.customersRepository, views: deps.orderViews }),
    ...settingsRoutes(deps.settings),
    ...reconciliationRoutes(deps.reconciliations),
    ...dataPrivacyRoutes(deps),
    ...presenceRoutes(deps),
    ...visitorRoutes(deps),
    ...securityRoutes(deps),
    ...actionItemsRoutes(deps),
    ...reportRoutes(deps),
    ...healthRoutes(deps),
  };
  registerEndpoints(server, endpoints as unknown as Record<string, Endpoint>, handlers, deps);
}

function meetingHandlers(
  deps: RoutesDeps,
): Handlers<'createOrder' | 'ordersByEmail' | 'initSession' | 'confirmPayment'> {
  const { placeOrder, openPayment, confirm, track, limits, orderViews } = deps;
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
      const receipt = order.paidAt && isPayer ? { receipt_path: deps.receiptPath(order.id) } : {};
      const view = await (call.admin ? orderViews.fullOne(order) : orderViews.publicOne(order));
      return { status, order: view, ...receipt };
    },
  };
}
