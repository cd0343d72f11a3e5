// Composes fulfilment: links are sent to a provider, followed until they are delivered, refilled, canceled, replaced.
import { createStalledLinksRepository } from '../modules/action-items/stalled-links.repository.ts';
import { createDeliveryMarksRepository } from '../modules/fulfilment/delivery-marks.repository.ts';
import { createDeliveryStatusRepository } from '../modules/fulfilment/delivery-status.repository.ts';
import { createDropReportExport } from '../modules/fulfilment/drop-report-export.ts';
import { createDropReportsRepository } from '../modules/fulfilment/drop-reports.repository.ts';
import { createRequestsRepository } from '../modules/fulfilment/requests.repository.ts';
import { createSendingPausesRepository } from '../modules/fulfilment/sending-pauses.repository.ts';
import { createUsualTimesRepository } from '../modules/fulfilment/usual-times.repository.ts';
import { createUsualTimes } from '../modules/fulfilment/usual-times.ts';
import { createWaitingRepository } from '../modules/fulfilment/waiting.repository.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { systemWait, type Wait } from '../platform/clock.ts';
import { createCancelLink } from '../workflows/cancel-link.ts';
import { createDispatchAutomatically } from '../workflows/dispatch-automatically.ts';
import { createDispatchOrder } from '../workflows/dispatch-order.ts';
import { createMoveRest } from '../workflows/move-rest.ts';
import { createPauseSending } from '../workflows/pause-sending.ts';
import { createReadOrderPage } from '../workflows/read-order-page.ts';
import { createRefillOrder } from '../workflows/refill-order.ts';
import { createReplaceLink } from '../workflows/replace-link.ts';
import { createReportDrop } from '../workflows/report-drop.ts';
import { createRequestMove } from '../workflows/request-move.ts';
import { createResolveDispatch } from '../workflows/resolve-dispatch.ts';
import { createSettleDropReport } from '../workflows/settle-drop-report.ts';
import { createSyncDeliveryRequests } from '../workflows/sync-delivery-requests.ts';
import { createSyncDeliveryStatus } from '../workflows/sync-delivery-status.ts';
import { createTrackOrders } from '../workflows/track-orders.ts';
import type { Core } from './core.ts';
import type { OrderServices } from './orders.ts';
import type { ProviderServices } from './providers.ts';
import type { Repositories } from './repositories.ts';

export type FulfilmentServices = ReturnType<typeof wireFulfilment>;

export function wireFulfilment(
  core: Core,
  repositories: Repositories,
  providers: ProviderServices,
  {
    finishOrder: finish,
    receiptPath,
    orderPath,
    receiptsRepository,
    pauseLinks,
  }: Pick<OrderServices, 'finishOrder' | 'receiptPath' | 'orderPath' | 'receiptsRepository' | 'pauseLinks'>,
  wait: Wait = systemWait,
) {
  const { orderViews } = core;
  const { database, alerts, audit, clock, ids, jobs, live, log, outbox, settings, spending } = core.ports;
  const { orders, fulfilment, refunds } = repositories;
  const { provider, routes, catalogue, listPaused } = providers;
  const { isOpen } = providers.launch;
  const requests = createRequestsRepository(database);
  const waiting = createWaitingRepository(database);
  const marks = createDeliveryMarksRepository(database);
  const pauses = createSendingPausesRepository(database);
  const reports = createDropReportsRepository(database);
  const settleDropReport = createSettleDropReport({ reports, outbox });
  const dispatch = createDispatchOrder({
    database,
    orders,
    fulfilment,
    refunds,
    waiting,
    marks,
    pauses,
    settings,
    routes,
    isOpen,
    spending,
    rates: catalogue.ratesOf,
    alerts,
    audit,
    outbox,
    live,
    ids,
    wait,
    log,
  });
  const dispatchAutomatically = createDispatchAutomatically({
    database,
    orders,
    fulfilment,
    waiting,
    pauses,
    settings,
    routes,
    dispatch,
    audit,
    jobs,
    live,
    ids,
  });
  const stalledLinks = createStalledLinksRepository(database);
  const usualTimes = createUsualTimes({ repository: createUsualTimesRepository(database), clock });
  const moveRest = createMoveRest({ fulfilment, refunds, requests, audit, jobs, live, ids });
  const syncDeliveryStatus = createSyncDeliveryStatus({
    database,
    orders,
    fulfilment,
    following: createDeliveryStatusRepository(database),
    marks,
    waiting,
    requests,
    provider,
    moveRest,
    alerts,
    finish,
    jobs,
    live,
    wait,
    log,
  });
  const replaceLink = createReplaceLink({
    database,
    orders,
    fulfilment,
    refunds,
    requests,
    audit,
    outbox,
    jobs,
    live,
    ids,
  });
  const trackOrders = createTrackOrders({
    database,
    orders,
    fulfilment,
    requests,
    catalogue,
    orderViews,
    receiptPath,
    orderPath,
    clock,
  });
  const readOrderPage = createReadOrderPage({
    database,
    orders,
    receipts: receiptsRepository,
    fulfilment,
    marks,
    requests,
    reports,
    settings,
    clock,
    orderViews,
    receiptPath,
  });
  const refillLink = createRefillOrder({
    database,
    orders,
    fulfilment,
    requests,
    refunds,
    provider,
    audit,
    settleDropReport,
    live,
    ids,
  });
  const reportDrop = createReportDrop({
    database,
    orders,
    fulfilment,
    reports,
    requests,
    catalogue,
    refillLink,
    settings,
    clock,
    audit,
    jobs,
    live,
    log,
  });
  const cancelLink = createCancelLink({ database, orders, fulfilment, requests, provider, audit, live, ids });
  const requestMove = createRequestMove({
    database,
    orders,
    fulfilment,
    requests,
    refunds,
    catalogue,
    settings,
    moveRest,
    cancelLink,
    dispatch,
    stalledLinks: async () => stalledLinks.open(await usualTimes()),
    listPaused,
    audit,
    live,
    log,
  });
  return {
    dispatch,
    dispatchAutomatically,
    resolveDispatch: createResolveDispatch({ spending, database, orders, fulfilment, marks, audit, live, provider }),
    syncDeliveryStatus,
    syncDeliveryRequests: createSyncDeliveryRequests({
      database,
      requests,
      fulfilment,
      marks,
      provider,
      alerts,
      live,
      log,
      finish,
      orders,
      settleDropReport,
    }),
    refillLink,
    reportDrop,
    dropReportExport: createDropReportExport({
      repository: reports,
      settings,
      clock,
      secret: derivedSecret(core.jwtSecret, 'drop report exports'),
    }),
    settleDropReport,
    cancelLink,
    requestMove,
    stalledLinks,
    usualTimes,
    replaceLink,
    pauseSending: createPauseSending({ database, orders, pauses, links: pauseLinks, audit, jobs, live, clock }),
    trackOrders,
    readOrderPage,
  };
}
